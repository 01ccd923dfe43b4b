import type { DrawnQuery, ListQuery } from '#contract/catalogue.ts';
import type { Kind } from '#domain/kinds/index.ts';
import type { ListRequest } from '#domain/lists/request.ts';

/** Filters of a list, as in the address of its page. */
export function listRequestOf(kind: Kind, query: Partial<ListQuery | DrawnQuery>): ListRequest {
  const chosen = kind.facets.flatMap(({ field }) => {
    const values = query[field] as string[] | undefined;
    return values?.length ? [[field, values] as const] : [];
  });
  return {
    facets: Object.fromEntries(chosen),
    q: query.q,
    letter: query.letter,
    year: query.year === undefined ? undefined : String(query.year),
    near: query['near'] as string | undefined,
    view: 'list',
    page: 1,
  };
}
