import type { searchContract } from '#contract/search.ts';
import type { Context } from '../context.ts';
import { mayReadCases } from '../http/access.ts';
import type { Handlers } from '../http/handlers.ts';
import { askingOf } from './asking.ts';
import { missesOf } from './misses.ts';

/** Answers to the calls of the search. */
export function searchHandlers(context: Context): Handlers<keyof typeof searchContract> {
  const asking = askingOf(context);
  return {
    'GET /api/fast-search': async ({ query, actor, visit }) =>
      await asking.fast(query.query, {
        mayReadCases: await mayReadCases(actor, context),
        network: visit.network,
      }),
    'GET /api/search': ({ query, visit }) => asking.all(query, visit.network),
    'GET /api/editors/search-misses': async ({ query: { page, page_size } }) => ({
      ...(await missesOf(context).list(page, page_size)),
      page,
      page_size,
    }),
  };
}
