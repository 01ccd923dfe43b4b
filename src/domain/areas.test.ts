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

test('a disease belongs to the areas of all heads above it, the preferred one first', () => {
  expect(areasOf(1, parentsOf)).toEqual(['metabolic', 'neurology']);
  expect(areasOf(1, parentsOf, 98_006)).toEqual(['neurology', 'metabolic']);
});

test('genetics is named only when nothing else is', () => {
  expect(areasOf(4, parentsOf)).toEqual(['genetics']);
  expect(areasOf(99, parentsOf)).toEqual([]);
});

test('a circle of parents is climbed once', () => {
  expect(areasOf(5, parentsOf)).toEqual(['cardiology']);
});

test('each area and each head stands once', () => {
  const heads = areas.flatMap((area) => area.heads);
  expect(new Set(heads).size).toBe(heads.length);
  expect(new Set(areas.map(({ code }) => code)).size).toBe(areas.length);
});
