import { expect, test } from 'vitest';
import { likenessOf, ownTexts } from './comparedRow.ts';

const row = (...cells: string[][]) => ({
  title: 'Гены',
  cells: cells.map((texts) => texts.map((text) => ({ text }))),
});

test.each([
  ['same', row(['GBA1', 'PSAP'], ['PSAP', 'GBA1'])],
  ['differs', row(['GBA1'], ['GAA'], [])],
  ['partly', row(['GBA1'], ['GBA1'], [])],
  ['partly', row(['GBA1'], [])],
  [undefined, row([], [])],
] as const)('unknown values make no difference: %s', (likeness, cells) =>
  expect(likenessOf(cells)).toBe(likeness),
);

test('a word missing in some columns is marked where it is present', () => {
  expect([...ownTexts(row(['Внутривенно', 'Внутрь'], ['Внутрь'], []))]).toEqual(['Внутривенно']);
  expect([...ownTexts(row(['Внутрь'], []))]).toEqual([]);
});
