import type { CaseCheck } from '#contract/cases.ts';
import type { ageBand } from '#domain/vocabularies.ts';

/**
 * Whether disease, region and age together may identify a patient: k-anonymity with k = 5. The number of
 * matching people is estimated from prevalence and population; if either is unknown, a rare disease in one
 * federal subject counts as too rare.
 */
const leastGroup = 5;

/** Years covered by an age band, assuming equal years; the open last band counts like the one before. */
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
  /** Prevalence per 100,000; null when unknown. */
  per100000: number | null;
  /** Minimum population of the subject or country; null when unknown. */
  inhabitants: number | null;
  hasRegion: boolean;
  band: keyof typeof ageBand | '';
  /** Other published cases of the same disease, region and band. */
  published: number;
}

export function rarityOf({
  per100000,
  inhabitants,
  hasRegion,
  band,
  published,
}: Combination): CaseCheck['rarity'] {
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
