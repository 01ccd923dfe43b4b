/** Default message of a page error. */
export const defaultMessage = 'Не удалось открыть страницу';

/** An error of a page with a message for the reader. */
export class PageError extends Error {
  readonly statusCode: number;
  constructor(message: string = defaultMessage, statusCode = 500) {
    super(message);
    this.name = 'PageError';
    this.statusCode = statusCode;
  }
}
