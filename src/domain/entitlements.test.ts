import { expect, test } from 'vitest';
import { fc } from '../../tests/chance.ts';
import {
  agesOf,
  evaluateRules,
  describeEntitlement,
  type Mark,
  type EntitlementRule,
} from './entitlements.ts';
import { codes, diseaseList } from './vocabularies.ts';

const rule = (title: string, more: Partial<EntitlementRule>): EntitlementRule => ({
  title,
  programme: 'regional',
  diseases: [],
  subjects: [],
  payer: 'Бюджет региона',
  ...more,
});
const read = { edition: 'от 01.01.2026', checked_at: '2026-11-22' };
const fund = rule('Круг добра', {
  programme: 'krug-dobra',
  list: 'krug-dobra',
  age_to: 19,
  payer: 'Фонд «Круг добра»',
  ...read,
});
const vzn = rule('14 нозологий', {
  programme: 'vzn14',
  list: 'vzn14',
  age_from: 18,
  payer: 'Федеральный бюджет',
});
const smaAdult = rule('СМА: взрослый', { diseases: [70], age_from: 19, ...read });
const commission = rule('Врачебная комиссия', {
  programme: 'commission',
  everyone: true,
  condition: 'препарат назначен по жизненным показаниям',
});
const orenburg = rule('Оренбургская область', { list: 'life-threatening', subjects: ['56'] });
const over = rule('Завершённая программа', { diseases: [70], valid_to: '2025-12-31' });
const rules = [commission, orenburg, vzn, fund, over, smaAdult];

const sma = { id: 70, lists: [{ name: 'krug-dobra' }] as Mark[] };
const gaucher = {
  id: 355,
  lists: [{ name: 'vzn14' }, { name: 'krug-dobra', age_to: 18 }] as Mark[],
};
const fabry = { id: 324, lists: [{ name: 'life-threatening' }] as Mark[] };
const day = '2026-11-22';

test.each([
  // disease, age, subject, applies, maybe, not
  [
    'СМА, 19 лет, Томск',
    sma,
    19,
    '70',
    ['СМА: взрослый'],
    ['Врачебная комиссия'],
    ['Завершённая программа', 'Круг добра'],
  ],
  [
    'СМА, 18 лет',
    sma,
    18,
    '70',
    ['Круг добра'],
    ['Врачебная комиссия'],
    ['Завершённая программа', 'СМА: взрослый'],
  ],
  [
    'СМА, возраст неизвестен',
    sma,
    undefined,
    undefined,
    [],
    ['СМА: взрослый', 'Круг добра', 'Врачебная комиссия'],
    ['Завершённая программа'],
  ],
  ['Гоше, 17 лет', gaucher, 17, '77', ['Круг добра'], ['Врачебная комиссия'], ['14 нозологий']],
  [
    'Гоше, 18 лет: до 18, а не до 19',
    gaucher,
    18,
    '77',
    ['14 нозологий'],
    ['Врачебная комиссия'],
    ['Круг добра'],
  ],
  ['Фабри, 40 лет, Оренбург', fabry, 40, '56', ['Оренбургская область'], ['Врачебная комиссия'], []],
  ['Фабри, 40 лет, Томск', fabry, 40, '70', [], ['Врачебная комиссия'], ['Оренбургская область']],
  ['Фабри, регион неизвестен', fabry, 40, undefined, [], ['Оренбургская область', 'Врачебная комиссия'], []],
] as const)('%s', (_, disease, age, subject, applies, maybe, not) => {
  const answer = evaluateRules({ disease, age, subject, day }, rules);
  const titles = (part: readonly { rule: EntitlementRule }[]) => part.map(({ rule: { title } }) => title);
  expect(titles(answer.applies)).toEqual(applies);
  expect(titles(answer.maybe)).toEqual(maybe);
  expect(titles(answer.not).toSorted()).toEqual(not);
  for (const { reasons } of [...answer.applies, ...answer.maybe, ...answer.not])
    expect(reasons.length).toBeGreaterThan(0);
});

test('unknowns are reported: unread acts, regional acts, lists', () => {
  const unknownsOf = ({ unknown }: { unknown: { code: string; text: string }[] }) =>
    unknown.map(({ code }) => code);
  expect(unknownsOf(evaluateRules({ disease: sma, age: 19, subject: '70', day }, [fund, smaAdult]))).toEqual([
    'region',
    'lists',
  ]);
  const unread = evaluateRules({ disease: gaucher, age: 30, subject: '56', day }, [vzn, orenburg]);
  expect(unknownsOf(unread)).toEqual(['edition', 'region', 'lists']);
  // A regional act about other diseases is not reported for this one.
  expect(unknownsOf(evaluateRules({ disease: fabry, age: 30, subject: '56', day }, [orenburg]))).toEqual([
    'edition',
    'lists',
  ]);
  expect(unread.unknown[0]?.text).toContain('14 нозологий');
});

test.each([
  ['2025-12-30', 'applies'],
  ['2025-12-31', 'applies'],
  ['2026-01-01', 'not'],
] as const)('a rule ends after its last day: on %s it is in «%s»', (date, part) => {
  const answer = evaluateRules({ disease: sma, age: 19, subject: '70', day: date }, [over]);
  expect(answer[part].map(({ rule: { title } }) => title)).toEqual(['Завершённая программа']);
});

test('the result is a sentence with the payer and the excluded ages', () => {
  const answer = evaluateRules({ disease: sma, age: 19, subject: '70', day }, rules);
  expect(describeEntitlement(answer, { age: 19, region: 'Томская область' })).toBe(
    'Возраст 19, Томская область: платит бюджет региона («СМА: взрослый»). Не подходит по возрасту: «Круг добра» — до 19 лет.',
  );
  const none = evaluateRules({ disease: { id: 1, lists: [] }, age: 5, day }, rules);
  expect(describeEntitlement(none, { age: 5 })).toBe(
    'Возраст 5: отдельного правила для этой болезни в каталоге нет, остаются общие.',
  );
});

const age = fc.double({ min: 0, max: 119, noNaN: true });
const date = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const someRule = fc.record({
  title: fc.constant('Правило'),
  programme: fc.constant('regional' as const),
  payer: fc.constant('Бюджет'),
  list: fc.option(fc.constantFrom(...codes(diseaseList)), { nil: undefined }),
  diseases: fc.subarray([1, 2, 3]),
  everyone: fc.boolean(),
  age_from: fc.option(age, { nil: undefined }),
  age_to: fc.option(age, { nil: undefined }),
  subjects: fc.subarray(['56', '70']),
  condition: fc.option(fc.constant('есть решение'), { nil: undefined }),
  valid_from: fc.option(date, { nil: undefined }),
  valid_to: fc.option(date, { nil: undefined }),
});
const question = fc.record({
  disease: fc.record({
    id: fc.constantFrom(1, 2),
    lists: fc.array(
      fc.record({
        name: fc.constantFrom(...codes(diseaseList)),
        age_from: fc.option(age, { nil: undefined }),
        age_to: fc.option(age, { nil: undefined }),
      }),
      { maxLength: 4 },
    ),
  }),
  age: fc.option(age, { nil: undefined }),
  subject: fc.option(fc.constantFrom('56', '70', '77'), { nil: undefined }),
  day: date,
});

test('a rule never applies outside its days, ages or regions, and is in one part only', () => {
  fc.assert(
    fc.property(question, fc.array(someRule, { maxLength: 12 }), (patient, some) => {
      const { applies, maybe, not } = evaluateRules(patient, some);
      const parts = [applies, maybe, not].flat().map((judged) => judged.rule);
      expect(new Set(parts).size).toBe(parts.length);
      for (const { rule: fired } of applies) {
        expect(fired.valid_to === undefined || patient.day <= fired.valid_to).toBe(true);
        expect(fired.valid_from === undefined || patient.day >= fired.valid_from).toBe(true);
        expect(fired.condition).toBeUndefined();
        if (patient.age !== undefined) {
          expect(patient.age).toBeGreaterThanOrEqual(fired.age_from ?? 0);
          expect(patient.age).toBeLessThan(fired.age_to ?? Infinity);
        }
        if (fired.subjects.length > 0) expect(fired.subjects).toContain(patient.subject);
        const isConcerned =
          fired.everyone ||
          fired.diseases.includes(patient.disease.id) ||
          patient.disease.lists.some(({ name }) => name === fired.list);
        expect(isConcerned).toBe(true);
      }
    }),
  );
});

test('more answers never add results', () => {
  fc.assert(
    fc.property(question, fc.array(someRule, { maxLength: 12 }), (patient, some) => {
      const blind = evaluateRules({ ...patient, age: undefined, subject: undefined }, some);
      const possible = new Set([...blind.applies, ...blind.maybe].map((judged) => judged.rule));
      for (const { rule: fired } of evaluateRules(patient, some).applies) expect(possible).toContain(fired);
    }),
  );
});

test('between two listed ages the result stays the same', () => {
  fc.assert(
    fc.property(question, fc.array(someRule, { maxLength: 8 }), age, (patient, some, years) => {
      const from = agesOf(patient.disease, some).findLast((bound) => bound <= years) ?? 0;
      const fired = (at: number) =>
        evaluateRules({ ...patient, age: at }, some).applies.map((judged) => judged.rule);
      expect(fired(years)).toEqual(fired(from));
    }),
  );
});
