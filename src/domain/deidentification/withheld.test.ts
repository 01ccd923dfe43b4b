import { expect, test } from 'vitest';
import { readSentences } from '../../../tests/sample/deidentification/sentences.ts';
import { findPersonalData } from './detector.ts';
import { isBeyondMark, marksIn, maskedText } from './withheld.ts';

const find = (text: string) => {
  const marked = marksIn(text);
  return findPersonalData(text).filter((finding) => isBeyondMark(marked, finding));
};

test.each(['development', 'held-out'] as const)(
  'no finding in the sentences of %s remains in the sent text, and all can be restored',
  (half) => {
    for (const { text } of readSentences(half)) {
      const masked = maskedText(text, find);
      expect(find(masked.text), text).toEqual([]);
      expect(masked.text.length, text).toBeLessThanOrEqual(text.length);
      let back = masked.text;
      for (const { mark, words } of masked.pieces) back = back.replace(mark, () => `\0${words}\0`);
      expect(back.replaceAll('\0', '')).toBe(text);
    }
  },
);

test.each([
  [
    'Кузнецова Мария Ивановна осмотрена 14.02.2020.',
    '▒имя▒ осмотрена ▒дата▒.',
    ['Кузнецова Мария Ивановна', '14.02.2020'],
  ],
  [
    'Отец, ▒имя▒, здоров; мать — Иванова А. П.',
    'Отец, ▒имя▒, здоров; мать — ▒имя▒',
    ['▒имя▒', 'Иванова А. П.'],
  ],
  ['Болезнь Гоше, по шкале Апгар 7/8.', 'Болезнь Гоше, по шкале Апгар 7/8.', []],
])('«%s» is sent as «%s»', (text, expected, words) => {
  const masked = maskedText(text, find);
  expect(masked.text).toBe(expected);
  expect(masked.pieces.map((piece) => piece.words)).toEqual(words);
});

test('a detector that matches everything ends in one mark', () => {
  const everything = (text: string) =>
    text.includes('▒▒')
      ? []
      : [{ kind: 'name' as const, start: 0, end: 1, words: text.slice(0, 1), suggestions: [] }];
  expect(maskedText('Абвгд', everything).text).not.toContain('А');
});
