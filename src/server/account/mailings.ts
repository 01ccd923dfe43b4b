import { boxes } from '#contract/forms/registration.ts';
import { documentsNotice } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { ClientInfo } from '../request/client.ts';
import { giveConsent, type Document } from './consents.ts';

interface Wanted {
  userId: number;
  codes: readonly string[];
  document: Document;
  client: ClientInfo;
  at: Date;
}

/** Subscribes to mailings with consent, unless already given (ruling G47). */
export async function wantMailings(
  tx: WriteTransaction,
  { userId, codes, document, client, at }: Wanted,
): Promise<void> {
  await tx
    .insertInto('mailings')
    .values(codes.map((code) => ({ user_id: userId, code, created_at: at.toISOString() })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const given = await tx
    .selectFrom('consents')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'mailings')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!given)
    await giveConsent(tx, { userId, purpose: 'mailings', text: boxes.mailings, document, client, at });
}

/**
 * Subscribers with consent and a working address. Notices of documents go to blocked accounts too, whose data
 * are also kept.
 */
export const subscribersOf = (db: ReadDatabase, mailing: string) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.name', 'users.email'])
    .where('users.confirmed_at', 'is not', null)
    .$if(mailing !== documentsNotice.code, (some) =>
      some
        .where('users.blocked_at', 'is', null)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('mailings')
              .select('code')
              .whereRef('mailings.user_id', '=', 'users.id')
              .where('code', '=', mailing),
          ),
        )
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('consents')
              .select('consents.id')
              .whereRef('consents.user_id', '=', 'users.id')
              .where('purpose', '=', 'mailings')
              .where('withdrawn_at', 'is', null),
          ),
        ),
    );
