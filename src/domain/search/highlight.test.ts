import { fc } from '../../../tests/chance.ts';
import { expect, test } from 'vitest';
import { fromHtml, SearchIndex, toHtml } from './index.ts';

const markedIn = (title: string, query: string) => {
  const [hit] = new SearchIndex([{ id: 1, group: 'disease', title, synonyms: [], codes: [] }]).search(
    query,
  ).hits;
  return hit && toHtml(hit.pieces);
};

test.each([
  ['Болезнь Гоше', 'гош', 'Болезнь <mark>Гоше</mark>'],
  ['Болезнь Гоше', 'ujit', 'Болезнь <mark>Гоше</mark>'],
  ['Болезнь Гоше', 'goshe', 'Болезнь <mark>Гоше</mark>'],
  ['Мышечная дистрофия Дюшенна', 'дюшэнна', 'Мышечная дистрофия <mark>Дюшенна</mark>'],
  ['Атаксия с глухотой', 'атаксия с глухотой', '<mark>Атаксия</mark> с <mark>глухотой</mark>'],
  ['Мукополисахаридоз II типа', 'мукополисахаридоз 2', '<mark>Мукополисахаридоз</mark> <mark>II</mark> типа'],
])('the words of %j matching %j are highlighted', (title, query, html) => {
  expect(markedIn(title, query)).toBe(html);
});

test('B132 markup in a title is escaped', () => {
  expect(markedIn('Болезнь <img src=x onerror=alert(1)> & "Гоше"', 'гоше')).toBe(
    'Болезнь &lt;img src=x onerror=alert(1)&gt; &amp; &quot;<mark>Гоше</mark>&quot;',
  );
});

test('B132 the HTML has no element but mark and reads back as the title, for any title and query', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '<mark>',
      '</mark>',
      '<script>alert(1)</script>',
      '&lt;',
      '&amp;amp;',
      "'",
      '"',
      '\u202e',
      '\ud800',
    ),
  );
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 6 }), fc.string(), (parts, query) => {
      const title = `Гоше ${parts.join(' ')}`;
      const hit = new SearchIndex([{ id: 1, group: 'disease', title, synonyms: [], codes: [] }]).search(
        `гоше ${query}`,
      ).hits[0];
      if (!hit) return;
      const html = toHtml(hit.pieces);
      expect(html.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"]/);
      expect(
        fromHtml(html)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(title);
    }),
    { numRuns: 60 },
  );
});
