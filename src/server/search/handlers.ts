import type { searchContract } from '#contract/search.ts';
import type { Context } from '../context.ts';
import { mayReadCases } from '../http/access.ts';
import type { Handlers } from '../http/handlers.ts';
import { searchOf } from './search.ts';

/** Answers to the calls of the search. */
export function searchHandlers({ database, settings }: Context): Handlers<keyof typeof searchContract> {
  const search = searchOf(database.kysely);
  return {
    'GET /api/fast-search': ({ query, actor }) =>
      search.findFast(query.query, { mayReadCases: mayReadCases(actor, settings) }),
    'GET /api/search': ({ query }) => search.findAll(query),
  };
}
