import { notificationKind, notificationKindNames } from '#domain/notifications.ts';
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
  if (kind) await keepChoice(tx, { userId: asked.userId, kind, frequency: 'off' });
}

/** As often as they usually come. */
export async function resumeNotices(tx: WriteTransaction, asked: Asked): Promise<void> {
  const kind = kindOf(asked);
  if (kind) await keepChoice(tx, { userId: asked.userId, kind, frequency: notificationKind(kind).usual });
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
  for (const { kind } of await gatheredOf(tx, user))
    await keepChoice(tx, { userId: user.id, kind, frequency: 'off' });
}

/** Those that usually come gathered do so again. */
export async function resumeGathered(tx: WriteTransaction, user: UserRow): Promise<void> {
  for (const { kind, frequency } of await listChoices(tx, user)) {
    const { usual } = notificationKind(kind);
    if (frequency === 'off' && (usual === 'daily' || usual === 'weekly'))
      await keepChoice(tx, { userId: user.id, kind, frequency: usual });
  }
}
