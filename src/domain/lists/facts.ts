import type { Kind, KindName } from '../kinds/index.ts';

/** What a list page tells its browser, which knows no kinds. */
export interface ListFacts {
  /** Address of the list. */
  path: string;
  /** The word of the API. */
  api: string;
  /** Fields that it is narrowed by. */
  fields: readonly string[];
  /** Whether the page is the list itself: one of a letter or a value narrows on the page of the list. */
  isWhole: boolean;
}

export const factsOf = ({ path, api, facets }: Kind, isWhole: boolean): ListFacts => ({
  path,
  api,
  fields: facets.map(({ field }) => field),
  isWhole,
});

/** Kinds of the records that the cards of a kind point to: its rows lead to them. */
export function linkedKinds(kind: Kind): KindName[] {
  const links = Object.entries(kind.links).filter(([field]) => kind.card.includes(field));
  return [...new Set(links.map(([, name]) => name as KindName))];
}
