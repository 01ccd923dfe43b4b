import type { Output } from '#contract/contract.ts';
import type { ShownNotification } from '#contract/notifications.ts';
import type { NotificationKindName } from '#domain/notifications.ts';
import { titleOf } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import { pageOf, type PageRequest } from '../database/page.ts';
import type { Caller } from '../request/caller.ts';
import { words } from './words.ts';

/** One's own notifications, the latest first. */
export async function listNotifications(
  { db, user }: Caller,
  asked: PageRequest,
): Promise<Output<'GET /api/user/notifications'>> {
  const chosen = db.selectFrom('notifications').where('notifications.user_id', '=', user.id);
  const { rows, place } = await pageOf(chosen, asked, (lines) =>
    lines.selectAll().orderBy('notifications.id', 'desc'),
  );
  const titles = await titlesOf(
    db,
    rows.flatMap(({ record_id }) => record_id ?? []),
  );
  const items = rows.map(({ id, kind, record_id, case_id, details, at, seen_at }): ShownNotification => {
    const known = kind as NotificationKindName;
    const { title, more, url } = words[known]({
      caseId: case_id,
      record: record_id === null ? null : (titles.get(record_id) ?? null),
      details: JSON.parse(details) as Record<string, string>,
    });
    return { id, kind: known, title, more, url, at, seen: seen_at !== null };
  });
  return { items, ...place, unseen: await countUnseen(db, user.id) };
}

async function titlesOf(db: ReadDatabase, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { id: number; kind: string; title: string }>();
  const rows = await db
    .selectFrom('records')
    .select(['id', 'kind', 'card'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, kind, card }) => [id, { id, kind, title: titleOf(card) }]));
}

export async function countUnseen(db: ReadDatabase, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Those named, or all, have been seen; of others' nothing is changed or told. */
export const markSeen = (
  { user, database, now }: Caller,
  { id }: { id?: number[] | undefined },
): Promise<{ unseen: number }> =>
  database.transaction(async (tx) => {
    await tx
      .updateTable('notifications')
      .set({ seen_at: now().toISOString(), letter: 'off' })
      .where('user_id', '=', user.id)
      .where('seen_at', 'is', null)
      .$if(id !== undefined, (rows) => rows.where('id', 'in', id?.length ? id : [0]))
      .execute();
    return { unseen: await countUnseen(tx, user.id) };
  });
