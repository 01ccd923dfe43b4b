/** One thing that is wrong, with the field where it stands. */
export interface Problem {
  message: string;
  field?: string | undefined;
}

interface HttpErrorOptions {
  /** Other things that are wrong in the same request. */
  also?: Problem[];
  /** Seconds after which it is worth trying again. */
  retryAfter?: number;
  /** What the caller needs to go on: both sides of a conflict. */
  data?: unknown;
}

/** What the user did wrong: answered with this status, sentence and field, and logged as no fault of ours. */
export class HttpError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  readonly also: readonly Problem[];
  readonly retryAfter: number | undefined;
  readonly data: unknown;

  constructor(
    status: number,
    message: string,
    field?: string,
    { also = [], retryAfter, data }: HttpErrorOptions = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.field = field;
    this.also = also;
    this.retryAfter = retryAfter;
    this.data = data;
  }
}
