import { numbers } from '../catalogue/changes.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { hasGathered, pauseGathered, resumeGathered } from '../notifications/unsubscribe.ts';
import { printOf } from '../mail/signed-token.ts';
import { describe } from '../subscriptions/subscriptions.ts';
import type { Followed } from '#domain/subscriptions.ts';

/** Person, and fingerprint of one subscription or all digests. */
interface Target {
  user: UserRow;
  subject?: string | undefined;
}

/** Subscriptions of the letters; empty if no longer followed. */
async function followings(db: ReadDatabase, { user, subject }: Target) {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['kind', 'object', 'frequency'])
    .where('user_id', '=', user.id)
    .execute();
  return subject === undefined ? rows : rows.filter((row) => printOf(row) === subject);
}

export async function pauseDigests(tx: WriteTransaction, target: Target): Promise<void> {
  const { user, subject } = target;
  if (subject === undefined) {
    await pauseGathered(tx, user);
    await tx
      .updateTable('users')
      .set((eb) => ({ paused_frequency: eb.ref('frequency'), frequency: 'off' }))
      .where('id', '=', user.id)
      .where('frequency', '!=', 'off')
      .execute();
  }
  for (const { kind, object, frequency } of await followings(tx, target))
    if (frequency !== 'off')
      await tx
        .updateTable('subscriptions')
        .set({ paused_from: frequency, frequency: 'off' })
        .where('user_id', '=', user.id)
        .where('kind', '=', kind)
        .where('object', '=', object)
        .execute();
}

export async function resumeDigests(tx: WriteTransaction, target: Target): Promise<void> {
  const { user, subject } = target;
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
  for (const { kind, object } of await followings(tx, target))
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
  target: Target,
): Promise<{ name: string; isOn: boolean }> {
  const rows = await followings(db, target);
  const isOn =
    rows.some(({ frequency }) => frequency !== 'off') ||
    (target.subject === undefined && (await hasGathered(db, target.user)));
  const [one] = rows;
  const place =
    target.subject !== undefined && one
      ? await describe(db, { kind: one.kind as Followed, object: one.object })
      : undefined;
  return {
    name: place
      ? `Письма об изменениях («${place.title}»)`
      : target.subject === undefined
        ? 'Письма об изменениях в том, за чем вы следите,'
        : 'Письма об этом',
    isOn,
  };
}
