import { mayReadCases } from '../cases/audience.ts';
import type { Context } from '../context.ts';
import type { Handlers } from '../request/caller.ts';
import { askingOf } from './asking.ts';

/** Answers to the calls of the search. */
export function searchHandlers(context: Context): Handlers<'GET /api/fast-search' | 'GET /api/search'> {
  const asking = askingOf(context);
  return {
    'GET /api/fast-search': async ({ query, actor, visit }) =>
      await asking.fast(query.query, {
        mayReadCases: await mayReadCases(actor, context),
        network: visit.network,
      }),
    'GET /api/search': ({ query, visit }) => asking.all(query, visit.network),
  };
}
