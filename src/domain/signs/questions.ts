import { shares } from './pack.ts';
import type { SignIndex } from './profiles.ts';
import { codeOf, findForm, formOf, placesOf, rank, type RankedPatient, type Ranked } from './rank.ts';

interface Question {
  hpo: string;
  /** Expected information gain in bits. */
  gain: number;
}

/** Number of first diseases to distinguish. */
const parted = 10;
/** Share of people with the sign without the disease, or when the disease does not list it. */
const elsewhere = 0.02;

/** Signs that best separate the first diseases, from different parts of HPO; accepts an existing ranking. */
export function askNext(
  patient: RankedPatient,
  index: SignIndex,
  limit = 5,
  ranked: readonly Ranked[] = rank(patient, index, parted),
): Question[] {
  const first = ranked.slice(0, parted);
  if (first.length === 0 || placesOf(patient.present, index).length === 0) return [];
  const odds = first.map(({ score }) => Math.exp(score - first[0]!.score));
  const sum = odds.reduce((total, one) => total + one, 0);
  const settled = settledBy(patient, index);
  const given = new Set(
    first
      .flatMap(({ form }) => formOf(index, form).signs.map(([term]) => term))
      .filter((term) => !settled(term)),
  );
  const gains = [...given]
    .map((sign) => {
      const having = first.map(({ form }) => {
        const at = findForm(index, sign, form);
        return at === undefined ? elsewhere : shares[index.level[at]!]!;
      });
      const mean = having.reduce((total, share, place) => total + share * (odds[place]! / sum), 0);
      const left = having.reduce((total, share, place) => total + doubt(share) * (odds[place]! / sum), 0);
      return { sign, gain: doubt(mean) - left };
    })
    .sort((one, other) => other.gain - one.gain || one.sign - other.sign);
  const chosen: typeof gains = [];
  for (const one of gains) {
    if (chosen.length >= limit) break;
    const isNear = chosen.some(
      ({ sign }) => isAbove(index, sign, one.sign) || isAbove(index, one.sign, sign),
    );
    if (!isNear) chosen.push(one);
  }
  return chosen.map(({ sign, gain }) => ({ hpo: codeOf(sign, index), gain }));
}

/** Entropy of a yes/no in bits. */
const doubt = (share: number) =>
  share <= 0 || share >= 1 ? 0 : -share * Math.log2(share) - (1 - share) * Math.log2(1 - share);

/** Signs that need no question: given ones, ancestors of present and descendants of absent ones. */
function settledBy({ present, absent = [] }: RankedPatient, index: SignIndex): (sign: number) => boolean {
  const { upper, upperStart } = index;
  const there = new Set(
    placesOf(present, index).flatMap((sign) => [...upper.subarray(upperStart[sign], upperStart[sign + 1])]),
  );
  const missing = new Set(placesOf(absent, index));
  return (sign) =>
    there.has(sign) || upper.subarray(upperStart[sign], upperStart[sign + 1]).some((one) => missing.has(one));
}

const isAbove = ({ upper, upperStart }: SignIndex, high: number, low: number) =>
  upper.subarray(upperStart[low], upperStart[low + 1]).includes(high);

/** Information content of the given signs. */
export interface Informativeness {
  /** In nats; shared information counts once. */
  weight: number;
  /** Share of published patients with such a weight whose diagnosis was in the first ten. */
  foundInTen: number;
}

/**
 * Sextiles of 2,173 sign sets by weight (all, 5, 3 and 2 signs of the tuning patients; the second and third
 * merged): upper bound, and share of diagnoses in the first ten.
 */
const parts = [
  { to: 7.6, foundInTen: 0.32 },
  { to: 12.7, foundInTen: 0.56 },
  { to: 16.9, foundInTen: 0.62 },
  { to: 24.8, foundInTen: 0.71 },
  { to: Infinity, foundInTen: 0.83 },
] as const;

export function informativenessOf(present: readonly string[], index: SignIndex): Informativeness {
  const { information, upper, upperStart } = index;
  const signs = placesOf(present, index).toSorted(
    (one, other) => information[other]! - information[one]! || one - other,
  );
  const covered = new Set<number>();
  let weight = 0;
  for (const sign of signs) {
    const above = upper.subarray(upperStart[sign], upperStart[sign + 1]);
    const known = above.reduce((max, one) => (covered.has(one) ? Math.max(max, information[one]!) : max), 0);
    weight += Math.max(0, information[sign]! - known);
    for (const one of above) covered.add(one);
  }
  const foundInTen = weight === 0 ? 0 : parts.find(({ to }) => weight <= to)!.foundInTen;
  return { weight, foundInTen };
}
