import { expect, test } from 'vitest';
import { areas, areasOf } from './areas.ts';

const parents: Record<number, number[]> = {
  1: [2, 3],
  2: [98_006],
  3: [68_367, 98_053],
  4: [98_053],
  5: [6],
  6: [5, 97_929],
};
const parentsOf = (orpha: number) => parents[orpha] ?? [];

test('a disease belongs to the areas of all its classification heads, the preferred one first', () => {
  expect(areasOf(1, parentsOf)).toEqual(['metabolic', 'neurology']);
  expect(areasOf(1, parentsOf, 98_006)).toEqual(['neurology', 'metabolic']);
});

test('genetics is used only without any other area', () => {
  expect(areasOf(4, parentsOf)).toEqual(['genetics']);
  expect(areasOf(99, parentsOf)).toEqual([]);
});

test('a cycle of parents is traversed once', () => {
  expect(areasOf(5, parentsOf)).toEqual(['cardiology']);
});

test('each area and each head occurs once', () => {
  const heads = areas.flatMap((area) => area.heads);
  expect(new Set(heads).size).toBe(heads.length);
  expect(new Set(areas.map(({ code }) => code)).size).toBe(areas.length);
});
