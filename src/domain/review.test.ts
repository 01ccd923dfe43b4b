import { expect, test } from 'vitest';
import { kindsByName } from './kinds/index.ts';
import { firstReview, formatTherapyCheck } from './review.ts';

test('a comparison with the approved drugs grows stale by itself', () => {
  const on = (day: string) => formatTherapyCheck('2026-11-22', () => day);
  expect(on('2027-11-22')).toBe('Одобренные препараты сверены 22 ноября 2026.');
  expect(on('2027-11-23')).toBe('Одобренные препараты давно не сверялись: последний раз 22 ноября 2026.');
});

test('an imported record is due months after its own review, others are spread over those months', () => {
  const dueOf = (id: number, reviewed_at: string | null) =>
    firstReview(kindsByName.clinic, { id, fields: {}, reviewed_at }, '2026-11-28');
  expect(dueOf(1, '2026-10-10')).toBe('2027-10-10');
  expect(dueOf(1, null)).toBe('2026-12-29');
  expect(dueOf(2, null)).toBe('2026-12-30');
});
