import { expect, test } from 'vitest';
import { maskedEmail } from './masked.ts';

test.each([
  ['anna.ivanova@example.ru', 'a…@example.ru'],
  ['a@example.ru', '…@example.ru'],
  ['"a@b"@example.ru', '"…@example.ru'],
])('%s becomes %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});
