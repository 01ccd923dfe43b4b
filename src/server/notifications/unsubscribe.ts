import { notificationKind, notificationKindNames, type NotificationKindName } from '#domain/notifications.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { keepChoice, listChoices, type Paused } from './choices.ts';
import { choicesOf } from './notify.ts';

/** Person and kind of letters. */
interface Target {
  userId: number;
  subject?: string | undefined;
}

const kindOf = ({ subject }: Target) => notificationKindNames.find((name) => name === subject);

/** Stops letters of a kind; the bell continues. */
export async function pauseNotices(tx: WriteTransaction, target: Target): Promise<void> {
  const kind = kindOf(target);
  if (kind) await pause(tx, { userId: target.userId, kind, by: 'notice' });
}

/** Restores the former frequency, unless changed since. */
export async function resumeNotices(tx: WriteTransaction, target: Target): Promise<void> {
  const kind = kindOf(target);
  if (!kind) return;
  const { userId } = target;
  const paused = await pausedOf(tx, userId).where('kind', '=', kind).executeTakeFirst();
  if (!paused) return;
  await resume(tx, { userId, kind, from: paused.paused_from as Paused['from'] });
}

async function pause(
  tx: WriteTransaction,
  { userId, kind, by }: { userId: number; kind: NotificationKindName; by: Paused['by'] },
): Promise<void> {
  if ((await choicesOf(tx, kind, [userId]))(userId) === 'off') return;
  const chosen = await tx
    .selectFrom('notification_choices')
    .select('frequency')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  const from = (chosen?.frequency ?? '') as Paused['from'];
  await keepChoice(tx, { userId, kind, frequency: 'off', paused: { from, by } });
}

/** Restores the state before a link: chosen or default. */
async function resume(
  tx: WriteTransaction,
  { userId, kind, from }: { userId: number; kind: NotificationKindName; from: Paused['from'] },
): Promise<void> {
  if (from !== '') return await keepChoice(tx, { userId, kind, frequency: from });
  await tx
    .deleteFrom('notification_choices')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .execute();
}

const pausedOf = (db: ReadDatabase, userId: number) =>
  db
    .selectFrom('notification_choices')
    .select(['kind', 'paused_from'])
    .where('user_id', '=', userId)
    .where('paused_from', 'is not', null);

/** Name and state of these letters. */
export async function stateOfNotices(
  db: ReadDatabase,
  target: Target,
): Promise<{ name: string; isOn: boolean }> {
  const kind = kindOf(target);
  if (!kind) return { name: 'Такие письма', isOn: false };
  const chosen = await choicesOf(db, kind, [target.userId]);
  return { name: `Письма «${notificationKind(kind).title}»`, isOn: chosen(target.userId) !== 'off' };
}

/** Kinds collected into digests. */
const gatheredOf = async (db: ReadDatabase, user: UserRow) =>
  (await listChoices(db, user)).filter(
    ({ frequency, fixed }) => !fixed && (frequency === 'daily' || frequency === 'weekly'),
  );

export const hasGathered = async (db: ReadDatabase, user: UserRow): Promise<boolean> =>
  (await gatheredOf(db, user)).length > 0;

/** Stops the digest's kinds. */
export async function pauseGathered(tx: WriteTransaction, user: UserRow): Promise<void> {
  for (const { kind } of await gatheredOf(tx, user)) await pause(tx, { userId: user.id, kind, by: 'digest' });
}

/** Restores kinds that this link stopped, at their former frequency. */
export async function resumeGathered(tx: WriteTransaction, { id: userId }: UserRow): Promise<void> {
  const paused = await pausedOf(tx, userId)
    .where((eb) => eb.or([eb('paused_by', 'is', null), eb('paused_by', '=', 'digest')]))
    .execute();
  for (const { kind, paused_from: from } of paused)
    await resume(tx, { userId, kind: kind as NotificationKindName, from: from as Paused['from'] });
}
