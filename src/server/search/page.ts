import { searchContract } from '#contract/search.ts';
import { PageError } from '#domain/page-error.ts';
import { networkOf } from '../request/client.ts';
import { readQuery } from '../site/page-query.ts';
import type { FilledPage } from '../site/serve.ts';
import type { PublicSearch } from './public-search.ts';
import { comparisonPath, readComparison } from '#domain/comparison.ts';

/**
 * GET /search/?q=…&kind=…&page=…: the page of results, for readers without scripts and for shared links.
 * Without a query the static page is sent.
 */
export function searchPage(publicSearch: PublicSearch): FilledPage {
  return async (request, draw) => {
    const { q, kind, page } = request.query as Record<string, unknown>;
    if (q === undefined) return undefined;
    const given = { query: q, ...(kind ? { kind } : {}), ...(page ? { page } : {}) };
    const asked = readSearch(given);
    if (asked.query === '') return undefined;
    const results = await publicSearch.all(asked, networkOf(request.ip));
    return await draw('/search/', { search: { asked, results } });
  };
}

const readSearch = (given: object) => readQuery(searchContract['GET /api/search'].query, given);

/**
 * GET /compare/?kind=disease&id=399&id=365&q=помпе: compared records, and search results to add. Rendered on
 * demand; without a query it explains how to begin.
 */
export function comparePage(search: PublicSearch): FilledPage {
  return async ({ url, ip }, draw) => {
    const parameters = new URLSearchParams(url.split(/\?(.*)/s, 2)[1]);
    const comparison = readComparison(parameters);
    if (comparison === undefined) return undefined;
    if (typeof comparison === 'string') throw new PageError(`Не получается сравнить: ${comparison}`, 400);
    const query = parameters.get('q')?.trim() ?? '';
    const { kind, ids } = comparison;
    const { items } = query ? await search.all(readSearch({ query, kind }), networkOf(ip)) : { items: [] };
    const found = items.map(({ id }) => id).filter((id) => !ids.includes(id));
    return await draw(comparisonPath, { comparing: { ...comparison, query, found } });
  };
}
