import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText, itemsIn, unguarded, withoutFormulas } from './cell.ts';

const awkward = fc.string({ unit: fc.constantFrom(...'аб =+-@;,"\'\t\r\n＝') });

test('a text is read as it was written', () => {
  fc.assert(
    fc.property(awkward, (text) => {
      expect(unguarded(withoutFormulas(text))).toBe(text);
    }),
  );
});

test('items of a list are read as they were written', () => {
  const item = awkward.map((text) => text.trim()).filter(Boolean);
  fc.assert(
    fc.property(fc.uniqueArray(item), (items) => {
      expect(itemsIn(unguarded(withoutFormulas(cellText(items))))).toEqual(items);
    }),
  );
});

test.each([
  ['один; два\nтри;;', ['один', 'два', 'три']],
  ['«А»; "Б"; ООО "В"; "Г" и "Д"', ['«А»', '"Б"', 'ООО "В"', '"Г" и "Д"']],
  ['"не закрыта; два', ['"не закрыта', 'два']],
])('%j is the list that its author meant', (text, items) => {
  expect(itemsIn(text)).toEqual(items);
});
