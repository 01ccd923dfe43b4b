import { expect, test } from 'vitest';
import { chromosomeOf, sayLocus } from './chromosome.ts';

test.each([
  ['1q22', '1', 'q'],
  ['Xp21.2-p21.1', 'X', 'p'],
  ['22q11.21', '22', 'q'],
  ['11cen', '11', undefined],
])('%s lies on chromosome %s, arm %s', (locus, name, arm) =>
  expect(chromosomeOf(locus)).toMatchObject({ name, arm }),
);

test.each([undefined, '', 'mitochondria', '23q1', 'q22'])('%s is on no chromosome', (locus) =>
  expect(chromosomeOf(locus)).toBeUndefined(),
);

test('the longest chromosome fills the field and no other leaves it', () => {
  for (const name of [...Array.from({ length: 22 }, (_, index) => String(index + 1)), 'X', 'Y']) {
    const { short, long } = chromosomeOf(`${name}q1`)!;
    expect(short + long).toBeLessThanOrEqual(293);
    expect(long).toBeGreaterThan(short);
  }
});

test('a locus is said in words', () => {
  expect(sayLocus('1q22')).toBe('Хромосома 1, длинное плечо, 1q22');
  expect(sayLocus('MT')).toBe('MT');
});
