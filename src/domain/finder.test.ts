import { expect, test } from 'vitest';
import { chosenIn, findSigns, hashOf, mostSigns, suggest, type Catalogue } from './finder.ts';

const [liver, spleen, bones] = [0, 1, 2];
const catalogue: Catalogue = {
  signs: [
    { hpo: 'HP:0002240', label: 'Гепатомегалия' },
    { hpo: 'HP:0001744', label: 'Спленомегалия' },
    { hpo: 'HP:0002653', label: 'Костная боль', english: 'Bone pain' },
    { hpo: 'HP:0000001', label: 'Жёлтая гепатомегалия' },
  ],
  diseases: [
    {
      id: 11,
      title: 'Болезнь А',
      signs: [
        [liver, 'very-frequent'],
        [spleen, 'very-frequent'],
        [bones, 'frequent'],
      ],
    },
    {
      id: 12,
      title: 'Болезнь Б',
      signs: [
        [liver, 'occasional'],
        [spleen, 'excluded'],
      ],
    },
  ],
  tests: [
    { id: 1, title: 'Фермент', diseases: [0], signs: [], clinics: [] },
    { id: 2, title: 'Печёночный белок', diseases: [1], signs: [], clinics: [] },
    { id: 3, title: 'Снимок', diseases: [], signs: [bones], clinics: [] },
  ],
  paths: { disease: '/deseases/', diagnostic: '/diagnostics/', clinic: '/clinics/' },
};
const suggested = (...chosen: number[]) => suggest(catalogue, chosen).map(({ test: { title } }) => title);

test('the test whose disease has more of the signs comes first', () =>
  expect(suggested(liver, spleen)).toEqual(['Фермент', 'Печёночный белок']));

test('a sign that a disease never has does not speak for its test', () =>
  expect(suggested(spleen)).toEqual(['Фермент']));

test('signs named for a test itself lead to it without a disease', () => {
  expect(suggested(bones)).toEqual(['Снимок', 'Фермент']);
  expect(suggest(catalogue, [bones])[0]).toMatchObject({ own: [bones], diseases: [] });
});

test('each suggestion says by which diseases and how often', () =>
  expect(suggest(catalogue, [liver, bones])[0]?.diseases).toEqual([
    {
      id: 11,
      title: 'Болезнь А',
      signs: [
        { sign: liver, frequency: 'very-frequent' },
        { sign: bones, frequency: 'frequent' },
      ],
    },
  ]));

test('without signs nothing is suggested', () => expect(suggested()).toEqual([]));

test.each([
  ['гепато', [liver, 3]],
  ['ГЕПАТО', [liver, 3]],
  ['желтая', [3]],
  ['bone', [bones]],
  ['HP:0001744', [spleen]],
  ['боль', [bones]],
  ['а', []],
  ['<script>', []],
])('signs are found by «%s»', (text, found) => expect(findSigns(catalogue, text)).toEqual(found));

test('the address keeps the choice and gives it back', () => {
  const hash = hashOf(catalogue, [spleen, liver]);
  expect(hash).toBe('#signs=HP:0001744,HP:0002240');
  expect(chosenIn(catalogue, hash)).toEqual([spleen, liver]);
  expect(hashOf(catalogue, [])).toBe('');
});

test.each(['', '#signs=', '#signs=HP:9999999', '#signs=<b>', '#diagnostic-5', '#signs=HP:0001744,'])(
  'the address %s asks for no more signs than it names',
  (hash) => expect(chosenIn(catalogue, hash).length).toBeLessThanOrEqual(hash.includes('0001744') ? 1 : 0),
);

test('an address with many signs is cut, a repeated one counts once', () => {
  const signs = Array.from({ length: 20 }, (_, index) => ({ hpo: `HP:${index}`, label: `Признак ${index}` }));
  const many = { ...catalogue, signs };
  const hash = hashOf(
    many,
    signs.map((_, index) => index),
  );
  expect(chosenIn(many, hash)).toHaveLength(mostSigns);
  expect(chosenIn(many, '#signs=HP:1,HP:1')).toEqual([1]);
});
