import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { ClientInfo } from '../request/client.ts';
import { addSeconds } from '../base/clock.ts';
import { hashOf, newSecret } from '../base/secret.ts';

/** Seconds: how long a person may look for the key. */
export const challengeLifetime = 300;

/** What the signature is for: it is good for nothing else. */
export type Purpose = 'add' | 'show' | 'second step' | 'sign in';

interface Held {
  /** The browser: the hash of its session's token, or of its cookie where there is no session. */
  holder: string;
  purpose: Purpose;
}

/** Keeps what a device has to sign; what this browser asked for before, for the same purpose, is worth nothing now. */
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

/** The challenge, once: whatever is answered to it, it is gone. */
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
  return row && at < new Date(row.expires_at) ? row : undefined;
}

/** The holder of a browser without a session: a cookie of minutes. */
export function holderOf(client: ClientInfo): string | undefined {
  const token = client.cookie('passkey');
  return token && hashOf(token);
}

/** Gives such a browser a new cookie. */
export function newHolder(client: ClientInfo): string {
  const token = newSecret();
  client.setCookie('passkey', token, challengeLifetime);
  return hashOf(token);
}

/** The keys of an account, the oldest first. */
export const passkeysOf = (db: ReadDatabase, userId: number) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
