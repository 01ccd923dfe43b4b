import { searchContract, type Results } from '#contract/search.ts';
import { PageError } from '#domain/page-error.ts';
import { networkOf } from '../request/client.ts';
import type { FilledPage } from '../site/serve.ts';
import type { PublicSearch } from './public-search.ts';

/**
 * GET /search/?q=…&kind=…&page=…: the page of results, for readers without scripts and for shared links.
 * Without a query the static page is sent.
 */
export function searchPage(asking: PublicSearch): FilledPage {
  return async (request, draw) => {
    const { q, kind, page } = request.query as Record<string, unknown>;
    if (q === undefined) return undefined;
    const given = { query: q, ...(kind ? { kind } : {}), ...(page ? { page } : {}) };
    const asked = readAsked(given);
    if (asked.query === '') return undefined;
    const results = await askPublic(asking, given, networkOf(request.ip));
    return await draw('/search/', { search: { asked, results } });
  };
}

/** Search for an address; invalid parameters throw a page error with the reason. */
export async function askPublic(
  asking: PublicSearch,
  given: Readonly<Record<string, unknown>>,
  network: string,
): Promise<Results> {
  return await asking.all(readAsked(given), network);
}

function readAsked(given: Readonly<Record<string, unknown>>) {
  const parsed = searchContract['GET /api/search'].query?.safeParse(given);
  if (parsed?.success) return parsed.data;
  throw new PageError(`Не получается искать: ${parsed?.error.issues[0]?.message ?? 'проверьте запрос'}`, 400);
}
