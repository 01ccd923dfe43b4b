/** The way from the signs of a patient to tests: by the diseases that have the signs. Pure; the same file everywhere. */
import { frequency } from './vocabularies.ts';

export type Frequency = keyof typeof frequency;

/** What the browser is given, as `/diagnostics/signs.json` holds it. Signs are named by their places in `signs`. */
export interface Catalogue {
  signs: readonly FinderSign[];
  diseases: readonly {
    id: number;
    title: string;
    signs: readonly (readonly [sign: number, Frequency | null])[];
  }[];
  tests: readonly FinderTest[];
  /** Addresses of the lists in which the records are. */
  paths: { disease: string; diagnostic: string; clinic: string };
}

export interface FinderSign {
  hpo: string;
  /** The Russian label; the English one where there is none. */
  label: string;
  /** The term of HPO where the label is a translation that nobody has checked. */
  english?: string;
}

export interface FinderTest {
  id: number;
  title: string;
  method?: string;
  material?: string;
  /** Whether it is free of charge for the patient; unknown without it. */
  free?: boolean;
  /** Places in `diseases`. */
  diseases: readonly number[];
  /** Signs of its own, beside those of the diseases. */
  signs: readonly number[];
  clinics: readonly { id: number; title: string }[];
}

/** A test that the signs speak for, and by which diseases they do. */
export interface Suggestion {
  test: FinderTest;
  /** Chosen signs that one disease of the test explains, or the test itself: the most of them. */
  count: number;
  /** Chosen signs that are named for the test itself. */
  own: readonly number[];
  diseases: readonly Match[];
}
export interface Match {
  id: number;
  title: string;
  signs: readonly { sign: number; frequency: Frequency | null }[];
}

/** So many signs at once; who has more begins with the telling ones. */
export const mostSigns = 8;

/** Signs whose label, HPO term or number has these letters: words that begin so first, then the commoner sign. */
export function findSigns(catalogue: Catalogue, text: string, most = 8): number[] {
  const sought = fold(text);
  if (sought.length < 2) return [];
  const commonness = new Map<number, number>();
  for (const { signs } of catalogue.diseases)
    for (const [sign] of signs) commonness.set(sign, (commonness.get(sign) ?? 0) + 1);
  return catalogue.signs
    .map(({ hpo, label, english = '' }, sign) => {
      const words = fold(`${label} ${english} ${hpo}`);
      const at = words.indexOf(sought);
      const rank = at < 0 ? 3 : at === 0 ? 0 : words[at - 1] === ' ' ? 1 : 2;
      return { sign, rank, common: commonness.get(sign) ?? 0, label };
    })
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank || b.common - a.common || (a.label < b.label ? -1 : 1))
    .slice(0, most)
    .map(({ sign }) => sign);
}

const fold = (text: string) => text.trim().toLowerCase().replaceAll('ё', 'е');

/** Tests for the diseases that have any of the signs: those whose disease has most of them first, the surer before. */
export function suggest(catalogue: Catalogue, chosen: readonly number[]): Suggestion[] {
  const matches = catalogue.diseases.map(({ id, title, signs }) => {
    const found = signs
      .filter(([sign, often]) => chosen.includes(sign) && often !== 'excluded')
      .map(([sign, often]) => ({ sign, frequency: often }));
    return { id, title, signs: found, weight: found.reduce((sum, one) => sum + shareOf(one.frequency), 0) };
  });
  return catalogue.tests
    .map((test) => {
      const own = test.signs.filter((sign) => chosen.includes(sign));
      const diseases = test.diseases
        .flatMap((place) => matches[place] ?? [])
        .filter(({ signs }) => signs.length > 0)
        .sort((a, b) => b.signs.length - a.signs.length || b.weight - a.weight);
      const first = diseases[0];
      return {
        suggestion: {
          test,
          own,
          count: Math.max(own.length, first?.signs.length ?? 0),
          diseases: diseases.map(({ id, title, signs }) => ({ id, title, signs })),
        },
        weight: Math.max(own.length, first?.weight ?? 0),
      };
    })
    .filter(({ suggestion }) => suggestion.count > 0)
    .sort(
      (a, b) =>
        b.suggestion.count - a.suggestion.count ||
        b.weight - a.weight ||
        (a.suggestion.test.title < b.suggestion.test.title ? -1 : 1),
    )
    .map(({ suggestion }) => suggestion);
}

/** The middle of a class of frequency as a share; what is not known counts as «нередко». */
function shareOf(name: Frequency | null): number {
  const { from, to } = frequency[name ?? 'occasional'];
  return (from + to) / 200;
}

/** The choice as the address keeps it: #signs=HP:0001744,HP:0002240. */
export const hashOf = (catalogue: Catalogue, chosen: readonly number[]): string =>
  chosen.length ? `#signs=${chosen.map((sign) => catalogue.signs[sign]?.hpo).join(',')}` : '';

/** The signs that an address asks for; those that nobody knows are left out. */
export function chosenIn(catalogue: Catalogue, hash: string): number[] {
  const [, list = ''] = /^#signs=([\w:,]+)$/.exec(hash) ?? [];
  const places = list.split(',').map((hpo) => catalogue.signs.findIndex((sign) => sign.hpo === hpo));
  return [...new Set(places)].filter((place) => place >= 0).slice(0, mostSigns);
}
