import { boxes } from '#contract/forms/registration.ts';
import { documentsNotice, mailings } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { mailingTopic, setPreference, type choicesOf } from '../notifications/preferences.ts';
import type { ClientInfo } from '../request/client.ts';
import { giveConsent, type Document } from './consents.ts';

interface Consenting {
  userId: number;
  document: Document;
  client: ClientInfo;
  at: Date;
}

/** Subscribes to mailings with consent. */
export async function wantMailings(
  tx: WriteTransaction,
  { codes, ...consenting }: Consenting & { codes: readonly string[] },
): Promise<void> {
  const { userId, at } = consenting;
  for (const code of codes)
    await setPreference(tx, { userId, topic: mailingTopic(code), frequency: 'now', at });
  await consentToMailings(tx, consenting);
}

/** Codes of the mailings that a user gets. */
export const wantedMailings = (choices: Awaited<ReturnType<typeof choicesOf>>): string[] =>
  mailings
    .map(({ code }) => code)
    .filter((code) => (choices.get(mailingTopic(code))?.frequency ?? 'off') !== 'off')
    .toSorted();

/** Gives the consent, unless already given (ruling G47). */
export async function consentToMailings(
  tx: WriteTransaction,
  { userId, document, client, at }: Consenting,
): Promise<void> {
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
