import { expect, test } from 'vitest';
import { formatMonths, monthsOf, numberOf } from './series.ts';

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
