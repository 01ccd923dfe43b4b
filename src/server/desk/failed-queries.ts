import type { Handler } from '../request/caller.ts';
import { namedRecords } from '../catalogue/names.ts';

/** Failed queries with the records shown instead. */
export const listFailedQueries: Handler<'GET /api/editors/search-misses'> = async (context, { query }) => {
  const { items, ...place } = await context.failedQueries.list(query);
  const ids = items.flatMap(({ shown }) => shown);
  const records = new Map((await namedRecords(context.db, ids)).map((one) => [one.id, one]));
  return {
    items: items.map((item) => ({
      ...item,
      shown: item.shown.flatMap((id) => {
        const record = records.get(id);
        return record ? [{ id, kind: record.kind, title: record.title }] : [];
      }),
    })),
    ...place,
  };
};
