import { findLetter } from '../alphabet.ts';
import type { Kind } from '../kinds/index.ts';

/** What lists show of a record, as `GET /api/{api}/filter` gives it. */
export type Card = { id: number; title: string } & Readonly<Record<string, unknown>>;

export interface FacetValues {
  field: string;
  title: string;
  values: readonly { id: string; value: string; count: number }[];
}

/** The answer of `GET /api/{api}/filter`. */
export interface ListAnswer {
  items: readonly Card[];
  total: number;
  page: number;
  page_size: number;
  facets: readonly FacetValues[];
  /** Titles of records that the cards point to. */
  linked: readonly { id: number; title: string }[];
  /** What a list that came out empty would hold without one of the choices. */
  removals: readonly { field: string; value: string; count: number }[];
  /** Records by the year of their day, the latest first; empty where the list is no list of the newest. */
  years: readonly { year: number; count: number }[];
}

/** Words behind the numbers and codes of cards. */
export interface ListNames {
  titleOf(id: number): string | undefined;
  termOf(vocabulary: string, code: string): string;
}

/** Names from what an answer brings along: dictionaries stand in those of its facets that choose by one. */
export function namesIn(
  { facets, linked }: Pick<ListAnswer, 'facets' | 'linked'>,
  kind: Pick<Kind, 'facets'>,
  terms: Record<string, Record<string, string>>,
): ListNames {
  const titles = new Map(linked.map(({ id, title }) => [id, title]));
  // A number may be that of a record, too: 77 is a subject and a disease.
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

/** The word of a chosen value: facets bring their names along. */
export const wordsIn =
  (facets: readonly FacetValues[]) =>
  (field: string, value: string): string => {
    if (field === 'letter') return `Буква ${findLetter(value)?.letter ?? value}`;
    if (field === 'year') return `${value} год`;
    const facet = facets.find((one) => one.field === field);
    return facet?.values.find(({ id }) => id === value)?.value ?? value;
  };
