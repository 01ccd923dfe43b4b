import { subscribersOf } from '../account/mailings.ts';
import { documentsNotice } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { BroadcastRow } from '../database/tables.ts';
import { addSeconds } from '../base/clock.ts';
import { putLetter } from '../mail/outbox.ts';
import type { Context } from '../request/context.ts';
import { broadcastLetter } from './letter.ts';

/** Letters in one portion; the next waits until they are sent, so that other mail is not delayed. */
const portion = 50;

/** Seconds between confirmation and first letter, for undo. */
const grace = 10;

/**
 * Queues the next portion of every active broadcast; returns the number of letters. Portion, recipients and
 * end are one transaction: no crash sends a letter twice.
 */
export async function sendBroadcasts(context: Context): Promise<number> {
  const sending = await context.database.kysely
    .selectFrom('broadcasts')
    .select('id')
    .where('state', '=', 'sending')
    .orderBy('id')
    .execute();
  let letters = 0;
  for (const { id } of sending)
    letters += await context.database.transaction((tx) => sendPortion(tx, id, context));
  return letters;
}

async function sendPortion(tx: WriteTransaction, id: number, context: Context): Promise<number> {
  // Another editor or server may have changed it meanwhile.
  const broadcast = await tx
    .selectFrom('broadcasts')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .executeTakeFirst();
  if (!broadcast || (await firstWaiting(tx, id))) return 0;
  const at = context.now();
  if (at < addSeconds(new Date(broadcast.started_at ?? at), grace)) return 0;
  const people = await recipientsOf(tx, broadcast).orderBy('users.id').limit(portion).execute();
  const subject = broadcast.mailing;
  const isNotice = subject === documentsNotice.code;
  const letter = broadcastLetter(broadcast, context.settings.SITE_URL);
  for (const to of people) {
    const unsubscribe = isNotice ? undefined : ({ userId: to.id, sort: 'mailings', subject } as const);
    const letterId = await putLetter(
      tx,
      context,
      { kind: isNotice ? 'documents' : 'mailing', to, unsubscribe },
      letter,
    );
    await tx
      .insertInto('broadcast_letters')
      .values({ broadcast_id: id, user_id: to.id, letter_id: letterId })
      .execute();
  }
  if (people.length < portion)
    await tx
      .updateTable('broadcasts')
      .set({ state: 'sent', ended_at: at.toISOString() })
      .where('id', '=', id)
      .execute();
  return people.length;
}

export const recipientsOf = (db: ReadDatabase, { id, mailing }: Pick<BroadcastRow, 'id' | 'mailing'>) =>
  subscribersOf(db, mailing).where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('broadcast_letters')
          .select('letter_id')
          .whereRef('broadcast_letters.user_id', '=', 'users.id')
          .where('broadcast_id', '=', id),
      ),
    ),
  );

/** A letter without a sending attempt. */
const firstWaiting = (tx: WriteTransaction, id: number) =>
  tx
    .selectFrom('broadcast_letters')
    .innerJoin('outbox', 'outbox.id', 'broadcast_letters.letter_id')
    .select('outbox.id')
    .where('broadcast_id', '=', id)
    .where('sent_at', 'is', null)
    .where('attempts', '=', 0)
    .executeTakeFirst();
