import type { Output } from '#contract/contract.ts';
import { namedRecords } from '../catalogue/names.ts';
import type { Context } from '../request/context.ts';
import type { PageRequest } from '../database/page.ts';

/** Failed queries with the records shown instead. */
export async function listFailedQueries(
  context: Context,
  { page, page_size }: PageRequest,
): Promise<Output<'GET /api/editors/search-misses'>> {
  const { items, total } = await context.failedQueries.list(page, page_size);
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
    total,
    page,
    page_size,
  };
}
