import { comparisonPath, readComparison } from '#domain/comparison.ts';
import { PageError } from '#domain/page-error.ts';
import { networkOf } from '../request/client.ts';
import type { PublicSearch } from './public-search.ts';
import { searchPublic } from './page.ts';
import type { FilledPage } from '../site/serve.ts';

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
