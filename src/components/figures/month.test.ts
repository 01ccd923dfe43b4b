import { expect, test } from 'vitest';
import { monthOf } from './month.ts';

const marked = (start: string, end?: string) =>
  monthOf(start, end)
    ?.weeks.flat()
    .flatMap((day) => (day?.isMarked ? [day.number] : []));

test('December 2026 begins on a Tuesday and has 31 days in five weeks', () => {
  const month = monthOf('2026-12-05T10:00', undefined);
  expect(month?.title).toBe('Декабрь 2026');
  expect(month?.weeks).toHaveLength(5);
  expect(month?.weeks[0]?.map((day) => day?.number)).toEqual([undefined, 1, 2, 3, 4, 5, 6]);
  expect(month?.weeks.flat().filter(Boolean)).toHaveLength(31);
});

test.each([
  ['2026-12-05', undefined, [5]],
  ['2026-12-30', '2027-01-02', [30, 31]],
  ['2028-02-28T10:00', '2028-02-29T18:00', [28, 29]],
  ['0000-01-01', undefined, [1]],
])('from %s to %s the days %j are marked', (start, end, days) => expect(marked(start, end)).toEqual(days));
