import { expect, test } from 'vitest';
import { SearchIndex, type SearchAnswer, type SearchRecord } from '#domain/search/index.ts';
import { cautionWords } from '#domain/search/results.ts';
import { toCyrillic } from '#domain/translit.ts';
import { seed } from './chance.ts';
import { everydayWords } from './sample/everyday-words.ts';
import { randomNumbers } from '#domain/random.ts';
import { wholeBase } from './sample/searched.ts';

const records = wholeBase();
const index = new SearchIndex(records);
const byId = new Map(records.map((record) => [`${record.group} ${record.id}`, record]));
const diseases = records.filter(({ group }) => group === 'disease');

const titleOf = ({ hits: [first] }: SearchAnswer) => first?.pieces.map(({ text }) => text).join('');
/** Whether the reader is warned that the result is not exact. */
const isMarked = ({ match }: SearchAnswer) => match !== 'exact';

test('the whole base is searched', () => {
  expect(diseases.length).toBeGreaterThan(9_900);
});

/** Runs a search without the given records, then restores them. */
function without<T>(taken: readonly SearchRecord[], search: () => T): T {
  for (const { group, id } of taken) index.remove(group, id);
  try {
    return search();
  } finally {
    index.put(taken);
  }
}

/** Words without endings, by a rule independent of the search. */
const wordsOf = (name: string) =>
  (
    name
      .toLowerCase()
      .replaceAll('ё', 'е')
      .replaceAll('β', 'beta')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter(
    (word) => !/^(и|или|с|со|у|от|при|в|на|по|болезнь|синдром|из|для|до|без|к|детей|взрослых)$/.test(word),
  );
function isSame(one: string, other: string): boolean {
  const least = Math.min(one.length, other.length);
  const beginning = Math.max(Math.min(4, least), Math.ceil(least * 0.6));
  // Type 1A is of type 1.
  if (/^\d+$/.test(one) && /^\d+[a-z]$/.test(other)) return parseInt(other, 10) === Number(one);
  return one === other || (least > 2 && one.slice(0, beginning) === other.slice(0, beginning));
}
/** Cyrillic letters only; «5p» is a chromosome arm in any language. */
const spelt = (name: string) =>
  name.replace(/[\p{L}\p{N}]+/gu, (word) =>
    /\d/.test(word) ? word : toCyrillic(word.replace(/c(?![ehiy])/gi, 'k')),
  );
const holds = (record: SearchRecord, name: string) =>
  [record.title, ...record.synonyms, ...record.synonyms.map(spelt)].some((own) =>
    wordsOf(name).every((word) => wordsOf(own).some((other) => isSame(word, other))),
  );

test(`none of 300 removed diseases is replaced by another without a warning, seed ${seed}`, () => {
  const random = randomNumbers(seed);
  const searched = new Set<SearchRecord>();
  while (searched.size < 300) searched.add(diseases[Math.floor(random() * diseases.length)]!);
  const unmarked = [...searched].flatMap((disease) => {
    const answer = without([disease], () => index.search(disease.title));
    const [first] = answer.hits;
    const record = first && byId.get(`${first.group} ${first.id}`);
    // A longer name with every word is not a guess.
    return !record || isMarked(answer) || holds(record, disease.title)
      ? []
      : [`${disease.title} → ${record.title}`];
  });
  expect(unmarked).toEqual([]);
});

test('everyday words hardly ever find anything without a warning', () => {
  const words = [...new Set(everydayWords)];
  expect(words.length).toBeGreaterThanOrEqual(500);
  const found = words.map((word) => [word, index.search(word).match] as const);
  const unmarked = found.filter(([, match]) => match === 'exact').map(([word]) => word);
  expect(unmarked.length / words.length, unmarked.join(' ')).toBeLessThanOrEqual(0.02);
  // They are seldom taken for misprints either.
  const guessed = found.filter(([, match]) => match !== 'nothing').map(([word]) => word);
  expect(guessed.length / words.length, guessed.join(' ')).toBeLessThanOrEqual(0.12);
});

test.each([
  ['Эрдгейма', 'Болезнь Эрдгейма — Честера'],
  ['Канавана', 'Болезнь Канаван'],
])('%s finds %s, and without it nothing in its place', (query, title) => {
  expect(titleOf(index.search(query))).toBe(title);
  const named = diseases.filter((disease) => wordsOf(query).some((word) => holds(disease, word)));
  expect(named.map((disease) => disease.title)).toContain(title);
  const answer = without(named, () => index.search(query));
  expect(answer.match).not.toMatch(/exact|corrected/);
  expect(answer.hits.length).toBeLessThanOrEqual(5);
});

test.each([
  ['печенье', 'begun'],
  ['тетрадь', 'begun'],
  ['печени', 'exact'],
  ['тетрады фалло', 'exact'],
  ['болезнь фаб', 'begun'],
  ['болезнь фабри', 'exact'],
  ['E75', 'exact'],
  ['острая перемежающаяся порфирия', 'exact'],
  ['хроническая перемежающаяся порфирия', 'partial'],
])('a prefix, or another word with the stem, is marked: %s is %s', (query, match) => {
  const answer = index.search(query);
  expect(answer.match).toBe(match);
  expect(answer.hits.length).toBeGreaterThan(0);
});

test('a corrected word is dropped by one link', () => {
  const query = 'атаксия фридрихс';
  const answer = index.search(query);
  const links = cautionWords(query, answer.match, answer, true)?.shorter?.links;
  expect(links?.map(({ link }) => link.text)).toEqual(['без «фридрихс»']);
});

test('«умственная отсталость» finds what is now called intellectual disability', () => {
  const { hits, match } = index.search('умственная отсталость', { perGroup: 20 });
  expect(match).toBe('exact');
  expect(hits.filter(({ title }) => /интеллектуальн\S+ недостаточност/i.test(title)).length).toBeGreaterThan(
    10,
  );
});

test.each([
  ['спинраза 12 мг 5 мл', 'Спинраза'],
  ['солирис 300 мг концентрат', 'Солирис'],
  ['спинраза 12', 'Спинраза'],
  ['гоше куда', 'Болезнь Гоше'],
  ['гоше обратиться', 'Болезнь Гоше'],
  ['куда обратиться с болезнью гоше', 'Болезнь Гоше'],
  ['можно ли рожать при синдроме марфана', 'Синдром Марфана'],
  ['марфана ыгщкпвл', 'Синдром Марфана'],
])('a known word decides, whatever the others: %s', (query, title) => {
  expect(titleOf(index.search(query))).toBe(title);
});

test('missing words are reported, and results are limited', () => {
  const answer = index.search('марфана ыгщкпвл');
  expect(answer).toMatchObject({ match: 'partial', leftOut: ['ыгщкпвл'] });
  const similar = index.search('врождённая швамбранская мегалодистрофия роговицы хвоста');
  expect(similar.match).toBe('similar');
  expect(similar.hits.length).toBeLessThanOrEqual(5);
});

test.each([
  ['rett', 'Синдром Ретта'],
  ['gyu', 'Пароксизмальная ночная гемоглобинурия'],
  ['hlr,', 'Российская детская клиническая больница, г. Москва'],
  ['гликогеноз второго типа', 'Болезнь Помпе'],
  ['sma 1 nbgf', 'Проксимальная спинальная мышечная атрофия, тип 1'],
])('%s is %s', (query, title) => {
  expect(titleOf(index.search(query))).toBe(title);
});

test.each([
  'Спиноцеребеллярная атаксия, тип 7',
  'Синдром 49,XXXYY',
  'Овотестикулярное нарушение формирования пола 46,XY',
  'Синдактилия, тип 5',
  'Расщелина лица № 5 по Тессье',
  'Аутосомно-доминантная болезнь Шарко — Мари — Тута, тип 2D',
  'Синдром EEM',
  'Синдром PAPA',
  'Синдром LIG4',
  'Синдром Мея — Тёрнера',
  'Редкая форма первичного альдостеронизма, не поддающаяся хирургической коррекции',
  'Синдром частичной дупликации длинного плеча хромосомы 10',
])('a number of another type is never ignored: %s', (name) => {
  const named = diseases.filter(({ title }) => title === name);
  expect(named).toHaveLength(1);
  expect(isMarked(without(named, () => index.search(name)))).toBe(true);
});

test('the matching synonym is shown when the title does not match', () => {
  const why = (query: string) => {
    const reason = index.search(query).hits[0]?.why;
    return reason && [reason.source, reason.pieces.map(({ text }) => text).join('')];
  };
  expect(why('глюкоцереброзидоз')).toEqual(['synonym', 'Глюкоцереброзидоз']);
  expect(why('gba1')).toEqual(['gene', 'GBA1']);
  expect(why('болезнь гоше')).toBeUndefined();
});
