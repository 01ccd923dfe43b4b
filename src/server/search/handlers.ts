import { mayReadCases } from '../request/access.ts';
import type { Handlers } from '../request/caller.ts';

export const searchHandlers: Handlers<'GET /api/fast-search' | 'GET /api/search'> = {
  'GET /api/fast-search': async (caller, { query }) => {
    const found = await caller.publicSearch.fast(query.query, {
      mayReadCases: mayReadCases(caller.actor.access, caller.settings),
      network: caller.client.network,
    });
    return query.details ? found : found.map(({ title, iblock, id }) => ({ title, iblock, id }));
  },
  'GET /api/search': (caller, { query }) => caller.publicSearch.all(query, caller.client.network),
};
