import { expect, test } from 'vitest';
import { tiles } from './tiles.ts';

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
