import { fc } from '../../../tests/chance.ts';
import { describe, expect, test } from 'vitest';
import { typedInEnglish } from '../keyboard.ts';
import { SearchIndex, type SearchRecord } from './index.ts';

const disease = (id: number, title: string, synonyms: string[] = [], codes: string[] = [], importance = 0): SearchRecord => ({
  id, group: 'disease', title, synonyms, codes, importance,
}); // prettier-ignore

const records: SearchRecord[] = [
  disease(
    355,
    'Болезнь Гоше',
    ['Gaucher disease', 'Глюкоцереброзидоз'],
    ['ORPHA:355', 'E75.2', 'OMIM:230800', 'GBA1'],
  ),
  disease(77259, 'Болезнь Гоше, тип 1', ['Gaucher disease type 1'], ['ORPHA:77259', 'E75.2']),
  disease(324, 'Болезнь Фабри', ['Fabry disease', 'Болезнь Андерсона-Фабри'], ['ORPHA:324', 'E75.2', 'GLA']),
  disease(579, 'Мукополисахаридоз I типа', ['Синдром Гурлер', 'Hurler syndrome'], ['ORPHA:579', 'E76.0']),
  disease(580, 'Мукополисахаридоз II типа', ['Синдром Хантера', 'Hunter syndrome'], ['ORPHA:580', 'E76.1']),
  disease(70, 'Спинальная мышечная атрофия', ['Spinal muscular atrophy'], ['ORPHA:70', 'G12.0', 'SMN1']),
  disease(98896, 'Мышечная дистрофия Дюшенна', ['Duchenne muscular dystrophy'], ['ORPHA:98896', 'G71.0']),
  disease(716, 'Фенилкетонурия', ['Phenylketonuria'], ['ORPHA:716', 'E70.0']),
  disease(586, 'Муковисцидоз', ['Cystic fibrosis', 'Кистозный фиброз'], ['ORPHA:586', 'E84']),
  disease(43, 'X-сцепленная адренолейкодистрофия', ['X-linked adrenoleukodystrophy'], ['ORPHA:43', 'E71.3']),
  { id: 1, group: 'drug', title: 'Церезим', synonyms: ['имиглюцераза', 'Cerezyme'], codes: ['A16AB02'] },
  { id: 2, group: 'drug', title: 'Элиглустат', synonyms: ['eliglustat'], codes: ['A16AX10'] },
  {
    id: 3,
    group: 'clinic',
    title: 'Российская детская клиническая больница, г. Москва',
    synonyms: ['РДКБ'],
    codes: [],
  },
  {
    id: 4,
    group: 'research',
    title: 'Нусинерсен при спинальной мышечной атрофии',
    synonyms: [],
    codes: ['NCT02193074'],
  },
];
const index = new SearchIndex(records);
const first = (query: string) => index.search(query).hits[0]?.title;

describe('spelling variants', () => {
  test.each([
    ['гош', 'Болезнь Гоше'],
    ['ujit', 'Болезнь Гоше'],
    ['пфгсрук', 'Болезнь Гоше'],
    ['goshe', 'Болезнь Гоше'],
    ['болезнью гоше', 'Болезнь Гоше'],
    ['гоше болезнь', 'Болезнь Гоше'],
    ['боллезнь гошше', 'Болезнь Гоше'],
    ['болезньгоше', 'Болезнь Гоше'],
    ['что такое болезнь гоше', 'Болезнь Гоше'],
    ['мпс 2', 'Мукополисахаридоз II типа'],
    ['мпс2', 'Мукополисахаридоз II типа'],
    ['МПС II', 'Мукополисахаридоз II типа'],
    ['мпс i гурлер', 'Мукополисахаридоз I типа'],
    ['с м а', 'Спинальная мышечная атрофия'],
    ['сма', 'Спинальная мышечная атрофия'],
    ['муко висцидоз', 'Муковисцидоз'],
    ['мв', 'Муковисцидоз'],
    ['муковесцедоз', 'Муковисцидоз'],
    ['фкy', 'Фенилкетонурия'],
    ['мдд', 'Мышечная дистрофия Дюшенна'],
    ['mishechnoy distrofiey dyushenna', 'Мышечная дистрофия Дюшенна'],
    ['х-сцепленной адренолейкодистрофии', 'X-сцепленная адренолейкодистрофия'],
    ['элиглуста', 'Элиглустат'],
    ['рдкб', 'Российская детская клиническая больница, г. Москва'],
    ['«болезнь гоше»', 'Болезнь Гоше'],
    ['бол\u200bезнь\u202e го\u00adше', 'Болезнь Гоше'],
  ])('%j finds %j first', (query, title) => {
    expect(first(query)).toBe(title);
  });
});

describe('codes are repaired', () => {
  test.each([
    ['ORPHA:355', 'Болезнь Гоше'],
    ['ORPHA 355', 'Болезнь Гоше'],
    ['orpha355', 'Болезнь Гоше'],
    ['орфа 355', 'Болезнь Гоше'],
    ['355', 'Болезнь Гоше'],
    ['OMIM 230800', 'Болезнь Гоше'],
    ['#230800', 'Болезнь Гоше'],
    ['мкб e76.1', 'Мукополисахаридоз II типа'],
    ['мкб-10: Е76.1', 'Мукополисахаридоз II типа'],
    ['е76,1', 'Мукополисахаридоз II типа'],
    ['e761', 'Мукополисахаридоз II типа'],
    ['у76ю1', 'Мукополисахаридоз II типа'],
    ['nct02193074', 'Нусинерсен при спинальной мышечной атрофии'],
    ['NCT 02193074', 'Нусинерсен при спинальной мышечной атрофии'],
    ['а16ав02', 'Церезим'],
    ['код атх A16AB02', 'Церезим'],
    ['gba1', 'Болезнь Гоше'],
  ])('%j finds %j first', (query, title) => {
    expect(first(query)).toBe(title);
  });

  test('a code is never a misprint of another', () => {
    expect(index.search('E77.7').hits).toEqual([]);
  });
});

test('a shorter fully matched name precedes a longer one, and importance breaks ties', () => {
  expect(index.search('болезнь гоше').hits.map((hit) => hit.title)).toEqual([
    'Болезнь Гоше',
    'Болезнь Гоше, тип 1',
  ]);
  const equals = new SearchIndex([
    disease(1, 'Дефицит лактазы'),
    disease(2, 'Дефицит каталазы', [], [], 9),
    disease(3, 'Дефицит биотинидазы'),
  ]);
  expect(equals.search('дефицит').hits.map((hit) => hit.id)).toEqual([2, 1, 3]);
});

test('hits are limited by group, and totals count all', () => {
  const many = new SearchIndex(
    Array.from({ length: 40 }, (_, i) => ({
      ...disease(i + 1, `Синдром ${i + 1}`),
      group: i % 2 ? 'drug' : 'disease',
    })),
  );
  const { hits, totals } = many.search('синдром');
  expect(hits.filter((hit) => hit.group === 'drug')).toHaveLength(5);
  expect(Object.fromEntries(totals)).toEqual({ disease: 20, drug: 20 });
  expect(many.search('синдром', { groups: new Set(['drug']), perGroup: 100 }).hits).toHaveLength(20);
});

test('nothing found is reported with suggestions', () => {
  const answer = index.search('швамбрания');
  expect(answer).toMatchObject({ hits: [], match: 'nothing' });
  expect(index.search('').hits).toEqual([]);
  expect(index.search('ололо кукуку фывапр абракадабра фенилке').suggestions).toEqual(['Фенилкетонурия']);
});

test('the answer reports a switched layout', () => {
  expect(index.search('ujit').readAs).toBe('гоше');
  expect(index.search('гоше').readAs).toBeUndefined();
});

describe('updates', () => {
  test('a record is found after put, by its new title after a change, and not after removal', () => {
    const changing = new SearchIndex(records);
    changing.put([disease(1000, 'Болезнь Краббе', [], ['ORPHA:487'])]);
    expect(changing.search('краббе').hits[0]?.id).toBe(1000);
    changing.put([disease(1000, 'Глобоидно-клеточная лейкодистрофия')]);
    expect(changing.search('краббе').hits).toEqual([]);
    expect(changing.search('глобоидно').hits[0]?.id).toBe(1000);
    expect(changing.remove('disease', 1000)).toBe(true);
    expect(changing.search('глобоидно').hits).toEqual([]);
    expect(changing.size).toBe(records.length);
  });

  test('updates in any order give the same index as one built at once', () => {
    const titles = fc.constantFrom(
      'Болезнь Гоше',
      'Болезнь Фабри',
      'Синдром Ретта',
      'Муковисцидоз',
      'Болезнь Помпе',
      'Синдром Марфана',
    );
    const change = fc.record({ id: fc.integer({ min: 1, max: 12 }), title: fc.option(titles) });
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }), (batches) => {
        const grown = new SearchIndex();
        const kept = new Map<number, SearchRecord>();
        for (const batch of batches) {
          for (const { id, title } of batch) {
            if (title === null) {
              expect(grown.remove('disease', id)).toBe(kept.delete(id));
            } else {
              grown.put([disease(id, title)]);
              kept.set(id, disease(id, title));
            }
          }
          // A question in between merges what was added.
          if (batch.length % 2 === 0) grown.search('болезнь');
        }
        const built = new SearchIndex(kept.values());
        expect(grown.size).toBe(built.size);
        for (const query of ['болезнь', 'гоше', 'синдром', 'марфан', 'муко']) {
          const ids = (index: SearchIndex) =>
            index
              .search(query, { perGroup: 20 })
              .hits.map((hit) => hit.id)
              .sort();
          expect(ids(grown)).toEqual(ids(built));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('arbitrary queries', () => {
  test('no query throws, and titles survive highlighting', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom(
        '%',
        '_',
        '\\',
        "' OR 1=1 --",
        '<script>alert(1)</script>',
        '\u200f',
        '\u202e',
        '\ud800',
        'E75.',
        '((',
        '*',
        '\0',
        'ﬁ',
        'İ',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const query = parts.join(' ');
        for (const hit of index.search(query).hits)
          expect(records.map((record) => record.title)).toContain(
            hit.pieces.map((piece) => piece.text).join(''),
          );
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['10,000 characters', 'а'.repeat(10_000)],
    ['10,000 characters of one code', 'E7'.repeat(5000)],
    ['1,000 words', 'болезнь '.repeat(1000)],
    ['1,000 other words', Array.from({ length: 1000 }, (_, i) => `слово${i}`).join(' ')],
    ['marks only', '\u0301'.repeat(5000)],
    ['apostrophes', "а'".repeat(5000)],
    ['points', '1.'.repeat(5000)],
    ['spaced letters', 'а '.repeat(5000)],
  ])('%s are answered without backtracking', (_, query) => {
    expect(index.search(query).hits.length).toBeLessThanOrEqual(50);
  });
});

describe('every name finds itself', () => {
  const syllable = fc
    .tuple(fc.constantFrom(...'бвгджзклмнпрстфхцчшщ'), fc.constantFrom(...'аеиоуыюя'))
    .map((letters) => letters.join(''));
  const words = (least: number, max: number) =>
    fc
      .array(
        fc.array(syllable, { minLength: least, maxLength: 7 }).map((syllables) => syllables.join('')),
        { minLength: 1, maxLength: max },
      )
      .map((named) => named.join(' '));
  const catalogue = fc.uniqueArray(words(3, 5), { minLength: 1, maxLength: 8 });

  test('letters typed as punctuation of the other layout still match', () => {
    const index = new SearchIndex(['бюшыбе', 'табабаба'].map((title, i) => disease(i, title)));
    expect(index.search(',.is,t')).toMatchObject({ readAs: 'бюшыбе', hits: [{ title: 'бюшыбе' }] });
    expect(index.search('.ta')).toMatchObject({ hits: [{ title: 'табабаба' }] });
  });

  test('a title finds itself first, also on the other layout', () => {
    fc.assert(
      fc.property(catalogue, (titles) => {
        const index = new SearchIndex(titles.map((title, i) => disease(i, title)));
        for (const title of titles) {
          const found = index.search(title, { perGroup: 10 }).hits;
          expect(found.map((hit) => hit.title)).toContain(title);
          const turned = index.search(typedInEnglish(title), { perGroup: 10 }).hits;
          expect(turned.map((hit) => hit.title)).toContain(title);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('a long title with one letter wrong, missing, added or swapped finds itself', () => {
    const long = words(5, 4);
    const misprint = fc.record({ at: fc.nat(), how: fc.constantFrom('wrong', 'lost', 'added', 'swapped') });
    fc.assert(
      fc.property(long, misprint, (title, { at, how }) => {
        const place = at % (title.length - 1);
        const [before, letter, after] = [title.slice(0, place), title[place]!, title.slice(place + 1)];
        if (letter === ' ' || after[0] === ' ') return;
        const typed = {
          wrong: `${before}ю${after}`,
          lost: before + after,
          added: `${before}${letter}ю${after}`,
          swapped: before + after[0]! + letter + after.slice(1),
        }[how];
        const found = new SearchIndex([disease(1, title)]).search(typed).hits;
        expect(found.map((hit) => hit.title)).toEqual([title]);
      }),
      { numRuns: 300 },
    );
  });
});
