import { searchContract, type Results } from '#contract/search.ts';
import { PageError } from '#domain/page-error.ts';
import { networkOf } from '../request/client.ts';
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
    const searchRequest = readRequest(given);
    if (searchRequest.query === '') return undefined;
    const results = await searchPublic(publicSearch, given, networkOf(request.ip));
    return await draw('/search/', { search: { asked: searchRequest, results } });
  };
}

/** Search for an address; invalid parameters throw a page error with the reason. */
async function searchPublic(
  publicSearch: PublicSearch,
  given: Readonly<Record<string, unknown>>,
  network: string,
): Promise<Results> {
  return await publicSearch.all(readRequest(given), network);
}

function readRequest(given: Readonly<Record<string, unknown>>) {
  const parsed = searchContract['GET /api/search'].query?.safeParse(given);
  if (parsed?.success) return parsed.data;
  throw new PageError(`Не получается искать: ${parsed?.error.issues[0]?.message ?? 'проверьте запрос'}`, 400);
}

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
    const { items } = query ? await searchPublic(search, { query, kind }, networkOf(ip)) : { items: [] };
    const found = items.map(({ id }) => id).filter((id) => !ids.includes(id));
    return await draw(comparisonPath, { comparing: { ...comparison, query, found } });
  };
}
