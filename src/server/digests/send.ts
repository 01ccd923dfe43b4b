import type { SentFrequency } from '#domain/subscriptions.ts';
import { unsubscribeAddress } from '../notifications/letters.ts';
import { peopleWaiting, takeWaiting } from '../notifications/waiting.ts';
import { printOf, signToken } from '../mail/signed-token.ts';
import { slices } from '../database/slices.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { putLetter } from '../mail/outbox.ts';
import { Comparison } from './compare.ts';
import { gather } from './gather.ts';
import { digestLetter } from './letter.ts';
import { lastSlot } from './slots.ts';
import { currentLists, type PublishedLists } from '../catalogue/lists.ts';
import { findDigestRecords, type Following } from './touched.ts';

/**
 * Lays out the letters that are due; gives their number. The letter and the note of how far its reader has been told
 * are one transaction, and writers queue: a crash, or a second process, neither loses a change nor tells it twice.
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
  const followings = await untold(db, frequency, until).execute();
  const waiting = new Set(await peopleWaiting(db, frequency, before));
  if (followings.length === 0 && waiting.size === 0) return 0;
  const lists = await currentLists(db);
  const touched = await findDigestRecords(db, followings, lists);
  const people = Map.groupBy(followings, ({ user_id: id }) => id);
  let letters = 0;
  for (const userId of new Set([...people.keys(), ...waiting])) {
    const own = people.get(userId) ?? [];
    if (!waiting.has(userId) && own.every((following) => touched.of(following).length === 0)) continue;
    if (await database.transaction((tx) => tell(tx, { userId, frequency, until, before, lists, context })))
      letters += 1;
    people.delete(userId);
  }
  await database.transaction((tx) => passOver(tx, { frequency, until, seen: [...people.values()].flat() }));
  return letters;
}

/** The number up to which changes are due. */
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

/** What people who can get letters follow and have not been told of. */
const untold = (db: ReadDatabase, frequency: SentFrequency, until: number) =>
  db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['subscriptions.user_id', 'kind', 'object', 'told_seq'])
    .where('subscriptions.frequency', '=', frequency)
    .where('told_seq', '<', until)
    .where('users.confirmed_at', 'is not', null)
    .where('users.blocked_at', 'is', null)
    .orderBy('subscriptions.user_id');

interface Telling {
  userId: number;
  frequency: SentFrequency;
  until: number;
  /** Notifications from before are due. */
  before: Date;
  lists: PublishedLists;
  context: Context;
}

/** One person's letter, if there is anything to tell that nobody else has told them meanwhile. */
async function tell(
  tx: WriteTransaction,
  { userId, frequency, until, before, lists, context }: Telling,
): Promise<boolean> {
  const { settings, now } = context;
  const followings = await untold(tx, frequency, until).where('users.id', '=', userId).execute();
  const user = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  if (!user) return false;
  const siteUrl = settings.SITE_URL;
  const notices = await takeWaiting(tx, { userId, frequency, before, siteUrl });
  if (followings.length === 0 && !notices) return false;
  const touched = await findDigestRecords(tx, followings, lists);
  const { groups, told } = await gather(tx, followings, { touched, comparison: new Comparison(tx) });
  const at = now();
  if (groups.length > 0 || notices) {
    const sign = (subject?: string) => signToken(tx, { userId, sort: 'digest', subject }, at);
    const token = await sign();
    const stops = new Map<string, string>();
    for (const { kind, id } of groups)
      stops.set(`${kind} ${id}`, unsubscribeAddress(siteUrl, await sign(printOf({ kind, object: id }))));
    const unsubscribe = unsubscribeAddress(siteUrl, token);
    const letter = digestLetter({ name: user.name, frequency, groups, notices, stops, siteUrl, unsubscribe });
    await putLetter(tx, letter, { kind: 'digest', to: user.email, userId, at, unsubscribe: token });
  }
  for (const some of slices(told, 200))
    await tx
      .insertInto('told')
      .values(some.map(({ id, seq }) => ({ user_id: userId, record_id: id, seq })))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'record_id']).doUpdateSet((eb) => ({ seq: eb.ref('excluded.seq') })),
      )
      .execute();
  await tx
    .updateTable('subscriptions')
    .set({ told_seq: until })
    .where('user_id', '=', userId)
    .where('frequency', '=', frequency)
    .where('told_seq', '<', until)
    .execute();
  await forgetTold(tx, userId);
  return groups.length > 0 || notices !== undefined;
}

/** Single records need no note once every subscription has come past them. */
async function forgetTold(tx: WriteTransaction, userId: number): Promise<void> {
  const { least } = await tx
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.min<number | null>('told_seq').as('least'))
    .where('user_id', '=', userId)
    .where('frequency', '!=', 'off')
    .executeTakeFirstOrThrow();
  await tx
    .deleteFrom('told')
    .where('user_id', '=', userId)
    .where('seq', '<=', least ?? 0)
    .execute();
}

/** Those for whom nothing has happened need not be looked at again. */
async function passOver(
  tx: WriteTransaction,
  { frequency, until, seen }: { frequency: SentFrequency; until: number; seen: Following[] },
): Promise<void> {
  if (seen.length === 0) return;
  const keyOf = ({ user_id: id, kind, object }: Following) => `${id} ${kind} ${object}`;
  const known = new Set(seen.map(keyOf));
  // Somebody may have asked for these letters since we looked: for them something may have happened.
  const strange = new Set(
    (await untold(tx, frequency, until).execute())
      .filter((following) => !known.has(keyOf(following)))
      .map(({ user_id: id }) => id),
  );
  const people = [...new Set(seen.map(({ user_id: id }) => id))].filter((id) => !strange.has(id));
  for (const some of slices(people, 500))
    await tx
      .updateTable('subscriptions')
      .set({ told_seq: until })
      .where('user_id', 'in', some)
      .where('frequency', '=', frequency)
      .where('told_seq', '<', until)
      .execute();
}
