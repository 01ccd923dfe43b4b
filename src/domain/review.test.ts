import { expect, test } from 'vitest';
import { formatTherapyCheck } from './review.ts';

test('a comparison with the approved drugs grows stale by itself', () => {
  const on = (day: string) => formatTherapyCheck('2026-11-22', () => day);
  expect(on('2027-11-22')).toBe('Одобренные препараты сверены 22 ноября 2026.');
  expect(on('2027-11-23')).toBe('Одобренные препараты давно не сверялись: последний раз 22 ноября 2026.');
});
