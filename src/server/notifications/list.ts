import type { NotificationChoice, ShownNotification, notificationContract } from '#contract/notifications.ts';
import { notificationKind, type NotificationKindName } from '#domain/notifications.ts';
import { namedRecords } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import { countRows, paginate } from '../database/page.ts';
import type { Handlers } from '../request/caller.ts';
import type { NotificationRow, UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { choicesOf, kindsFor, setPreference } from './preferences.ts';
import { templates, type NotificationSubject } from './templates.ts';

export async function latestUnseen(
  db: ReadDatabase,
  userId: number,
  limit: number,
): Promise<{ total: number; items: ShownNotification[] }> {
  const rows = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('seen_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const total = rows.length < limit ? rows.length : await countUnseen(db, userId);
  return { total, items: await shownOf(db, rows) };
}

const shownOf = async (db: ReadDatabase, rows: readonly NotificationRow[]): Promise<ShownNotification[]> =>
  (await subjectsOf(db, rows)).map(({ row, kind, subject }) => {
    const { title, more, url } = templates[kind](subject);
    return { id: row.id, kind, title, more, url, at: row.at, seen: row.seen_at !== null };
  });

/** Objects of notifications, with current titles. */
export async function subjectsOf(
  db: ReadDatabase,
  rows: readonly NotificationRow[],
): Promise<{ row: NotificationRow; kind: NotificationKindName; subject: NotificationSubject }[]> {
  const records = await namedRecords(
    db,
    rows.map(({ record_id }) => record_id),
  );
  return rows.map((row) => ({
    row,
    kind: row.kind as NotificationKindName,
    subject: {
      caseId: row.case_id,
      record: records.get(row.record_id ?? 0) ?? null,
      details: JSON.parse(row.details) as Record<string, string>,
    },
  }));
}

async function countUnseen(db: ReadDatabase, userId: number): Promise<number> {
  return await countRows(
    db.selectFrom('notifications').where('user_id', '=', userId).where('seen_at', 'is', null),
  );
}

async function listChoices(db: ReadDatabase, user: UserRow): Promise<NotificationChoice[]> {
  const chosen = await choicesOf(db, user.id);
  return kindsFor(user).map((kind) => {
    const { title, note = null, isAlways = false, usual } = notificationKind(kind);
    const frequency = isAlways ? usual : (chosen.get(kind)?.frequency ?? usual);
    return { kind, title, frequency, fixed: isAlways, note };
  });
}

export const notificationHandlers: Handlers<keyof typeof notificationContract> = {
  /** Latest first. */
  'GET /api/user/notifications': async ({ db, user }, { query }) => {
    const chosen = db.selectFrom('notifications').where('notifications.user_id', '=', user.id);
    const { rows, place } = await paginate(chosen, query, (lines) =>
      lines.selectAll().orderBy('notifications.id', 'desc'),
    );
    return { items: await shownOf(db, rows), ...place, unseen: await countUnseen(db, user.id) };
  },
  'GET /api/user/notifications/count': async ({ db, user }) => ({ unseen: await countUnseen(db, user.id) }),
  'POST /api/user/notifications/seen': ({ user, database, now }, { input: { id } }) =>
    database.transaction(async (tx) => {
      await tx
        .updateTable('notifications')
        .set({ seen_at: now().toISOString(), letter: 'off' })
        .where('user_id', '=', user.id)
        .where('seen_at', 'is', null)
        .$if(id !== undefined, (rows) => rows.where('id', 'in', id?.length ? id : [0]))
        .execute();
      return { unseen: await countUnseen(tx, user.id) };
    }),
  'GET /api/user/notifications/choices': ({ db, user }) => listChoices(db, user),
  'POST /api/user/notifications/choices': async ({ user, database, now }, { input: { kind, frequency } }) => {
    if (!kindsFor(user).includes(kind))
      throw new HttpError(400, 'Таких уведомлений у вас не бывает.', 'kind');
    if (notificationKind(kind).isAlways)
      throw new HttpError(409, 'Письма о безопасности учётной записи приходят всегда.', 'kind');
    return await database.transaction(async (tx) => {
      await setPreference(tx, { userId: user.id, topic: kind, frequency, at: now() });
      return await listChoices(tx, user);
    });
  },
};
