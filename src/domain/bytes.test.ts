import { expect, test } from 'vitest';
import { formatBytes } from './bytes.ts';

test.each([
  [0, '0 байт'],
  [1, '1 байт'],
  [1023, '1\u00a0023 байт'],
  [1024, '1 кб.'],
  [1536, '1,5 кб.'],
  [219_000, '213,9 кб.'],
  [1024 ** 2, '1 мб.'],
  [5.25 * 1024 ** 2, '5,3 мб.'],
  [1024 ** 3, '1 гб.'],
  [1024 ** 4, '1 тб.'],
  [3000 * 1024 ** 4, '3\u00a0000 тб.'],
])('B257 %d bytes read «%s»', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});
