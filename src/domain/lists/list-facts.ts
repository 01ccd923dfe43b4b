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

export const factsOf = (kind: Kind, isWhole: boolean): ListFacts => ({
  path: kind.path,
  api: kind.api,
  fields: fieldsOf(kind),
  isWhole,
});

/** What the address of a list of a kind may choose by, beside what all lists have. */
export const fieldsOf = ({ facets, place }: Kind): string[] => [
  ...facets.map(({ field }) => field),
  ...(place ? ['near'] : []),
];

/** Kinds of the records that the cards of a kind point to: its rows lead to them. */
export function linkedKinds(kind: Kind): KindName[] {
  const links = Object.entries(kind.links).filter(([field]) => kind.card.includes(field));
  return [...new Set(links.map(([, name]) => name as KindName))];
}
