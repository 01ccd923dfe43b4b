import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { ClientInfo } from '../request/client.ts';
import { addSeconds, isCurrent } from '../base/clock.ts';
import { hashOf, newSecret } from '../base/secret.ts';

/** Seconds to use the key. */
export const challengeLifetime = 300;

/** A signature is valid for one purpose. */
export type Purpose = 'add' | 'show' | 'second step' | 'sign in';

interface Held {
  /** Browser: hash of its session token, or of a cookie without a session. */
  holder: string;
  purpose: Purpose;
}

/** Stores a challenge; replaces an earlier one of this browser and purpose. */
export async function keepChallenge(
  tx: WriteTransaction,
  { holder, purpose, userId, challenge, at }: Held & { userId: number | null; challenge: string; at: Date },
): Promise<void> {
  const values = {
    user_id: userId,
    challenge,
    expires_at: addSeconds(at, challengeLifetime).toISOString(),
  };
  await tx
    .insertInto('passkey_challenges')
    .values({ holder, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['holder', 'purpose']).doUpdateSet(values))
    .execute();
}

/** Takes the challenge: it is deleted whatever the answer. */
export async function takeChallenge(
  tx: WriteTransaction,
  { holder, purpose, at }: Held & { at: Date },
): Promise<{ challenge: string; user_id: number | null } | undefined> {
  const row = await tx
    .deleteFrom('passkey_challenges')
    .where('holder', '=', holder)
    .where('purpose', '=', purpose)
    .returning(['challenge', 'user_id', 'expires_at'])
    .executeTakeFirst();
  return row && isCurrent(row.expires_at, challengeLifetime, at) ? row : undefined;
}

/** Short-lived cookie of a browser without a session. */
export function holderOf(client: ClientInfo): string | undefined {
  const token = client.cookie('passkey');
  return token && hashOf(token);
}

export function newHolder(client: ClientInfo): string {
  const token = newSecret();
  client.setCookie('passkey', token, challengeLifetime);
  return hashOf(token);
}

/** Passkeys of an account, oldest first. */
export const passkeysOf = (db: ReadDatabase, userId: number) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
