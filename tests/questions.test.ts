import { expect, test } from 'vitest';
import { SearchIndex } from '#domain/search/index.ts';
import { wishedList } from '#domain/search/lists.ts';
import { randomNumbers } from '#domain/random.ts';
import { seed } from './chance.ts';
import { wholeBase } from './sample/searched.ts';

const records = wholeBase();
const index = new SearchIndex(records);
const kindsOf = (query: string) => index.search(query).hits.map(({ group }) => group);
const first = (query: string) => index.search(query).hits[0];

const random = randomNumbers(seed);
const pick = <T>(things: readonly T[]): T => things[Math.floor(random() * things.length)]!;

/** Three hundred lines as in labels, price lists and questions. */
const doses = [
  '5 мг',
  '0,5 мг/мл',
  '12 мг 5 мл',
  '100 мкг',
  '400 ЕД',
  '2,5%',
  '1 г',
  '500 МЕ',
  '75 мг + 50 мг',
  '40 мг №30',
];
const forms = [
  'таблетки',
  'капсулы',
  'флакон',
  'раствор для инфузий',
  'лиофилизат',
  'концентрат',
  'шприц',
  'суспензия для приёма внутрь',
  'порошок',
  '',
];
const wishes = ['купить', 'цена', ''];
const labels = doses.flatMap((dose) =>
  forms.flatMap((form) => wishes.map((wish) => `${dose} ${form} ${wish}`.replace(/ +/g, ' ').trim())),
);
const queries = [
  ...wishes.filter(Boolean),
  'телефон',
  'куда обратиться',
  'инструкция по применению',
  'инструкция',
  'отзывы',
  'аналоги',
  'наличие в аптеках',
];

test(`a drug is found first with any label line and any question, seed ${seed}`, () => {
  expect(labels).toHaveLength(300);
  const drugs = records.filter(({ group }) => group === 'drug');
  expect(drugs.length).toBeGreaterThan(200);
  const changed = drugs.flatMap(({ title }) => {
    const alone = first(title)?.id;
    const lines = [...Array.from({ length: 27 }, () => pick(labels)), ...queries];
    return lines.map((line) => `${title} ${line}`).filter((query) => first(query)?.id !== alone);
  });
  expect(changed).toEqual([]);
});

test.each([
  ['препараты от сма', 'drug'],
  ['чем лечить муковисцидоз', 'drug'],
  ['какие анализы при болезни фабри', 'diagnostic'],
  ['генетик новосибирск', 'clinic'],
  ['клинические рекомендации болезнь помпе', 'guideline'],
  ['льготы при муковисцидозе', 'entitlement'],
  ['код мкб болезнь помпе', 'disease'],
  ['кто платит за спинразу', 'drug'],
])('question words select the kind: %s', (query, kind) => {
  expect(kindsOf(query)[0]).toBe(kind);
});

test('drugs are found by mechanism, by several words together', () => {
  expect(kindsOf('антисмысловой олигонуклеотид')).toContain('drug');
  expect(kindsOf('антисмысловой')).not.toContain('drug');
});

test('a certain disease is followed by related records', () => {
  const count = (group: string) =>
    first('болезнь гоше')?.linked?.find((linked) => linked.group === group)?.count ?? 0;
  expect([count('drug'), count('clinic')].every((one) => one > 1)).toBe(true);
});

test('links are followed as they change', () => {
  const nothing = { synonyms: [], codes: [] };
  const own = new SearchIndex([
    { id: 2, group: 'drug', title: 'Церезим', links: [1], ...nothing },
    { id: 1, group: 'disease', title: 'Болезнь Гоше', ...nothing },
  ]);
  const found = (query: string) => own.search(query).hits.map(({ title }) => title);
  expect(found('препараты болезнь гоше')[0]).toBe('Церезим');
  own.put([{ id: 1, group: 'disease', title: 'Болезнь Фабри', ...nothing }]);
  expect(found('препараты болезнь гоше')).not.toContain('Церезим');
  expect(found('препараты болезнь фабри')[0]).toBe('Церезим');
  own.remove('disease', 1);
  expect(found('препараты болезнь фабри')).toEqual([]);
});

const sentences = [
  'Моему сыну 3 года, диагноз NAME, что делать дальше',
  'NAME: рассказ мамы особенного ребёнка',
  'сколько живут с диагнозом NAME',
  'NAME и беременность',
  'Диагноз: NAME, впервые выявленный',
  'NAME, тяжёлое течение, нужна консультация генетика',
  'Состояние после операции, NAME в анамнезе',
];

test(`a name is found in a letter and in a narrative, seed ${seed}`, () => {
  const named = records.filter(({ group, title }) => group === 'disease' && title.length < 45);
  const missed = Array.from({ length: 140 }, (_, i) => {
    const { id, title } = pick(named);
    const query = sentences[i % sentences.length]!.replace('NAME', title);
    return index
      .search(query, { perGroup: 10 })
      .hits.slice(0, 10)
      .some((hit) => hit.id === id)
      ? []
      : [query];
  }).flat();
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(3);
});

test('a type letter is not an article: the requested type is found', () => {
  expect(first('Гемофилия A, тяжёлая форма')?.title).toBe('Тяжёлая гемофилия A');
});

test.each([
  ['гемофилия А', 'Гемофилия A'],
  ['гемофилия в', 'Гемофилия B'],
])('the letter of a type is exact in either alphabet: %s', (query, title) => {
  const { match, hits } = index.search(query);
  expect([match, hits[0]?.title]).toEqual(['exact', title]);
});

test.each([
  ['Rp: Tab. Sapropterini 100 mg', 'Куван'],
  ['Caps. Eliglustati 84 mg', 'Цердельга'],
  ['синдром vfhafyf', 'Синдром Марфана'],
  ['мышечная lbcnhjabz дюшенна', 'Мышечная дистрофия Дюшенна'],
  ['ЛП-007675', 'Золгенсма'],
  ['РУ ЛП-№(001102)-(РГ-RU)', 'Реплагал'],
  ['лп 001102', 'Реплагал'],
  ['mondo 0015626', 'Болезнь Шарко — Мари — Тута'],
  ['синдром CAPS', 'Аутовоспалительное заболевание, ассоциированное с NLRP3'],
])('a prescription, a mixed layout and a register number find the record: %s', (query, title) => {
  const answer = index.search(query);
  expect([answer.match, answer.hits[0]?.title]).toEqual(['exact', title]);
});

test('payers are found for patients of any age', () => {
  expect(kindsOf('кто платит за лечение болезни гоше после 18')).toContain('drug');
  expect(index.search('кто платит за лечение болезни гоше после 18')).toMatchObject({ match: 'exact' });
});

test.each([
  ['генетик Новосибирск', '/clinics/?subject=54'],
  ['где лечат болезнь гоше в Казани', '/clinics/?subject=16'],
  ['генетик для детей в Москве', '/clinics/?patients=children&subject=77'],
  ['генетик Новгород', '/clinics/'],
  ['где лечат болезнь гоше', '/clinics/'],
])('a question about a region finds its clinics: %s', (query, url) => {
  const { wish } = index.search(query);
  expect(wish && wishedList(wish)?.url).toBe(url);
});

test.each(['где лечат болезнь гоше', 'клиника гоше'])(
  'who asks where a disease is treated gets its page, then clinics: %s',
  (query) => expect(kindsOf(query).slice(0, 2)).toEqual(['disease', 'clinic']),
);
