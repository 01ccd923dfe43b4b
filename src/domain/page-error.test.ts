import { expect, test } from 'vitest';
import { defaultMessage, PageError } from './page-error.ts';

test('B244 a page error has status code 500 by default, and a message', () => {
  expect(new PageError()).toMatchObject({ statusCode: 500, message: defaultMessage });
  expect(new PageError('Сервис на обслуживании', 503)).toMatchObject({
    statusCode: 503,
    message: 'Сервис на обслуживании',
  });
});
