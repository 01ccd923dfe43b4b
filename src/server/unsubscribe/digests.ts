import { numbers } from '../catalogue/changes.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { hasGathered, pauseGathered, resumeGathered } from '../notifications/unsubscribe.ts';
import { printOf } from '../mail/signed-token.ts';
import { describe } from '../subscriptions/subscriptions.ts';
import type { Followed } from '#domain/subscriptions.ts';

/** Person, and fingerprint of one subscription or all digests. */
interface Asked {
  user: UserRow;
  subject?: string | undefined;
}

/** Subscriptions of the letters; empty if no longer followed. */
async function followings(db: ReadDatabase, { user, subject }: Asked) {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['kind', 'object', 'frequency'])
    .where('user_id', '=', user.id)
    .execute();
  return subject === undefined ? rows : rows.filter((row) => printOf(row) === subject);
}

export async function pauseDigests(tx: WriteTransaction, asked: Asked): Promise<void> {
  const { user, subject } = asked;
  if (subject === undefined) {
    await pauseGathered(tx, user);
    await tx
      .updateTable('users')
      .set((eb) => ({ paused_frequency: eb.ref('frequency'), frequency: 'off' }))
      .where('id', '=', user.id)
      .where('frequency', '!=', 'off')
      .execute();
  }
  for (const { kind, object, frequency } of await followings(tx, asked))
    if (frequency !== 'off')
      await tx
        .updateTable('subscriptions')
        .set({ paused_from: frequency, frequency: 'off' })
        .where('user_id', '=', user.id)
        .where('kind', '=', kind)
        .where('object', '=', object)
        .execute();
}

export async function resumeDigests(tx: WriteTransaction, asked: Asked): Promise<void> {
  const { user, subject } = asked;
  if (subject === undefined) {
    await resumeGathered(tx, user);
    await tx
      .updateTable('users')
      .set((eb) => ({ frequency: eb.fn.coalesce('paused_frequency', 'frequency') }))
      .where('id', '=', user.id)
      .where('frequency', '=', 'off')
      .execute();
    await tx.updateTable('users').set({ paused_frequency: null }).where('id', '=', user.id).execute();
  }
  const { change } = await numbers(tx);
  for (const { kind, object } of await followings(tx, asked))
    await tx
      .updateTable('subscriptions')
      .set((eb) => ({
        frequency: eb.fn.coalesce('paused_from', 'frequency'),
        paused_from: null,
        notified_seq: change,
      }))
      .where('user_id', '=', user.id)
      .where('kind', '=', kind)
      .where('object', '=', object)
      .where('frequency', '=', 'off')
      .where('paused_from', 'is not', null)
      .execute();
}

/** Name and state of these letters. */
export async function stateOfDigests(
  db: ReadDatabase,
  asked: Asked,
): Promise<{ name: string; isOn: boolean }> {
  const rows = await followings(db, asked);
  const isOn =
    rows.some(({ frequency }) => frequency !== 'off') ||
    (asked.subject === undefined && (await hasGathered(db, asked.user)));
  const [one] = rows;
  const place =
    asked.subject !== undefined && one
      ? await describe(db, { kind: one.kind as Followed, object: one.object })
      : undefined;
  return {
    name: place
      ? `Письма об изменениях («${place.title}»)`
      : asked.subject === undefined
        ? 'Письма об изменениях в том, за чем вы следите,'
        : 'Письма об этом',
    isOn,
  };
}
