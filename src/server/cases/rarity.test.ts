import { expect, test } from 'vitest';
import { rarityOf } from './rarity.ts';

const region = 1_000_000;
const country = 99_000_000;

test.each([
  [
    'a disease of 1 in 1000 in a region',
    { per100000: 100, inhabitants: region, hasRegion: true, band: 'middle' },
    false,
  ],
  [
    'an ultra-rare one in a region',
    { per100000: 0.1, inhabitants: region, hasRegion: true, band: 'middle' },
    true,
  ],
  [
    'the same in the whole country',
    { per100000: 0.1, inhabitants: country, hasRegion: false, band: 'middle' },
    false,
  ],
  [
    'a newborn with it in the whole country',
    { per100000: 0.1, inhabitants: country, hasRegion: false, band: 'neonatal' },
    true,
  ],
  [
    'unknown prevalence, in a region',
    { per100000: null, inhabitants: region, hasRegion: true, band: '' },
    true,
  ],
  [
    'unknown population of the subject',
    { per100000: 100, inhabitants: null, hasRegion: true, band: 'middle' },
    true,
  ],
  ['the same without a region', { per100000: null, inhabitants: country, hasRegion: false, band: '' }, false],
] as const)('%s: rare or not', (_, combination, isRare) => {
  const rarity = rarityOf({ ...combination, published: 0 });
  expect([rarity.isRare, rarity.message !== '']).toEqual([isRare, isRare]);
});

test('four other published cases of the combination hide the fifth', () => {
  const combination = { per100000: 0.1, inhabitants: region, hasRegion: true, band: 'school' } as const;
  expect(rarityOf({ ...combination, published: 3 }).isRare).toBe(true);
  expect(rarityOf({ ...combination, published: 4 }).isRare).toBe(false);
});
