import { expect, test } from 'vitest';
import { rankOf } from './methods.ts';

test('of two right answers with equal scores neither outranks the other', () => {
  expect(rankOf(Float64Array.of(5, 9, 9, 1), [1, 2])).toBe(1);
});

test('wrong answers with equal scores put the right one in their middle', () => {
  expect(rankOf(Float64Array.of(9, 9, 9, 10), [1])).toBe(3);
  expect(rankOf(Float64Array.of(9, 3), [])).toBe(Infinity);
});
