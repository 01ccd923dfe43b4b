import { notificationKind, notificationKindNames, type NotificationKindName } from '#domain/notifications.ts';
import type { Frequency } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { keepChoice, listChoices } from './choices.ts';
import { choicesOf } from './notify.ts';

/** Whose letters, and of which kind. */
interface Asked {
  userId: number;
  subject?: string | undefined;
}

const kindOf = ({ subject }: Asked) => notificationKindNames.find((name) => name === subject);

/** No letters of this kind from now on; the bell rings all the same. */
export async function pauseNotices(tx: WriteTransaction, asked: Asked): Promise<void> {
  const kind = kindOf(asked);
  if (kind) await pause(tx, asked.userId, kind);
}

/** As often as they came before the link was pressed; what has been chosen since stays. */
export async function resumeNotices(tx: WriteTransaction, asked: Asked): Promise<void> {
  const kind = kindOf(asked);
  if (kind) await resume(tx, asked.userId, [kind]);
}

async function pause(tx: WriteTransaction, userId: number, kind: NotificationKindName): Promise<void> {
  const pausedFrom = (await choicesOf(tx, kind, [userId]))(userId);
  if (pausedFrom !== 'off') await keepChoice(tx, { userId, kind, frequency: 'off', pausedFrom });
}

async function resume(
  tx: WriteTransaction,
  userId: number,
  kinds: readonly NotificationKindName[],
): Promise<void> {
  const paused = await tx
    .selectFrom('notification_choices')
    .select(['kind', 'paused_from'])
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('paused_from', 'is not', null)
    .execute();
  for (const { kind, paused_from } of paused)
    await keepChoice(tx, {
      userId,
      kind: kind as NotificationKindName,
      frequency: paused_from as Frequency,
    });
}

/** What these letters are called in a sentence, and whether they come. */
export async function stateOfNotices(
  db: ReadDatabase,
  asked: Asked,
): Promise<{ name: string; isOn: boolean }> {
  const kind = kindOf(asked);
  if (!kind) return { name: 'Такие письма', isOn: false };
  const chosen = await choicesOf(db, kind, [asked.userId]);
  return { name: `Письма «${notificationKind(kind).title}»`, isOn: chosen(asked.userId) !== 'off' };
}

/** The kinds that come gathered in one letter a day or a week. */
const gatheredOf = async (db: ReadDatabase, user: UserRow) =>
  (await listChoices(db, user)).filter(
    ({ frequency, fixed }) => !fixed && (frequency === 'daily' || frequency === 'weekly'),
  );

export const hasGathered = async (db: ReadDatabase, user: UserRow): Promise<boolean> =>
  (await gatheredOf(db, user)).length > 0;

/** The letter that gathers them is not wanted any more. */
export async function pauseGathered(tx: WriteTransaction, user: UserRow): Promise<void> {
  for (const { kind } of await gatheredOf(tx, user)) await pause(tx, user.id, kind);
}

/** Those that came gathered before do so again, as often as they did. */
export const resumeGathered = (tx: WriteTransaction, { id }: UserRow): Promise<void> =>
  resume(tx, id, notificationKindNames);
