import { mayReadCases } from '../request/access.ts';
import type { Context } from '../request/context.ts';
import type { Handlers } from '../request/caller.ts';
import { publicSearchOf } from './public-search.ts';

export function searchHandlers(context: Context): Handlers<'GET /api/fast-search' | 'GET /api/search'> {
  const publicSearch = publicSearchOf(context);
  return {
    'GET /api/fast-search': async (caller, { query }) => {
      const found = await publicSearch.fast(query.query, {
        mayReadCases: mayReadCases(caller.actor.access, caller.settings),
        network: caller.client.network,
      });
      return query.details ? found : found.map(({ title, iblock, id }) => ({ title, iblock, id }));
    },
    'GET /api/search': (caller, { query }) => publicSearch.all(query, caller.client.network),
  };
}
