import { expect, test } from 'vitest';
import { firstNames } from './names.ts';

test('names under a title stop at six, or at two lines', () => {
  expect(firstNames(['а', 'б'])).toEqual(['а', 'б']);
  expect(firstNames(Array.from({ length: 9 }, String))).toHaveLength(6);
  expect(firstNames(['а'.repeat(150), 'б'.repeat(100), 'в'])).toEqual(['а'.repeat(150)]);
  expect(firstNames(['а'.repeat(400)])).toEqual([]);
});
