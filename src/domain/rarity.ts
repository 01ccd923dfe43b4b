import type { ageBand } from './vocabularies.ts';

/**
 * Whether a disease, a region and an age together may name a patient. The rule is k-anonymity with k = 5: fewer than
 * five people who fit are too few. How many fit is estimated from the prevalence and the people who live there; where
 * nobody knows either, a rare disease in one subject of the Federation is taken for too rare.
 */
const leastGroup = 5;

/**
 * Years that a band covers. How people are spread over ages is not asked: each year of life is taken for as full as any
 * other, and the last band, which has no end, for as long as the one before it.
 */
const years: Record<keyof typeof ageBand, number> = {
  neonatal: 28 / 365,
  infant: 1 - 28 / 365,
  toddler: 3,
  preschool: 3,
  school: 5,
  adolescent: 6,
  young: 22,
  middle: 20,
  old: 20,
};
const allYears = Object.values(years).reduce((sum, band) => sum + band, 0);

interface Combination {
  /** People with the disease among 100,000; null when nobody says. */
  per100000: number | null;
  /** People who live where the patient does, in the subject or in the country, at the least; null when nobody says. */
  inhabitants: number | null;
  hasRegion: boolean;
  band: keyof typeof ageBand | '';
  /** Other published cases of the same disease, region and band. */
  published: number;
}

export interface Rarity {
  isRare: boolean;
  expected: number | null;
  published: number;
  message: string;
}

export function rarityOf({ per100000, inhabitants, hasRegion, band, published }: Combination): Rarity {
  const share = band === '' ? 1 : years[band] / allYears;
  const expected =
    per100000 === null || inhabitants === null ? null : round((per100000 / 100_000) * inhabitants * share);
  const isRare = published + 1 < leastGroup && (expected === null ? hasRegion : expected < leastGroup);
  return { isRare, expected, published, message: isRare ? messageOf(expected, hasRegion) : '' };
}

const round = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

function messageOf(expected: number | null, hasRegion: boolean): string {
  const remedy = hasRegion
    ? 'Уберите субъект Федерации или подтвердите, что пациента узнать нельзя.'
    : 'Подтвердите, что пациента узнать нельзя.';
  return expected === null
    ? `Сколько таких пациентов, не известно: в одном субъекте Федерации по заболеванию и возрасту могут узнать пациента. ${remedy}`
    : `Таких пациентов ожидается меньше ${leastGroup}: по заболеванию${hasRegion ? ', региону' : ''} и возрасту могут узнать пациента. ${remedy}`;
}
