import { findKind, publicKinds } from '../kinds/index.ts';
import { plural } from '../plural.ts';
import type { LinkedCount } from './answer.ts';
import type { SearchIntent } from './intent.ts';

/** A catalogue list for a result or question. */
export interface LinkedList {
  kind: string;
  count: number;
  /** «4 препарата» */
  title: string;
  url: string;
}

/** Lists related to a disease, in the order of kinds. */
export function linkedLists(disease: number, linked: readonly LinkedCount[]): LinkedList[] {
  const counts = new Map(linked.map(({ group, count }) => [group, count]));
  return publicKinds.flatMap((kind) => {
    const count = counts.get(kind.name) ?? 0;
    // Only lists with a disease facet.
    if (count === 0 || !kind.facets.some(({ field }) => field === 'diseases')) return [];
    const title = `${count} ${plural(count, kind.titles.counted)}`;
    return [{ kind: kind.name, count, title, url: `${kind.path}?diseases=${disease}` }];
  });
}

/** The filtered list that a question asks for; undefined if the kind has none. */
export function wishedList({
  groups,
  facets,
}: SearchIntent): { kind: string; title: string; url: string } | undefined {
  const kind = findKind(groups[0] ?? '');
  if (!kind || kind.readers === 'doctors') return undefined;
  const chosen = Object.entries(facets).filter(([field]) =>
    kind.facets.some((facet) => facet.field === field),
  );
  const query = new URLSearchParams(chosen).toString();
  return { kind: kind.name, title: kind.titles.many, url: `${kind.path}${query && `?${query}`}` };
}
