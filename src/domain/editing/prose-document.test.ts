import { fc } from '../../../tests/chance.ts';
import { expect, test } from 'vitest';
import { isProse, readProse, writeProse } from './prose-document.ts';

test.each([
  'Один абзац.',
  'Первый.\n\nВторой с **жирным** и *GBA1*.',
  '## Раздел\n\n- раз\n- два\n\n1. первое\n2. второе',
  'Смотрите [Orphanet](https://www.orpha.net/) и [Гоше](/deseases/1/).',
])('a text of the pages goes through the rich editor unchanged: %s', (text) => {
  expect(writeProse(readProse(text))).toBe(text);
  expect(isProse(text)).toBe(true);
});

test('a text that the editor would change is told apart: it is edited as it is written', () => {
  expect(isProse('| a | b |\n|---|---|\n| 1 | 2 |\n\n> цитата')).toBe(false);
  expect(isProse('1. раз\n3. три')).toBe(false);
  expect(isProse('# Заголовок страницы')).toBe(false);
});

test('what is written by the editor reads back as the same document, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const once = writeProse(readProse(text));
      expect(writeProse(readProse(once))).toBe(writeProse(readProse(writeProse(readProse(once)))));
    }),
    { numRuns: 200 },
  );
});
