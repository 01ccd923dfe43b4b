import { expect, test } from 'vitest';
import { wordChanges } from './wordChanges.ts';

test('a changed word is shown, and the parts together give both texts', () => {
  const before = 'Болезнь накопления с поражением почек и сердца у взрослых.';
  const after = 'Болезнь накопления с тяжёлым поражением почек и сердца у детей.';
  const parts = wordChanges(before, after) ?? [];
  expect(parts.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'added', text: 'тяжёлым ' },
    { kind: 'removed', text: 'взрослых.' },
    { kind: 'added', text: 'детей.' },
  ]);
  const side = (without: string) =>
    parts
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text)
      .join('');
  expect(side('added')).toBe(before);
  expect(side('removed')).toBe(after);
});

test('adjacent changed words are one change', () => {
  const parts = wordChanges('Он пришёл к нам в первый раз вчера.', 'Он пришёл к нам во второй раз вчера.');
  expect(parts?.filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'removed', text: 'в первый' },
    { kind: 'added', text: 'во второй' },
  ]);
});

test.each([
  ['short values', 'Фаза 2', 'Фаза 3'],
  ['texts with nothing in common', 'один два три четыре пять шесть', 'a b c d e f g h i j k l m n o p q'],
  ['very long texts', 'слово '.repeat(5000), 'другое '.repeat(5000)],
])('%s are shown whole', (_, before, after) => {
  expect(wordChanges(before, after)).toBeUndefined();
});
