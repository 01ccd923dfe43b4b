import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chromosomeOf, drawChromosome, field, sayLocus } from './chromosome.ts';

test.each([
  ['1q22', '1', 'q', 155.1, 156.6],
  ['Xp21.2-p21.1', 'X', 'p', 29.3, 37.8],
  ['22q11.21', '22', 'q', 17.4, 21.7],
  ['7q31', '7', 'q', 107.8, 127.5],
  ['11q13.2-13.4', '11', 'q', 66.1, 75.5],
])('%s lies on chromosome %s, arm %s, between %d and %d million bases', (locus, name, arm, from, to) =>
  expect(chromosomeOf(locus)).toMatchObject({ name, arm, place: { from, to } }),
);

test.each(['11cen', '5q', 'Xq99'])('%s names a chromosome and no band', (locus) =>
  expect(chromosomeOf(locus)).toMatchObject({ place: undefined }),
);

test.each([undefined, '', 'mitochondria', '23q1', 'q22', '1 q'])('%s', (locus) =>
  locus === '1 q' ? expect(chromosomeOf(locus)?.arm).toBe('q') : expect(chromosomeOf(locus)).toBeUndefined(),
);

const names = [...Array.from({ length: 22 }, (_, index) => String(index + 1)), 'X', 'Y'];

test('bands of every chromosome follow one another, and nothing is drawn outside the field', () => {
  for (const name of names) {
    const chromosome = chromosomeOf(`${name}q`)!;
    let end = 0;
    for (const { from, to } of chromosome.bands) {
      expect(from).toBe(end);
      expect(to).toBeGreaterThan(from);
      end = to;
    }
    expect(chromosome.centromere).toBeLessThan(chromosome.length);
    const { bands, outline } = drawChromosome(chromosome);
    const numbers = [...(bands.map(({ path }) => path).join('') + outline).matchAll(/[MH](\d+(?:\.\d)?)/g)];
    for (const [, x] of numbers) {
      expect(Number(x)).toBeGreaterThanOrEqual(field.from);
      expect(Number(x)).toBeLessThanOrEqual(field.to);
    }
  }
});

test('every locus of the starter catalogue that names a band is found among the bands', () => {
  const file = new URL('../../starter/disease.ndjson', import.meta.url);
  const loci = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => (JSON.parse(line) as { data: { genes?: { locus?: string }[] } }).data.genes ?? [])
    .flatMap(({ locus }) => (locus && /[pq]\d/.test(locus) ? [locus] : []));
  expect(loci.length).toBeGreaterThan(300);
  expect(loci.filter((locus) => !chromosomeOf(locus)?.place)).toEqual([]);
});

test('a locus is said in words', () => {
  expect(sayLocus('1q22')).toBe('Хромосома 1, длинное плечо, 1q22');
  expect(sayLocus('MT')).toBe('MT');
});
