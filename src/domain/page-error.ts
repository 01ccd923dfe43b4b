/** What a page says when it cannot be shown for another reason than a wrong address. */
export const defaultMessage = 'Не удалось открыть страницу';

/** A failure of a page, told to the reader in its own words. */
export class PageError extends Error {
  readonly statusCode: number;
  constructor(message: string = defaultMessage, statusCode = 500) {
    super(message);
    this.name = 'PageError';
    this.statusCode = statusCode;
  }
}
