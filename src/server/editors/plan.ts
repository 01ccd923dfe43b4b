import type { Planned } from '#contract/desk.ts';
import { daysAfter, monthsAfter } from '#domain/dates.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import { namedRecords } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import { chunks } from '../database/chunks.ts';

/** Maximum entries of a month. */
const maxPlanned = 500;

/**
 * Scheduled publications, removals and reviews of a month by day, with adjacent days, because the month
 * starts by the reader's clock.
 */
export async function planOf(
  db: ReadDatabase,
  { month }: { month: string },
): Promise<{ items: Planned[]; total: number }> {
  const first = `${month}-01`;
  const end = monthsAfter(first, 1);
  const scheduled = await db
    .selectFrom('schedules')
    .select(['record_id', 'action', 'due_at'])
    .where('done_at', 'is', null)
    .where('due_at', '>=', daysAfter(first, -1))
    .where('due_at', '<', daysAfter(end, 1))
    .orderBy('due_at')
    .limit(maxPlanned)
    .execute();
  const reviews = db
    .selectFrom('records')
    .where(
      'kind',
      'in',
      publicKinds.map(({ name }) => name),
    )
    .where('state', '=', 'published')
    .where('review_due', '>=', first)
    .where('review_due', '<', end);
  const due = await reviews
    .select(['id', 'review_due'])
    .orderBy('review_due')
    .orderBy('id')
    .limit(maxPlanned)
    .execute();
  const { count } = await reviews
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const all = [
    ...scheduled.map((one) => ({
      at: one.due_at,
      action: one.action as Planned['action'],
      id: one.record_id,
    })),
    ...due.map((one) => ({ at: one.review_due ?? '', action: 'review' as const, id: one.id })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const named = new Map<number, Planned['record']>();
  for (const ids of chunks([...new Set(all.map(({ id }) => id))], 500))
    for (const record of await namedRecords(db, ids)) named.set(record.id, record);
  const items = all.slice(0, maxPlanned).flatMap(({ at, action, id }) => {
    const record = named.get(id);
    return record ? [{ at, action, record: { id, kind: record.kind, title: record.title } }] : [];
  });
  return { items, total: scheduled.length + Number(count) };
}
