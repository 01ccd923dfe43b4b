/** What the operator of the portal can mend: its message is printed as it is, one sentence, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
