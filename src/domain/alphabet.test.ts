import { expect, test } from 'vitest';
import { letterOf, sortKey } from './alphabet.ts';

test('titles sort as a Russian reader expects: ё with е, quotes and case ignored, Latin after Cyrillic, digits last', () => {
  const titles = [
    'Ёлкина синдром',
    'Ежова синдром',
    '«Жёлтая» болезнь',
    'ангина',
    'Wilson',
    'Аниридия',
    '3-метилглутаконовая ацидурия',
    'Елькина',
  ];
  const sorted = titles.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  expect(sorted).toEqual([
    'ангина',
    'Аниридия',
    'Ежова синдром',
    'Ёлкина синдром',
    'Елькина',
    '«Жёлтая» болезнь',
    'Wilson',
    '3-метилглутаконовая ацидурия',
  ]);
});

test.each([
  ['Болезнь Гоше', 'Б', 'b'],
  ['«Щитовидка»', 'Щ', 'shch'],
  ['X-сцепленная адренолейкодистрофия', 'A–Z', 'latin'],
  ['47,XYY', '0–9', 'digits'],
  ['Ёлкина', 'Е', 'e'],
])('%s stands under %s', (title, letter, slug) => {
  expect(letterOf(title)).toEqual({ letter, slug });
});
