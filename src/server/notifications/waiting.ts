import { notificationKindNames } from '#domain/notifications.ts';
import type { SentFrequency } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { LetterSection } from '../mail/letter.ts';
import { toldOf } from './list.ts';
import { words } from './words.ts';

/** A letter tells so many and counts the rest. */
const mostTold = 50;

/** People for whom notifications from before this moment wait for the letter of this frequency. */
export async function peopleWaiting(
  db: ReadDatabase,
  frequency: SentFrequency,
  before: Date,
): Promise<number[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('users', 'users.id', 'notifications.user_id')
    .select('user_id')
    .distinct()
    .where('letter', '=', frequency)
    .where('at', '<', before.toISOString())
    .where('users.confirmed_at', 'is not', null)
    .where('users.blocked_at', 'is', null)
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** What waits for somebody's letter of this frequency; taken, it waits no longer. Nothing where nothing waits. */
export async function takeWaiting(
  tx: WriteTransaction,
  {
    userId,
    frequency,
    before,
    siteUrl,
  }: {
    userId: number;
    frequency: SentFrequency;
    before: Date;
    siteUrl: string;
  },
): Promise<LetterSection | undefined> {
  const rows = await tx
    .updateTable('notifications')
    .set({ letter: 'off' })
    .where('user_id', '=', userId)
    .where('letter', '=', frequency)
    .where('at', '<', before.toISOString())
    .returningAll()
    .execute();
  if (rows.length === 0) return undefined;
  const known = rows
    .filter(({ kind }) => notificationKindNames.some((name) => name === kind))
    .toSorted((one, other) => other.id - one.id);
  const told = await toldOf(tx, known);
  const entries = told.slice(0, mostTold).map(({ kind, told: about }) => {
    const { title, more, url } = words[kind](about);
    return { title, url: siteUrl + url, event: '', lines: more ? [more] : [] };
  });
  return {
    title: 'Уведомления',
    url: `${siteUrl}/profile/notifications/`,
    entries,
    rest: told.length > mostTold ? `И ещё: ${told.length - mostTold}.` : undefined,
  };
}
