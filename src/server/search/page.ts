import { searchContract, type Results } from '#contract/search.ts';
import { PageError } from '#domain/page-error.ts';
import { networkOf } from '../request/client.ts';
import type { FilledPage } from '../site/serve.ts';
import type { PublicSearch } from './public-search.ts';

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
export async function searchPublic(
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
