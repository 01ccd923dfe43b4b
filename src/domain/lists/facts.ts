import { hasCalendar } from '../exports/items.ts';
import { getKind, type Kind, type KindName } from '../kinds/index.ts';
import type { ListFacts } from './list.ts';
import { viewsOf } from './records.ts';

/** What a list page tells its browser of the kind. */
export function factsOf(kind: Kind): ListFacts {
  return {
    kind: kind.name,
    path: kind.path,
    api: kind.api,
    forms: kind.titles.counted,
    fields: kind.facets.map(({ field }) => field),
    views: viewsOf(kind.name),
    paths: Object.fromEntries(linkedKinds(kind).map((name) => [name, getKind(name).path])),
    hasCalendar: hasCalendar(kind),
  };
}

/** Kinds of the records that the cards of a kind point to: its rows lead to them. */
export function linkedKinds(kind: Kind): KindName[] {
  const links = Object.entries(kind.links).filter(([field]) => kind.card.includes(field));
  return [...new Set(links.map(([, name]) => name as KindName))];
}
