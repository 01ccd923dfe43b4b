import { documentsNotice, mailings } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { mailingTopic, type choicesOf } from '../notifications/preferences.ts';
import type { Caller } from '../request/caller.ts';
import { giveConsent, type Document } from './consents.ts';

export const wantedMailings = (choices: Awaited<ReturnType<typeof choicesOf>>): string[] =>
  mailings
    .map(({ code }) => code)
    .filter((code) => (choices.get(mailingTopic(code))?.frequency ?? 'off') !== 'off')
    .toSorted();

/** Gives the consent, unless already given (ruling G47). */
export async function consentToMailings(
  tx: WriteTransaction,
  caller: Pick<Caller, 'client' | 'now'>,
  { userId, document }: { userId: number; document: Document },
): Promise<void> {
  const given = await tx
    .selectFrom('consents')
    .select('id')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'mailings')
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!given) await giveConsent(tx, caller, { userId, purpose: 'mailings', document });
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
              .selectFrom('preferences')
              .select('topic')
              .whereRef('preferences.user_id', '=', 'users.id')
              .where('topic', '=', mailingTopic(mailing))
              .where('frequency', '!=', 'off'),
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
