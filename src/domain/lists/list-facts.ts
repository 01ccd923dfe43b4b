import type { Kind, KindName } from '../kinds/index.ts';

/** Facts of a list page for its browser code, which knows no kinds. */
export interface ListFacts {
  path: string;
  api: string;
  fields: readonly string[];
  /** False on the static page of a letter or value. */
  isWhole: boolean;
}

export const factsOf = (kind: Kind, isWhole: boolean): ListFacts => ({
  path: kind.path,
  api: kind.api,
  fields: fieldsOf(kind),
  isWhole,
});

/** Filter parameters of a kind besides the common ones. */
export const fieldsOf = ({ facets, place }: Kind): string[] => [
  ...facets.map(({ field }) => field),
  ...(place ? ['near'] : []),
];

export function linkedKinds(kind: Kind): KindName[] {
  const links = Object.entries(kind.links).filter(([field]) => kind.card.includes(field));
  return [...new Set(links.map(([, name]) => name as KindName))];
}
