import { expect, test } from 'vitest';
import { alphabet, compareTitles, findLetter, letterOf } from './alphabet.ts';

test('titles sort in Russian order: ё as е, й after и, Latin letters and digits last', () => {
  const ordered = [
    'Абеталипопротеинемия',
    'Ежевичная болезнь',
    'Ёлочный синдром',
    'Елочный синдром двойной',
    'Инсулинома',
    'Йодная недостаточность',
    '«Ксантома»',
    'Мукополисахаридоз, тип 2',
    'мукополисахаридоз тип 10',
    'Ямочный синдром',
    'CHARGE-синдром',
    '3-метилглутаконовая ацидурия',
  ];
  expect([...ordered].reverse().sort(compareTitles)).toEqual(ordered);
});

test.each([
  ['Болезнь Гоше', 'Б', 'b'],
  ['«Ёж»', 'Е', 'e'],
  ['Йодный синдром', 'Й', 'j'],
  ['щёточный синдром', 'Щ', 'shch'],
  ['CHARGE', 'C', 'latin-c'],
  ['Östling', 'O', 'latin-o'],
  ['α-маннозидоз', 'М', 'm'],
  ['β талассемия', 'Т', 't'],
  ['22q11.2', '0–9', '0-9'],
  ['†', '0–9', '0-9'],
])('«%s» is listed under %s', (title, letter, slug) => {
  expect(letterOf(title)).toEqual({ letter, slug });
});

test('every letter is found by its slug', () => {
  expect(new Set(alphabet.map((entry) => entry.slug)).size).toBe(alphabet.length);
  for (const entry of alphabet) expect(findLetter(entry.slug)).toBe(entry);
  expect(findLetter('__proto__')).toBeUndefined();
});
