import { expect, test } from 'vitest';
import { outlinesOf, signedArea } from './outlines.ts';

/** A drawing of a grid: what is no dot lies above the level. */
function gridOf(drawing: string) {
  const rows = drawing.trim().split(/\s+/);
  const values = Float64Array.from(rows.join(''), (sign) => (sign === '.' ? 0 : 1));
  return { columns: rows[0]!.length, rows: rows.length, values };
}

test('one sample above the level has an outline half a step around it', () => {
  const [[ring = []] = []] = outlinesOf(gridOf('... .#. ...'), 0.5);
  expect(new Set(ring.map(String))).toEqual(new Set(['1,1.5', '1.5,1', '2,1.5', '1.5,2']));
  expect(ring.at(-1)).toEqual(ring[0]);
});

test('a hole belongs to the outline around it, and what stands in the hole is an outline of its own', () => {
  const polygons = outlinesOf(gridOf('....... .#####. .#...#. .#.#.#. .#...#. .#####. .......'), 0.5);
  expect(polygons.map((rings) => rings.length).toSorted()).toEqual([1, 2]);
  const [outer, hole] = polygons.find((rings) => rings.length === 2)!;
  expect(signedArea(outer!)).toBeCloseTo(24.5);
  expect(signedArea(hole!)).toBeCloseTo(-8.5);
});

test('samples that touch at a corner have outlines of their own', () => {
  expect(outlinesOf(gridOf('.... .#.. ..#. ....'), 0.5)).toHaveLength(2);
});

test('the level is crossed between two samples where a line between their values is', () => {
  const values = Float64Array.from([0, 0, 0, 0, 4, 0, 0, 0, 0]);
  const [[ring = []] = []] = outlinesOf({ columns: 3, rows: 3, values }, 1);
  expect(new Set(ring.map(([x]) => x))).toEqual(new Set([0.75, 1.5, 2.25]));
});
