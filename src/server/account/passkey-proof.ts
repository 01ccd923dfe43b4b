import type { AuthenticatorTransport, VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import { z } from 'zod';
import type { PasskeyRequest } from '#contract/passkeys.ts';
import { noPasskeysHere, passkeyDomain } from '#domain/passkeys.ts';
import type { Tables } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Settings } from '../settings.ts';
import { recordFactorChange } from './factor-state.ts';
import { getUser } from './users.ts';
import type { Caller } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';
import { addSeconds, isCurrent } from '../base/clock.ts';

/** Challenges and verification of passkeys (Web Authentication level 3, §7.2). */

/** Loaded on first use: it is slow to start. */
export const webAuthn = () => import('@simplewebauthn/server');

/** The portal as a relying party; throws where its address cannot have passkeys. */
export function relyingParty({ SITE_URL }: Pick<Settings, 'SITE_URL'>): { id: string; origin: string } {
  const id = passkeyDomain(SITE_URL);
  if (!id) throw new HttpError(409, noPasskeysHere);
  return { id, origin: SITE_URL };
}

/** User handle: the account id. */
export const handleOf = (userId: number) => Buffer.from(String(userId));

export const credentialOf = ({ id, transports }: PasskeyRow) => ({
  id,
  transports: transports.split(',').filter(Boolean) as AuthenticatorTransport[],
});

/** Seconds to use the key. */
export const challengeLifetime = 300;

/** A signature is valid for one browser and purpose. */
interface Held {
  /** Hash of the session token, or of a cookie without a session. */
  holder: string;
  purpose: 'add' | 'show' | 'second step' | 'sign in';
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

/** Passkeys of an account, oldest first. */
export const passkeysOf = (db: ReadDatabase, userId: number) =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Challenge for this account's passkeys, or for any at sign-in. */
export async function passkeyChallengeOptions(
  caller: Caller,
  { holder, purpose, userId }: Held & { userId: number | null },
): Promise<PasskeyRequest> {
  const { id } = relyingParty(caller.settings);
  const keys = userId === null ? undefined : await passkeysOf(caller.db, userId);
  if (keys?.length === 0) throw new HttpError(409, 'У вас нет ключей доступа: введите код.', 'code');
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: id,
    timeout: challengeLifetime * 1000,
    userVerification: purpose === 'sign in' ? 'required' : 'preferred',
    ...(keys ? { allowCredentials: keys.map(credentialOf) } : {}),
  });
  await keepChallenge(caller, { holder, purpose, userId, challenge: options.challenge });
  return options as PasskeyRequest;
}

const base64Text = z.base64url().max(8000);
const assertion = z.object({
  id: base64Text,
  rawId: base64Text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Text,
    authenticatorData: base64Text,
    signature: base64Text,
    userHandle: base64Text.exactOptional(),
  }),
});

type PasskeyRow = Tables['passkeys'];

/**
 * Verifies an answer and records the use; undefined on any fault, with the same message and time. A counter
 * that goes back may mean a copied key: it is rejected and the owner notified. `userId` is absent at sign-in
 * by passkey, which identifies the account.
 */
export async function usePasskey(
  caller: Caller,
  { answer, holder, purpose, userId }: Held & { answer: string; userId?: number },
): Promise<PasskeyRow | undefined> {
  const { database, settings, now } = caller;
  const { id: domain, origin } = relyingParty(settings);
  const given = readAnswer(assertion, answer);
  const taken = await takeChallenge(caller, { holder, purpose });
  if (!given || !taken || taken.user_id !== (userId ?? null)) return undefined;
  const found = await database.kysely
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', given.id)
    .executeTakeFirst();
  const isTheirs = found !== undefined && (userId === undefined || found.user_id === userId);
  const key = isTheirs ? found : undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  const verified: VerifiedAuthenticationResponse | undefined = await verifyAuthenticationResponse({
    response: { ...given, clientExtensionResults: {} },
    expectedChallenge: taken.challenge,
    expectedOrigin: origin,
    expectedRPID: domain,
    requireUserVerification: purpose === 'sign in',
    // An unknown key costs the same work. The counter is checked below, after the signature.
    credential: { id: given.id, publicKey: bytesOf(key?.public_key ?? nobodysKey), counter: 0 },
  }).catch(() => undefined);
  if (!key || !verified?.verified) return undefined;
  const handle = given.response.userHandle;
  if (handle === undefined ? purpose === 'sign in' : handle !== handleOf(key.user_id).toString('base64url'))
    return undefined;
  const count = verified.authenticationInfo.newCounter;
  const isUsed = await database.transaction(async (tx) => {
    const before = Number(key.counter);
    if ((before > 0 || count > 0) && count <= before) return false;
    const { numUpdatedRows } = await tx
      .updateTable('passkeys')
      .set({ counter: String(count), used_at: now().toISOString() })
      .where('id', '=', key.id)
      .where('counter', '=', key.counter)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
  if (isUsed) return key;
  await database.transaction(async (tx) => {
    const change = { action: 'refused a passkey', news: 'passkey refused', passkey: key.name } as const;
    await recordFactorChange(tx, await getUser(tx, key.user_id), change, caller);
  });
  throw new HttpError(
    403,
    'Ключ отклонён: его счётчик пошёл назад, так бывает у копий. Войдите другим способом, удалите ключ и добавьте его заново.',
    'passkey',
  );
}

export function readAnswer<Shape>(shape: z.ZodType<Shape>, answer: string): Shape | undefined {
  try {
    return shape.safeParse(JSON.parse(answer)).data;
  } catch {
    return undefined;
  }
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(base64url, 'base64url'));

/** A P-256 public key without an owner, as COSE. */
const nobodysKey =
  'pQECAyYgASFYIOXg0S9AEeiqXBAEIDtwp_jga883kAV1rPP-WblTBsW-IlggW_4PZtyZFI_7iVY2lVNnAwp46JHlPYp7Iep3KU5nPLU';
