import type { ReadDatabase } from '../database/database.ts';
import type { Context } from '../request/context.ts';
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
  { database, now }: Context,
  { holder, purpose, userId, challenge }: Held & { userId: number | null; challenge: string },
): Promise<void> {
  const values = {
    user_id: userId,
    challenge,
    expires_at: addSeconds(now(), challengeLifetime).toISOString(),
  };
  await database.transaction((tx) =>
    tx
      .insertInto('passkey_challenges')
      .values({ holder, purpose, ...values })
      .onConflict((conflict) => conflict.columns(['holder', 'purpose']).doUpdateSet(values))
      .execute(),
  );
}

/** Takes the challenge: it is deleted whatever the answer. */
export async function takeChallenge({ database, now }: Context, { holder, purpose }: Held) {
  const row = await database.transaction((tx) =>
    tx
      .deleteFrom('passkey_challenges')
      .where('holder', '=', holder)
      .where('purpose', '=', purpose)
      .returning(['challenge', 'user_id', 'expires_at'])
      .executeTakeFirst(),
  );
  return row && isCurrent(row.expires_at, challengeLifetime, now()) ? row : undefined;
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
