import type { NotificationChoice } from '#contract/notifications.ts';
import { notificationKind, notificationKindNames, type NotificationKindName } from '#domain/notifications.ts';
import type { Frequency } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';

/** Notification kinds of a user and their frequencies. */
export async function listChoices(db: ReadDatabase, user: UserRow): Promise<NotificationChoice[]> {
  const rows = await db
    .selectFrom('notification_choices')
    .select(['kind', 'frequency'])
    .where('user_id', '=', user.id)
    .execute();
  const chosen = new Map(rows.map(({ kind, frequency }) => [kind, frequency as Frequency]));
  return notificationKindNames
    .filter((kind) => isFor(user, kind))
    .map((kind) => {
      const { title, note = null, isAlways = false, usual } = notificationKind(kind);
      return {
        kind,
        title,
        frequency: isAlways ? usual : (chosen.get(kind) ?? usual),
        fixed: isAlways,
        note,
      };
    });
}

function isFor({ type }: UserRow, kind: NotificationKindName): boolean {
  const whose = notificationKind(kind).for;
  const isEditor = type === 'editor' || type === 'admin';
  if (whose === 'editor') return isEditor;
  return whose === 'everybody' || type === 'doctor' || isEditor;
}

export async function choose(
  { user, database }: Caller,
  { kind, frequency }: { kind: NotificationKindName; frequency: Frequency },
): Promise<NotificationChoice[]> {
  if (!isFor(user, kind)) throw new HttpError(400, 'Таких уведомлений у вас не бывает.', 'kind');
  if (notificationKind(kind).isAlways)
    throw new HttpError(409, 'Письма о безопасности учётной записи приходят всегда.', 'kind');
  return await database.transaction(async (tx) => {
    await keepChoice(tx, { userId: user.id, kind, frequency });
    return await listChoices(tx, user);
  });
}

export interface Paused {
  /** Empty: the default. */
  from: Frequency | '';
  /** Which link unsubscribed. */
  by: 'notice' | 'digest';
}

/**
 * Sets the frequency of a kind; `paused` stores the former one for an unsubscribe link. Pending notifications
 * stay in the bell.
 */
export async function keepChoice(
  tx: WriteTransaction,
  {
    userId,
    kind,
    frequency,
    paused,
  }: { userId: number; kind: NotificationKindName; frequency: Frequency; paused?: Paused },
): Promise<void> {
  const kept = { frequency, paused_from: paused?.from ?? null, paused_by: paused?.by ?? null };
  await tx
    .insertInto('notification_choices')
    .values({ user_id: userId, kind, ...kept })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet(kept))
    .execute();
  await tx
    .updateTable('notifications')
    .set({ letter: frequency === 'now' ? 'daily' : frequency })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('letter', '!=', 'off')
    .execute();
}
