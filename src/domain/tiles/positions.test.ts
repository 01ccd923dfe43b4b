import { expect, test } from 'vitest';
import { levelOf } from './levels.ts';
import { tiles } from './positions.ts';

test('89 subjects have 89 different tiles and signs', () => {
  const all = Object.values(tiles);
  expect(all).toHaveLength(89);
  expect(new Set(all.map(({ column, row }) => `${column} ${row}`)).size).toBe(89);
  expect(new Set(all.map(({ sign }) => sign)).size).toBe(89);
  for (const { column, row } of all) {
    expect(column).toBeGreaterThanOrEqual(1);
    expect(column).toBeLessThanOrEqual(17);
    expect(row).toBeGreaterThanOrEqual(1);
    expect(row).toBeLessThanOrEqual(11);
  }
});

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
