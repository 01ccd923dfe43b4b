import { z } from 'zod';
import type { Output } from '#contract/contract.ts';
import { maxPasskeys, passkeyDomain } from '#domain/passkeys.ts';
import type { ReadDatabase } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { Settings } from '../settings.ts';
import { currentSite } from '../site/site-text.ts';
import { hasFactor, recordFactorChange } from './factor-state.ts';
import { dropLooseCodes, giveCodes } from './factor-codes.ts';
import { windowOf } from '../request/limits.ts';
import { requireReauthentication } from './reauthentication.ts';
import {
  challengeLifetime,
  keepChallenge,
  passkeysOf,
  takeChallenge,
  passkeyChallengeOptions,
  handleOf,
  readAnswer,
  relyingParty,
  credentialOf,
  webAuthn,
} from './passkey-proof.ts';
import { endSessions } from './sessions.ts';
import { userView } from './users.ts';
import type { Handlers } from '../request/caller.ts';

type Shown = Output<'POST /api/user/passkeys/rename'>;

export const listPasskeys = async (db: ReadDatabase, userId: number): Promise<Shown> =>
  (await passkeysOf(db, userId)).map(({ id, name, created_at, used_at }) => ({
    id,
    name,
    created_at,
    used_at,
  }));

export function mayAddPasskey(
  count: number,
  { SITE_URL }: Pick<Settings, 'SITE_URL'>,
): Output<'GET /api/user/second-factor'>['may_add_passkey'] {
  if (!passkeyDomain(SITE_URL)) return 'not here';
  return count < maxPasskeys ? 'yes' : 'enough';
}

/** EdDSA, ES256 and RS256 (RFC 8152, RFC 8812). */
const algorithms = [-8, -7, -257];

const refuseMany = (keys: readonly unknown[]) => {
  if (keys.length >= maxPasskeys)
    throw new HttpError(409, `Ключей доступа может быть не больше ${maxPasskeys}: удалите ненужный.`);
};

export const passkeyHandlers = {
  'POST /api/user/passkeys/challenge': (caller) =>
    passkeyChallengeOptions(caller, { holder: caller.session, purpose: 'show', userId: caller.user.id }),
  /** Options of a new passkey. Reauthentication happens here, so that the device's answer may come alone. */
  'POST /api/user/passkeys/begin': async (caller, { input: showing }) => {
    const { user, session, database, settings } = caller;
    const { id } = relyingParty(settings);
    refuseMany(await passkeysOf(database.kysely, user.id));
    await requireReauthentication(caller, showing);
    const keys = await passkeysOf(database.kysely, user.id);
    const { title } = await currentSite(database.kysely);
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: title,
      rpID: id,
      userName: user.email,
      userID: new Uint8Array(handleOf(user.id)),
      userDisplayName: `${user.name} ${user.last_name}`.trim() || user.email,
      timeout: challengeLifetime * 1000,
      supportedAlgorithmIDs: algorithms,
      excludeCredentials: keys.map(credentialOf),
      // Usable without a password: discoverable and with user verification.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { challenge } = options;
    await keepChallenge(caller, { holder: session, purpose: 'add', userId: user.id, challenge });
    return options as Output<'POST /api/user/passkeys/begin'>;
  },
  /** Adds a passkey and signs out other browsers. The first factor of an account comes with recovery codes. */
  'POST /api/user/passkeys/add': async (caller, { input: { name, passkey } }) => {
    const { user, session, database, settings, limits, now } = caller;
    const { id: domain, origin } = relyingParty(settings);
    await limits.spend([windowOf(`passkeys of ${user.id}`, 20, 600)]);
    const taken = await takeChallenge(caller, { holder: session, purpose: 'add' });
    const given = readAnswer(attestation, passkey);
    if (!given || taken?.user_id !== user.id) throw unfit();
    const { verifyRegistrationResponse } = await webAuthn();
    const { transports = [], ...response } = given.response;
    const verified = await verifyRegistrationResponse({
      response: { ...given, response, clientExtensionResults: {} },
      expectedChallenge: taken.challenge,
      expectedOrigin: origin,
      expectedRPID: domain,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }).catch(() => undefined);
    if (!verified?.verified) throw unfit();
    const { credential } = verified.registrationInfo;
    const made = {
      id: credential.id,
      user_id: user.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      counter: String(credential.counter),
      transports: transports.join(','),
      name,
    };
    return await database.transaction(async (tx) => {
      const at = now();
      refuseMany(await passkeysOf(tx, user.id));
      const isFirst = !(await hasFactor(tx, user.id));
      const { numInsertedOrUpdatedRows: rows = 0n } = await tx
        .insertInto('passkeys')
        .values({ ...made, created_at: at.toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (rows === 0n) throw new HttpError(409, 'Этот ключ уже добавлен.', 'passkey');
      const codes = isFirst ? await giveCodes(tx, user.id, settings) : [];
      await endSessions(tx, user.id, { except: session });
      await recordFactorChange(
        tx,
        user,
        { action: 'added a passkey', news: 'passkey', passkey: name },
        caller,
      );
      return { recovery_codes: codes };
    });
  },
  'POST /api/user/passkeys/rename': async (caller, { input: { id, name } }) => {
    const { user, database } = caller;
    const { numUpdatedRows } = await database.transaction((tx) =>
      tx
        .updateTable('passkeys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) throw unknown();
    return await listPasskeys(database.kysely, user.id);
  },
  /** Removes a passkey and signs out other browsers. Staff must set up a new factor after the last. */
  'POST /api/user/passkeys/remove': async (caller, { input: { id, ...showing } }) => {
    const { user, session, database } = caller;
    const keys = await passkeysOf(database.kysely, user.id);
    if (!keys.some((key) => key.id === id)) throw unknown();
    await requireReauthentication(caller, showing);
    await database.transaction(async (tx) => {
      const key = await tx
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', user.id)
        .returningAll()
        .executeTakeFirst();
      if (!key) return;
      await dropLooseCodes(tx, user.id);
      await endSessions(tx, user.id, { except: session });
      const news = (await hasFactor(tx, user.id)) ? 'passkey off' : 'off';
      await recordFactorChange(tx, user, { action: 'removed a passkey', news, passkey: key.name }, caller);
    });
    return await userView(caller, user);
  },
} satisfies Partial<Handlers>;

const base64Text = z.base64url().max(12_000);
const attestation = z.object({
  id: base64Text.max(1400),
  rawId: base64Text.max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64Text,
    attestationObject: base64Text,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,30}$/))
      .max(10)
      .optional(),
  }),
});

const unfit = () =>
  new HttpError(400, 'Ключ не подошёл. Начните ещё раз: на ответ устройства есть пять минут.', 'passkey');

const unknown = () => new HttpError(404, 'Такого ключа нет.', 'id');
