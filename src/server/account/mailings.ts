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

/** Mailings that a person wants, and the consent to them, unless it stands already (ruling G47). */
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
 * Those who want the mailing, have agreed to it and can get letters. A notice of documents goes to blocked accounts too:
 * their data are kept as well.
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
