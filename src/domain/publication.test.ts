import { expect, test } from 'vitest';
import { timeLeft } from './publication.ts';

test.each([
  ['half in ten seconds: ten more', { done: 0, at: 0 }, { done: 500, at: 10_000 }, 10_000, 10_000],
  ['less as time goes on after the last word', { done: 0, at: 0 }, { done: 500, at: 10_000 }, 14_000, 6000],
  [
    'what was there at the first look is not pace',
    { done: 400, at: 0 },
    { done: 500, at: 2000 },
    2000,
    10_000,
  ],
  ['nothing after the first word', { done: 40, at: 0 }, { done: 40, at: 0 }, 0, null],
  ['nothing while it has been watched for a moment', { done: 0, at: 0 }, { done: 100, at: 900 }, 900, null],
  ['nothing when the pace has lied', { done: 0, at: 0 }, { done: 500, at: 10_000 }, 25_000, null],
  ['nothing at the end', { done: 0, at: 0 }, { done: 1000, at: 10_000 }, 10_000, null],
])('remaining time of 1000 pages: %s', (_, first, last, now, left) => {
  expect(timeLeft(first, last, { total: 1000, now })).toBe(left);
});
