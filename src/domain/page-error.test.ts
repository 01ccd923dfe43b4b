import { expect, test } from 'vitest';
import { defaultMessage, errorDocument, PageError } from './page-error.ts';

test('B244 a page error has status code 500 unless told otherwise, and a message', () => {
  expect(new PageError()).toMatchObject({ statusCode: 500, message: defaultMessage });
  expect(new PageError('Сервис на обслуживании', 503)).toMatchObject({
    statusCode: 503,
    message: 'Сервис на обслуживании',
  });
});

test('B059 the message becomes the title of the published error page', () => {
  const page = `<title>${defaultMessage} — Регистр</title><h1>${defaultMessage}</h1>`;
  expect(errorDocument(new PageError('Доступ закрыт', 403), page)).toBe(
    '<title>Доступ закрыт — Регистр</title><h1>Доступ закрыт</h1>',
  );
});

test('B246 without the published page the reader gets the message and a link home', () => {
  const html = errorDocument(new PageError('Сервис на обслуживании', 503));
  expect(html).toContain('<h1>Сервис на обслуживании</h1>');
  expect(html).toContain('<a href="/">');
});

test('a message cannot bring markup into the page', () => {
  expect(errorDocument(new PageError('<img src=x onerror=alert(1)> $&'))).toContain(
    '&lt;img src=x onerror=alert(1)&gt; $&amp;',
  );
});
