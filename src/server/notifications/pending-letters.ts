import { recipients } from '../request/access.ts';
import { notificationKindNames } from '#domain/notifications.ts';
import type { SentFrequency } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { NotificationRow } from '../database/tables.ts';
import type { LetterSection } from '../mail/letter.ts';
import { subjectsOf } from './list.ts';
import { templates } from './templates.ts';

/** Notifications listed in a letter; the rest are counted. */
const maxListed = 50;

export async function findPendingUsers(
  db: ReadDatabase,
  frequency: SentFrequency,
  before: Date,
): Promise<number[]> {
  const rows = await recipients(db)
    .innerJoin('notifications', 'notifications.user_id', 'users.id')
    .select('user_id')
    .distinct()
    .where('letter', '=', frequency)
    .where('at', '<', before.toISOString())
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Takes pending notifications of a person for a letter; undefined if none. */
export async function takePending(
  tx: WriteTransaction,
  {
    userId,
    frequency,
    before,
    except,
  }: {
    userId: number;
    frequency: SentFrequency;
    before: Date;
    /** Excludes notifications, which are reported elsewhere or no longer apply. */
    except: (notification: Pick<NotificationRow, 'kind' | 'case_id'>) => boolean;
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
  const known = rows
    .filter((row) => notificationKindNames.some((name) => name === row.kind) && !except(row))
    .toSorted((one, other) => other.id - one.id);
  if (known.length === 0) return undefined;
  const subjects = await subjectsOf(tx, known);
  const entries = subjects.slice(0, maxListed).map(({ kind, subject: about }) => {
    const { title, more, url } = templates[kind](about);
    return { title, url, lines: more ? [more] : [] };
  });
  return {
    title: 'Уведомления',
    url: '/profile/notifications/',
    entries,
    rest: subjects.length > maxListed ? `И ещё: ${subjects.length - maxListed}.` : undefined,
  };
}
