import type { searchContract } from '#contract/search.ts';
import type { Context } from '../context.ts';
import { mayReadCases, userOf } from '../http/access.ts';
import type { Handlers } from '../http/handlers.ts';
import { askingOf } from './asking.ts';
import { namedRecords } from '../editors/names.ts';
import { addSynonym } from '../editors/synonyms.ts';
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
    'GET /api/editors/search-misses': async ({ query: { page, page_size } }) => {
      const { items, total } = await missesOf(context).list(page, page_size);
      const ids = items.flatMap(({ shown }) => shown);
      const records = new Map((await namedRecords(context.database.kysely, ids)).map((one) => [one.id, one]));
      return {
        items: items.map((item) => ({
          ...item,
          shown: item.shown.flatMap((id) => {
            const record = records.get(id);
            return record ? [{ id, kind: record.kind, title: record.title }] : [];
          }),
        })),
        total,
        page,
        page_size,
      };
    },
    'POST /api/editors/search-misses': ({ input, actor, visit }) =>
      addSynonym(input, { user: userOf(actor), visit, context }),
  };
}
