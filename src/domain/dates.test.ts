import { expect, test } from 'vitest';
import {
  formatDay,
  formatMoment,
  formatSpan,
  hasEnded,
  leafOf,
  monthsAfter,
  withOffset,
  yearFraction,
  nextPortalDay,
} from './dates.ts';

test.each([
  ['2026-11-21', '21 ноября 2026'],
  ['2026-01-01', '1 января 2026'],
  ['2026-11', 'ноябрь 2026'],
  ['2026', '2026 год'],
  ['0000-01-01', '1 января 0000'],
  ['скоро', 'скоро'],
])('date %s reads «%s»', (text, expected) => expect(formatDay(text)).toBe(expected));

test('a moment names its weekday and zone', () => {
  expect(formatMoment('2026-11-28T10:00', 'Europe/Moscow')).toBe(
    '28 ноября 2026, суббота, 10:00 (мск, UTC+3)',
  );
  expect(formatMoment('2026-11-28T10:00', 'Asia/Kolkata')).toBe('28 ноября 2026, суббота, 10:00 (UTC+05:30)');
  expect(formatMoment('2026-11-28', 'Europe/Moscow')).toBe('28 ноября 2026, суббота');
});

test.each([
  ['2026-11-28T10:00', '2026-11-28T18:00', '28 ноября 2026, суббота, 10:00–18:00 (мск, UTC+3)'],
  [
    '2026-11-28T10:00',
    '2026-11-30',
    '28 ноября 2026, суббота, 10:00 (мск, UTC+3) — 30 ноября 2026, понедельник',
  ],
  ['2026-11-28', '2026-11-30', '28–30 ноября 2026'],
  ['2026-11-28', '2026-12-02', '28 ноября — 2 декабря 2026'],
  ['2026-12-30', '2027-01-02', '30 декабря 2026 — 2 января 2027'],
  ['2026-11-28', undefined, '28 ноября 2026, суббота'],
])('the span from %s to %s reads «%s»', (start, end, expected) =>
  expect(formatSpan(start, end, 'Europe/Moscow')).toBe(expected),
);

test('machines get local time with offset', () => {
  expect(withOffset('2026-11-28T10:00', 'Asia/Yekaterinburg')).toBe('2026-11-28T10:00+05:00');
  expect(withOffset('2026-11-28', 'Asia/Yekaterinburg')).toBe('2026-11-28');
});

test('a calendar leaf shows a day and a short month', () =>
  expect(leafOf('2026-05-09')).toEqual({ day: '9', month: 'мая' }));

test('a partial date is a fraction of years', () => {
  expect(yearFraction('2024')).toBe(2024);
  expect(yearFraction('2024-07')).toBeCloseTo(2024.5);
});

test.each([
  ['2025-07-03', 6, '2026-01-03'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2026-11-26', 0, '2026-11-26'],
  ['2026-01-31', 1, '2026-03-03'],
])('%s and %i months are %s', (day, later, found) => expect(monthsAfter(day, later)).toBe(found));

test.each([
  ['2026-11-27T20:59:59Z', '2026-11-27T21:00:00.000Z'],
  ['2026-11-27T21:00:00Z', '2026-11-28T21:00:00.000Z'],
])('after %s the next day of the portal begins at %s', (now, start) => {
  expect(nextPortalDay(new Date(now)).toISOString()).toBe(start);
});

test('an event of a day has not ended on that day', () => {
  const seen = (today: string) => hasEnded('2026-11-28T10:00', () => today);
  expect([seen('2026-11-28'), seen('2026-11-29')]).toEqual([false, true]);
});
