import { expect, test } from 'vitest';
import { toCyrillic, toLatin } from './translit.ts';

test('Russian is transliterated as in passports', () => {
  expect(toLatin('Щукин Юрий')).toBe('Shchukin Iurii');
});

test.each([
  ['mishechnoy distrofii', 'мишечной дистрофии'],
  ['dyushenn', 'дюшенн'],
  ['tserezim', 'церезим'],
  ['atrofiya', 'атрофия'],
])('%j may be %j', (latin, russian) => {
  expect(toCyrillic(latin)).toBe(russian);
});
