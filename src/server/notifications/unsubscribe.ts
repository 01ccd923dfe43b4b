import { letterKind, letterKindNames, type LetterKindName } from '#domain/notifications.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { keepChoice, listChoices, type Paused } from './choices.ts';
import { choicesOf } from './notify.ts';

/** Whose letters, and of which kind. */
interface Asked {
  userId: number;
  subject?: string | undefined;
}

const kindOf = ({ subject }: Asked) => letterKindNames.find((name) => name === subject);

/** No letters of this kind from now on; the bell rings all the same. */
export async function pauseNotices(tx: WriteTransaction, asked: Asked): Promise<void> {
  const kind = kindOf(asked);
  if (kind) await pause(tx, { userId: asked.userId, kind, by: 'notice' });
}

/** As often as they came before the link was pressed; what has been chosen since stays. */
export async function resumeNotices(tx: WriteTransaction, asked: Asked): Promise<void> {
  const kind = kindOf(asked);
  if (!kind) return;
  const { userId } = asked;
  const paused = await pausedOf(tx, userId).where('kind', '=', kind).executeTakeFirst();
  if (!paused) return;
  await resume(tx, { userId, kind, from: paused.paused_from as Paused['from'] });
  // What is usual has changed since: anyone who presses the button wants these letters all the same.
  if ((await choicesOf(tx, kind, [userId]))(userId) === 'off')
    await keepChoice(tx, { userId, kind, frequency: letterKind(kind).usual });
}

async function pause(
  tx: WriteTransaction,
  { userId, kind, by }: { userId: number; kind: LetterKindName; by: Paused['by'] },
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

/** As it was before a link ended it: chosen so, or not chosen at all. */
async function resume(
  tx: WriteTransaction,
  { userId, kind, from }: { userId: number; kind: LetterKindName; from: Paused['from'] },
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

/** What these letters are called in a sentence, and whether they come. */
export async function stateOfNotices(
  db: ReadDatabase,
  asked: Asked,
): Promise<{ name: string; isOn: boolean }> {
  const kind = kindOf(asked);
  if (!kind) return { name: 'Такие письма', isOn: false };
  const chosen = await choicesOf(db, kind, [asked.userId]);
  return { name: `Письма «${letterKind(kind).title}»`, isOn: chosen(asked.userId) !== 'off' };
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
  for (const { kind } of await gatheredOf(tx, user)) await pause(tx, { userId: user.id, kind, by: 'digest' });
}

/** Those that this link ended come again, as often as they did; what another link ended stays ended. */
export async function resumeGathered(tx: WriteTransaction, { id: userId }: UserRow): Promise<void> {
  const paused = await pausedOf(tx, userId)
    .where((eb) => eb.or([eb('paused_by', 'is', null), eb('paused_by', '=', 'digest')]))
    .execute();
  for (const { kind, paused_from: from } of paused)
    await resume(tx, { userId, kind: kind as LetterKindName, from: from as Paused['from'] });
}
