/** A measured promise. */
export interface Row {
  /** `A-5`, or the name of a target without a number. */
  target: string;
  /** The measured figure with units, or why there is none. */
  figure: string;
  goal: string;
  verdict: 'met' | 'not met' | 'not measured';
}

/** Measures a group of targets: quickly, or thoroughly before a release. */
export type Prove = (isLong: boolean, given: readonly string[]) => Promise<Row[]>;

/** A measured row, printed at once with up to ten examples of misses. */
export function measured(
  row: Omit<Row, 'verdict'>,
  isReached: boolean,
  examples: readonly string[] = [],
): Row {
  console.log(`${isReached ? 'да ' : 'НЕТ'} ${row.target}: ${row.figure} (нужно: ${row.goal})`);
  for (const example of examples.slice(0, 10)) console.log(`      ${example}`);
  return { ...row, verdict: isReached ? 'met' : 'not met' };
}

/** A row that this machine cannot measure, with the reason. */
export function unmeasured(row: Omit<Row, 'verdict'>): Row {
  console.log(`—   ${row.target}: ${row.figure}`);
  return { ...row, verdict: 'not measured' };
}
