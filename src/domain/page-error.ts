export const defaultMessage = 'Не удалось открыть страницу';

export class PageError extends Error {
  readonly statusCode: number;
  constructor(message: string = defaultMessage, statusCode = 500) {
    super(message);
    this.name = 'PageError';
    this.statusCode = statusCode;
  }
}
