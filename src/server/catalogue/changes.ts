import type { Changes } from '#contract/portal.ts';
import { publicKinds } from '#domain/kinds/index.ts';
import type { Reading } from '../database/database.ts';
import { publicRecordOf } from './open.ts';

/** What has changed for readers after a number: each record once, as it is now, by its latest change. */
export async function listChanges(
  db: Reading,
  { since, page_size }: { since: number; page_size: number },
): Promise<Changes> {
  // The last number comes first: a change that is made meanwhile is left to the next call, not lost.
  const { change: last, terms: terms_version } = await numbers(db);
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('changed_seq', '>', since)
    .where('changed_seq', '<=', last)
    .where(
      'kind',
      'in',
      publicKinds.map(({ name }) => name),
    )
    .orderBy('changed_seq')
    .limit(page_size)
    .execute();
  const items = rows.map((row) => {
    const change = { seq: row.changed_seq ?? 0, kind: row.kind, id: row.id };
    return row.state === 'published'
      ? { ...change, action: 'put' as const, record: publicRecordOf(row) }
      : { ...change, action: 'remove' as const };
  });
  // When all is told, the next call starts after the last number, be that of a doctors' record.
  const next = items.length < page_size ? Math.max(last, since) : (items.at(-1)?.seq ?? since);
  return { items, next, last, terms_version };
}

/** Numbers of the last change and of the dictionaries' edition. */
export async function numbers(db: Reading): Promise<{ change: number; terms: number }> {
  const rows = await db
    .selectFrom('meta')
    .select(['name', 'value'])
    .where('name', 'in', ['change', 'terms'])
    .execute();
  const value = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { change: value('change'), terms: value('terms') };
}
