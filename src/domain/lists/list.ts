import { findLetter } from '../alphabet.ts';
import type { Kind } from '../kinds/index.ts';

/** A card in `GET /api/{api}/filter`. */
export type Card = { id: number; title: string } & Readonly<Record<string, unknown>>;

export interface FacetValues {
  field: string;
  title: string;
  values: readonly { id: string; value: string; count: number }[];
}

export interface ListAnswer {
  items: readonly Card[];
  total: number;
  page: number;
  page_size: number;
  facets: readonly FacetValues[];
  linked: readonly { id: number; title: string }[];
  /** Counts of an empty list without one of the choices. */
  removals: readonly { field: string; value: string; count: number }[];
  /** Counts by year, latest first; empty for alphabetical lists. */
  years: readonly { year: number; count: number }[];
}

/** Titles of ids and codes in cards. */
export interface ListNames {
  titleOf(id: number): string | undefined;
  termOf(vocabulary: string, code: string): string;
}

/** Titles from a response; dictionary titles come from its facets. */
export function namesIn(
  { facets, linked }: Pick<ListAnswer, 'facets' | 'linked'>,
  kind: Pick<Kind, 'facets'>,
  terms: Record<string, Record<string, string>>,
): ListNames {
  const titles = new Map(linked.map(({ id, title }) => [id, title]));
  // A number may be a record id as well: 77 is a subject and a disease.
  const values = new Map(
    facets.flatMap((facet) => {
      const vocabulary = kind.facets.find(({ field }) => field === facet.field)?.vocabulary;
      return vocabulary ? facet.values.map(({ id, value }) => [`${vocabulary} ${id}`, value] as const) : [];
    }),
  );
  return {
    titleOf: (id) => titles.get(id),
    termOf: (vocabulary, code) => terms[vocabulary]?.[code] ?? values.get(`${vocabulary} ${code}`) ?? code,
  };
}

/** Label of a chosen facet value. */
export const wordsIn =
  (facets: readonly FacetValues[]) =>
  (field: string, value: string): string => {
    if (field === 'letter') return `Буква ${findLetter(value)?.letter ?? value}`;
    if (field === 'year') return `${value} год`;
    const facet = facets.find((one) => one.field === field);
    return facet?.values.find(({ id }) => id === value)?.value ?? value;
  };
