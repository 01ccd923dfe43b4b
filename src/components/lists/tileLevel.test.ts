import { expect, test } from 'vitest';
import { levelOf } from './tileLevel.ts';

test.each([
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 2],
  [4, 3],
  [7, 3],
  [8, 4],
  [31, 4],
])('%d clinics have the shade %d', (count, level) => {
  expect(levelOf(count)).toBe(level);
});
