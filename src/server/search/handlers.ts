import { accesses, type Call } from '#contract/call.ts';
import type { searchContract } from '#contract/search.ts';
import type { Context } from '../context.ts';
import type { Asked } from '../http/handlers.ts';
import { searchOf } from './search.ts';

type SearchHandlers = {
  [Name in keyof typeof searchContract]: (typeof searchContract)[Name] extends Call<
    infer P,
    infer Q,
    infer Data
  >
    ? (asked: Asked<P, Q>) => Promise<Data>
    : never;
};

/** Answers to the calls of the search. */
export function searchHandlers({ database }: Context): SearchHandlers {
  const search = searchOf(database.kysely);
  return {
    'GET /api/fast-search': ({ query, actor }) =>
      search.findFast(query.query, {
        mayReadCases: accesses.indexOf(actor.access) >= accesses.indexOf('doctor'),
      }),
    'GET /api/search': ({ query }) => search.findAll(query),
  };
}
