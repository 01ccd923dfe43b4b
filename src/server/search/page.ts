import { searchContract } from '#contract/search.ts';
import { PageError } from '#domain/page-error.ts';
import { networkOf } from '../request/visit.ts';
import { Refusal } from '../refusal.ts';
import type { FilledPage } from '../site/serve.ts';
import type { PublicSearch } from './asking.ts';

/**
 * GET /search/?q=…&kind=…&page=…: the page with the results, for readers without a script and for addresses that are
 * shared. Without a query the published page is sent as it is.
 */
export function searchPage(asking: PublicSearch): FilledPage {
  return async (request, draw) => {
    const asked = readAsked(request.query as Record<string, unknown>);
    if (!asked || asked.query === '') return undefined;
    const results = await asking.all(asked, networkOf(request.ip)).catch((error: unknown) => {
      throw error instanceof Refusal ? new PageError(error.message, error.status) : error;
    });
    return await draw('/search/', { search: { asked, results } });
  };
}

/** The address's own words for the parameters of the call; what does not fit is a page error that says why. */
function readAsked({ q, kind, page }: Record<string, unknown>) {
  if (q === undefined) return undefined;
  const query = searchContract['GET /api/search'].query;
  const given = { query: q, ...(kind ? { kind } : {}), ...(page ? { page } : {}) };
  const parsed = query?.safeParse(given);
  if (parsed?.success) return parsed.data;
  throw new PageError(`Не получается искать: ${parsed?.error.issues[0]?.message ?? 'проверьте запрос'}`, 400);
}
