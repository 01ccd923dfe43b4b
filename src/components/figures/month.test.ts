import { expect, test } from 'vitest';
import { monthsOf } from './month.ts';

const marked = (start: string, end?: string) =>
  monthsOf([{ start, end }])[0]
    ?.weeks.flat()
    .flatMap((day) => (day?.isMarked ? [day.number] : []));

test('December 2026 begins on a Tuesday and has 31 days in five weeks', () => {
  const [month] = monthsOf([{ start: '2026-12-05T10:00' }]);
  expect(month?.title).toBe('Декабрь 2026');
  expect(month?.weeks).toHaveLength(5);
  expect(month?.weeks[0]?.map((day) => day?.number)).toEqual([undefined, 1, 2, 3, 4, 5, 6]);
  expect(month?.weeks.flat().filter(Boolean)).toHaveLength(31);
});

test.each([
  ['2026-12-05', undefined, [5]],
  ['2026-12-30', '2027-01-02', [30, 31]],
  ['2028-02-28T10:00', '2028-02-29T18:00', [28, 29]],
  ['2026-12-05', '2026-12-01', [5]],
  ['0000-01-01', undefined, [1]],
])('from %s to %s the days %j are marked', (start, end, days) => expect(marked(start, end)).toEqual(days));

test('months run in order, those without anything are left out, and what goes over the new year is in both', () => {
  const months = monthsOf([
    { start: '2027-04-17', name: 'Гемофилия' },
    { start: '2026-12-30T09:00', end: '2027-01-02', name: 'Школа' },
    { start: '2027-01-02', name: 'Эфир' },
    { start: '', name: 'Без дня' },
  ]);
  expect(months.map(({ title, spans }) => [title, spans.map(({ name }) => name)])).toEqual([
    ['Декабрь 2026', ['Школа']],
    ['Январь 2027', ['Школа', 'Эфир']],
    ['Апрель 2027', ['Гемофилия']],
  ]);
  expect(months[1]?.weeks.flat().flatMap((day) => (day?.isMarked ? [day.number] : []))).toEqual([1, 2]);
});
