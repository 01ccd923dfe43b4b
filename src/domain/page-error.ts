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

/**
 * The published error page with the message of this failure as its title; without the page, the least that still
 * helps: the message and a link home.
 */
export function errorDocument({ message }: PageError, published?: string): string {
  const title = escaped(message);
  if (published?.includes(defaultMessage)) return published.replaceAll(defaultMessage, () => title);
  return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<h1>${title}</h1>
<p>Попробуйте открыть страницу ещё раз или <a href="/">вернитесь на главную</a>.</p>
</html>
`;
}

const escaped = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );
