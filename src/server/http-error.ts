/** A validation error and its field. */
export interface Problem {
  message: string;
  field?: string | undefined;
}

interface HttpErrorOptions {
  /** Further errors of the request. */
  also?: Problem[];
  /** Seconds until a retry. */
  retryAfter?: number;
  /** Details: both sides of a conflict. */
  data?: unknown;
  /** Where to ask instead, with status 301. */
  location?: string;
}

/** A client error with status, message and field; not logged as a server error. */
export class HttpError extends Error {
  readonly status: number;
  readonly field: string | undefined;
  readonly also: readonly Problem[];
  readonly retryAfter: number | undefined;
  readonly data: unknown;
  readonly location: string | undefined;

  constructor(
    status: number,
    message: string,
    field?: string,
    { also = [], retryAfter, data, location }: HttpErrorOptions = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.field = field;
    this.also = also;
    this.retryAfter = retryAfter;
    this.data = data;
    this.location = location;
  }

  /** All errors of the request. */
  get problems(): [Problem, ...Problem[]] {
    const { message, field, also } = this;
    return [{ message, field }, ...also];
  }
}

/** The first error of each field. */
export function validationError(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  fieldOf = (path: readonly PropertyKey[]) => String(path[0] ?? ''),
): HttpError {
  const problems = new Map<string, Problem>();
  for (const { path, message } of issues) {
    const field = fieldOf(path);
    if (!problems.has(field)) problems.set(field, { message, ...(field ? { field } : {}) });
  }
  const [first, ...also] = problems.values();
  return new HttpError(400, first?.message ?? 'Запрос составлен неверно.', first?.field, { also });
}
