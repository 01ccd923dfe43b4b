import type { NotificationChoice } from '#contract/notifications.ts';
import { notificationKind, type NotificationKindName } from '#domain/notifications.ts';
import type { Frequency } from '#domain/subscriptions.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';
import { choicesOf, kindsFor, setPreference } from './preferences.ts';

/** Notification kinds of a user and their frequencies. */
export async function listChoices(db: ReadDatabase, user: UserRow): Promise<NotificationChoice[]> {
  const chosen = await choicesOf(db, user.id);
  return kindsFor(user).map((kind) => {
    const { title, note = null, isAlways = false, usual } = notificationKind(kind);
    const frequency = isAlways ? usual : (chosen.get(kind)?.frequency ?? usual);
    return { kind, title, frequency, fixed: isAlways, note };
  });
}

export async function choose(
  { user, database, now }: Caller,
  { kind, frequency }: { kind: NotificationKindName; frequency: Frequency },
): Promise<NotificationChoice[]> {
  if (!kindsFor(user).includes(kind)) throw new HttpError(400, 'Таких уведомлений у вас не бывает.', 'kind');
  if (notificationKind(kind).isAlways)
    throw new HttpError(409, 'Письма о безопасности учётной записи приходят всегда.', 'kind');
  return await database.transaction(async (tx) => {
    await setPreference(tx, { userId: user.id, topic: kind, frequency, at: now() });
    return await listChoices(tx, user);
  });
}
