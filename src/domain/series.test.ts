import { expect, test } from 'vitest';
import {
  measuredOf,
  monthsOf,
  numberOf,
  problemsOfSeries,
  readPasted,
  formatMonths,
  treatmentStart,
} from './series.ts';

test.each([
  ['4 г. 6 мес.', 54],
  ['4 года 6 месяцев', 54],
  ['4 г 6 м', 54],
  ['8 мес', 8],
  ['3,5', 42],
  ['3.5 года', 42],
  ['11 лет', 132],
  ['0', 0],
  ['при рождении', 0],
  ['18 месяцев', 18],
  ['12.03.2019', undefined],
  ['2019', undefined],
  ['2019-03-12', undefined],
  ['март', undefined],
  ['', undefined],
  ['-1', undefined],
  ['150 лет', undefined],
])('age %j is %j months', (text, months) => expect(monthsOf(text)).toBe(months));

test('a formatted age parses to the same', () => {
  for (let months = 0; months <= 1440; months += 1) expect(monthsOf(formatMonths(months))).toBe(months);
});

test.each([
  ['12,5', 12.5],
  ['12.5', 12.5],
  ['1 240', 1240],
  ['14\u00a0800', 14_800],
  ['−0,5', -0.5],
  ['1e3', undefined],
  ['<5', undefined],
  ['Infinity', undefined],
  ['NaN', undefined],
  ['12,5,1', undefined],
  ['', undefined],
])('value %j is %j', (text, value) => expect(numberOf(text)).toBe(value));

test('two spreadsheet columns become points; unreadable lines are named', () => {
  const text = 'Возраст\tРост\r\n3,5\t98,5\r\n4 г. 2 мес.;101.2\r\n12.03.2019\t104\r\n\r\n5\t—\n6\t110\t\n';
  const { points, wrong } = readPasted(text);
  expect(points).toEqual([
    { age: '3 г. 6 мес.', value: '98,5' },
    { age: '4 г. 2 мес.', value: '101.2' },
    { age: '6 лет', value: '110' },
  ]);
  expect(wrong.map(({ line }) => line)).toEqual([1, 4, 6]);
  expect(wrong[1]).toMatchObject({ text: '12.03.2019\t104', message: expect.stringContaining('не дату') });
  expect(readPasted('1\t2\n2\t3', 1)).toMatchObject({ points: [{}], wrong: [{ line: 2 }] });
});

const series = { title: 'Рост', unit: 'см', low: '', high: '', laboratory: '', points: [] };

test('incomplete rows are not drawn and block submission', () => {
  const points = [
    { age: '5', value: '105' },
    { age: '', value: '' },
    { age: '4', value: '99,5' },
  ];
  expect(measuredOf({ points })).toEqual([
    { months: 48, value: 99.5 },
    { months: 60, value: 105 },
  ]);
  expect(problemsOfSeries({ ...series, points }).map(({ path }) => path)).toEqual([
    'points.1.age',
    'points.1.value',
  ]);
  expect(problemsOfSeries({ ...series, low: '5', high: '2', unit: ' ' }).map(({ path }) => path)).toEqual([
    'unit',
    'high',
    'title',
  ]);
});

test('the start of treatment is the first age of the timeline', () => {
  const step = (kind: string, when: string) => ({ kind, when });
  expect(treatmentStart([step('diagnosis', 'в 4 года'), step('therapy', 'в 5 лет')])).toBe(60);
  expect(treatmentStart([step('therapy', 'через 2 месяца'), step('therapy', 'с 2 лет')])).toBe(24);
  expect(treatmentStart([step('therapy', 'сразу')])).toBeUndefined();
});
