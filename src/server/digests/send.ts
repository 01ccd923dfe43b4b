import type { SentFrequency } from '#domain/subscriptions.ts';
import { findUser } from '../account/users.ts';
import { accessOf, mayReadCases, recipients } from '../request/access.ts';
import type { UserRow } from '../database/tables.ts';
import { findPendingUsers, takePending } from '../notifications/pending-letters.ts';
import { topicOf } from '../notifications/preferences.ts';
import { printOf, signToken, unsubscribePage } from '../mail/signed-token.ts';
import { chunks } from '../database/chunks.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { excluded } from '../database/page.ts';
import { putLetter } from '../mail/outbox.ts';
import { gather } from './gather.ts';
import { digestLetter, type DigestNews } from './letter.ts';
import { lastSlot, nextSlot } from './slots.ts';
import { composeLetter } from '../mail/letter.ts';
import type { Handlers } from '../request/caller.ts';
import type { PublishedLists } from '../catalogue/lists.ts';
import { findChangedRecords, type Following } from './changed-records.ts';
import { findWeeks, claimWeek, weekKinds, type Week } from './week.ts';

export const digestHandlers = {
  /** The next letter as of now. Nothing is sent or marked. */
  'GET /api/subscribes/digest': async (caller, { query: { frequency } }) => {
    const { user, db, settings, now } = caller;
    const followings = await subscriptionsOf(db, { frequency, userId: user.id });
    const { groups } = await gather(db, followings, await caller.currentLists(), user.subject);
    const letter =
      groups.length > 0
        ? composeLetter(settings.SITE_URL, { ...digestLetter({ frequency, groups }), name: user.name })
        : null;
    return { frequency, next_at: nextSlot(frequency, now()).toISOString(), letter, groups };
  },
} satisfies Partial<Handlers>;

/**
 * Queues due letters; returns their number. Letter and position are one transaction, and writers are
 * serialised: neither a crash nor a second process loses or repeats a change.
 */
export async function sendDigests(context: Context): Promise<number> {
  let letters = 0;
  for (const frequency of ['now', 'daily', 'weekly'] as const) letters += await sendDue(frequency, context);
  return letters;
}

async function sendDue(frequency: SentFrequency, context: Context): Promise<number> {
  const { database, now } = context;
  const db = database.kysely;
  const before = lastSlot(frequency, now());
  const until = await lastChangeBefore(db, before);
  const followings = await subscriptionsOf(db, { frequency, until });
  const waiting = new Set(await findPendingUsers(db, frequency, before));
  const weeks = frequency === 'weekly' ? await findWeeks(context, before) : new Map<number, Week>();
  if (followings.length === 0 && waiting.size === 0 && weeks.size === 0) return 0;
  const lists = await context.currentLists();
  const changedFor = await findChangedRecords(db, followings, lists);
  const people = Map.groupBy(followings, ({ user_id: id }) => id);
  let letters = 0;
  for (const userId of new Set([...people.keys(), ...waiting, ...weeks.keys()])) {
    const own = people.get(userId) ?? [];
    const week = weeks.get(userId);
    const hasChanges = own.some((following) => changedFor(following).length > 0);
    if (!waiting.has(userId) && !week && !hasChanges) continue;
    const pending = { userId, frequency, until, before, lists, week, context };
    if (await database.transaction((tx) => sendDigest(tx, pending))) letters += 1;
    people.delete(userId);
  }
  await database.transaction((tx) =>
    advancePositions(tx, { frequency, until, seen: [...people.values()].flat() }),
  );
  return letters;
}

async function lastChangeBefore(db: ReadDatabase, slot: Date): Promise<number> {
  const row = await db
    .selectFrom('changes')
    .select('seq')
    .where('created_at', '<', slot.toISOString())
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Subscriptions of people who get letters; with a number those that have not reached it. */
const subscriptionsOf = (
  db: ReadDatabase,
  { frequency, until, userId }: { frequency: SentFrequency; until?: number; userId?: number },
): Promise<Following[]> =>
  recipients(db)
    .innerJoin('preferences', 'preferences.user_id', 'users.id')
    .select(['user_id', 'topic', 'notified_seq'])
    .where('frequency', '=', frequency)
    .where('notified_seq', 'is not', null)
    .$if(until !== undefined, (some) => some.where('notified_seq', '<', until ?? 0))
    .$if(userId !== undefined, (some) => some.where('users.id', '=', userId ?? 0))
    .orderBy('user_id')
    .$narrowType<{ notified_seq: number }>()
    .execute();

interface PendingDigest {
  userId: number;
  frequency: SentFrequency;
  until: number;
  /** Earlier notifications are due. */
  before: Date;
  lists: PublishedLists;
  week: Week | undefined;
  context: Context;
}

/** Queues one person's letter, if anything is still pending. */
async function sendDigest(tx: WriteTransaction, pending: PendingDigest): Promise<boolean> {
  const { userId, frequency, until, before, lists, context } = pending;
  const followings = await subscriptionsOf(tx, { frequency, until, userId });
  const user = await findUser(tx, userId);
  if (!user) return false;
  const week = pending.week && (await claimWeek(tx, user, before)) ? pending.week : undefined;
  const isReader = mayReadCases(accessOf(user), context.settings);
  const questionIds = new Set(week?.questions.map(({ id }) => id));
  const notices = await takePending(tx, {
    userId,
    frequency,
    before,
    except: ({ kind, case_id }) =>
      casesOfOthers.includes(kind) && (!isReader || (case_id !== null && questionIds.has(case_id))),
  });
  if (followings.length === 0 && !notices && !week) return false;
  const { groups, reported } = await gather(tx, followings, lists, user.subject);
  const hasNews = groups.length > 0 || notices !== undefined || week !== undefined;
  if (hasNews) await queueDigest(tx, context, user, { frequency, groups, notices, week });
  for (const some of chunks(reported, 200))
    await tx
      .insertInto('notified_changes')
      .values(some.map(({ id, seq }) => ({ user_id: userId, record_id: id, seq })))
      .onConflict((conflict) => conflict.columns(['user_id', 'record_id']).doUpdateSet(excluded(['seq'])))
      .execute();
  await tx
    .updateTable('preferences')
    .set({ notified_seq: until })
    .where('user_id', '=', userId)
    .where('frequency', '=', frequency)
    .where('notified_seq', '<', until)
    .execute();
  await deletePassedChanges(tx, userId);
  return hasNews;
}

const casesOfOthers = ['case-published', 'question'];

/** Queues the letter, with an unsubscribe link for every topic. */
async function queueDigest(
  tx: WriteTransaction,
  context: Context,
  user: UserRow,
  news: Omit<DigestNews, 'stops'>,
): Promise<void> {
  const stopOf = async (sort: 'digest' | 'notice', subject: string) =>
    `${unsubscribePage}?token=${await signToken(tx, { userId: user.id, sort, subject }, context.now())}`;
  const stops = new Map<string, string>();
  for (const { kind, id } of news.groups)
    if (kind !== 'payers') stops.set(topicOf(kind, id), await stopOf('digest', printOf(topicOf(kind, id))));
  for (const kind of news.week ? weekKinds : []) stops.set(kind, await stopOf('notice', kind));
  const unsubscribe = { userId: user.id, sort: 'digest' } as const;
  await putLetter(tx, context, { kind: 'digest', to: user, unsubscribe }, digestLetter({ ...news, stops }));
}

/** Deletes single records once all positions have passed them. */
const deletePassedChanges = (tx: WriteTransaction, userId: number) =>
  tx
    .deleteFrom('notified_changes')
    .where('user_id', '=', userId)
    .where('seq', '<=', (eb) =>
      eb
        .selectFrom('preferences')
        .select(({ fn }) => fn.min('notified_seq').as('least'))
        .where('user_id', '=', userId)
        .where('frequency', '!=', 'off'),
    )
    .execute();

/** Advances positions without changes. */
async function advancePositions(
  tx: WriteTransaction,
  { frequency, until, seen }: { frequency: SentFrequency; until: number; seen: Following[] },
): Promise<void> {
  if (seen.length === 0) return;
  const keyOf = ({ user_id: id, topic }: Following) => `${id} ${topic}`;
  const known = new Set(seen.map(keyOf));
  // Subscriptions created meanwhile may have changes.
  const newer = new Set(
    (await subscriptionsOf(tx, { frequency, until }))
      .filter((following) => !known.has(keyOf(following)))
      .map(({ user_id: id }) => id),
  );
  const people = [...new Set(seen.map(({ user_id: id }) => id))].filter((id) => !newer.has(id));
  for (const some of chunks(people, 500))
    await tx
      .updateTable('preferences')
      .set({ notified_seq: until })
      .where('user_id', 'in', some)
      .where('frequency', '=', frequency)
      .where('notified_seq', '<', until)
      .execute();
}
