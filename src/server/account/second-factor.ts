import { encode } from 'uqr';
import type { UserRow } from '../database/tables.ts';
import type { Actor } from '../request/access.ts';
import { HttpError } from '../http-error.ts';
import { encryptionOf } from '../encryption.ts';
import { audit } from '../audit/audit.ts';
import { giveCodes, newFactorSecret, removeApplication, stepOf, totpOf } from './factor-codes.ts';
import { factorsOf, hasFactor, needsFactor, recordFactorChange } from './factor-state.ts';
import { currentSite } from '../site/site-text.ts';
import { guessesOf, windowOf } from '../request/limits.ts';
import { passkeyChallengeOptions } from './passkey-proof.ts';
import { requireReauthentication, consumeFactor } from './reauthentication.ts';
import { listPasskeys, mayAddPasskey } from './passkeys.ts';
import { endSessions, knownDevice, startSession } from './sessions.ts';
import { userView } from './users.ts';
import type { Handlers } from '../request/caller.ts';

export const secondFactorHandlers = {
  'GET /api/user/second-factor': async (caller) => {
    const { user, database, settings } = caller;
    const db = database.kysely;
    const row = await db
      .selectFrom('factors')
      .select('confirmed_at')
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    const codes = await db
      .selectFrom('recovery_codes')
      .select('hash')
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .execute();
    const passkeys = await listPasskeys(db, user.id);
    return {
      state: row?.confirmed_at || passkeys.length > 0 ? 'on' : 'off',
      required: needsFactor(user),
      confirmed_at: row?.confirmed_at ?? null,
      codes_left: codes.length,
      passkeys,
      may_add_passkey: mayAddPasskey(passkeys.length, settings),
    };
  },
  /** A new authenticator key; the old one works until the first code of the new. */
  'POST /api/user/second-factor/setup': async (caller, { input: showing }) => {
    const { user } = caller;
    await requireReauthentication(caller, showing);
    const { database, settings, now } = caller;
    const secret = newFactorSecret();
    const pending = encryptionOf(settings).encrypt(secret);
    await database.transaction((tx) =>
      tx
        .insertInto('factors')
        .values({ user_id: user.id, pending, created_at: now().toISOString() })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending }))
        .execute(),
    );
    const uri = totpOf(secret, user.email, (await currentSite(database.kysely)).title).toString();
    return { secret, uri, qr: drawing(uri) };
  },
  /** The first code proves the key; the factor is then required. */
  'POST /api/user/second-factor/confirm': async (caller, { input: { code } }) => {
    const { user, session, database, settings, limits, now } = caller;
    await limits.spend([guessesOf(`second factor set up ${user.id}`)]);
    return await database.transaction(async (tx) => {
      const at = now();
      const row = await tx
        .selectFrom('factors')
        .select('pending')
        .where('user_id', '=', user.id)
        .executeTakeFirst();
      if (!row?.pending) throw new HttpError(409, 'Сначала получите ключ для приложения.', 'code');
      const step = stepOf(encryptionOf(settings).decrypt(row.pending), code, at);
      if (step === undefined)
        throw new HttpError(400, 'Код не подошёл. Проверьте часы телефона и введите новый код.', 'code');
      await tx
        .updateTable('factors')
        .set({
          secret: row.pending,
          pending: null,
          confirmed_at: at.toISOString(),
          used_steps: JSON.stringify([step]),
        })
        .where('user_id', '=', user.id)
        .execute();
      const codes = await giveCodes(tx, user.id, settings);
      await endSessions(tx, user.id, { except: session });
      await limits.refund(tx, [guessesOf(`second factor set up ${user.id}`)]);
      await recordFactorChange(tx, user, { action: 'set up a second factor', news: 'on' }, caller);
      return { recovery_codes: codes };
    });
  },
  /**
   * Removes the authenticator and signs out other browsers. Staff without a passkey must set up a new factor at
   * once.
   */
  'POST /api/user/second-factor/disable': async (caller, { input: showing }) => {
    const { user, session } = caller;
    await requireReauthentication(caller, showing);
    await caller.database.transaction(async (tx) => {
      if (!(await removeApplication(tx, user.id))) return;
      await endSessions(tx, user.id, { except: session });
      const news = (await hasFactor(tx, user.id)) ? 'application off' : 'off';
      await recordFactorChange(tx, user, { action: 'removed the second factor', news }, caller);
    });
    return await userView(caller, user);
  },
  /** Ten new codes; earlier ones become invalid. */
  'POST /api/user/second-factor/codes': async (caller, { input: showing }) => {
    const { user } = caller;
    await requireReauthentication(caller, showing);
    return await caller.database.transaction(async (tx) => {
      if (!(await hasFactor(tx, user.id))) throw new HttpError(409, 'Сначала включите второй фактор.');
      const codes = await giveCodes(tx, user.id, caller.settings);
      await recordFactorChange(tx, user, { action: 'renewed recovery codes', news: 'codes' }, caller);
      return { recovery_codes: codes };
    });
  },
  /** The pending second step of this browser, for reloaded pages. */
  'GET /api/auth/second-factor': async ({ actor, database }) => {
    if (actor.pendingLogin?.lacks !== 'code') return null;
    const factors = await factorsOf(database.kysely, actor.pendingLogin.user.id);
    return { state: 'second-factor-needed', factors };
  },
  'POST /api/auth/second-factor/challenge': async (caller) => {
    const { actor, client } = caller;
    // Without a half session this is a conflict, not missing access.
    const { user, session } = secondStepOf(actor, 409);
    await caller.limits.spend([windowOf(`passkeys from ${client.network}`, 30, 60)]);
    return await passkeyChallengeOptions(caller, {
      holder: session,
      purpose: 'second step',
      userId: user.id,
    });
  },
  'POST /api/auth/second-factor': async (caller, { input }) => {
    const { actor, client, database } = caller;
    const { user, session } = secondStepOf(actor);
    const device = await knownDevice(database.kysely, { userId: user.id, client });
    const use = {
      holder: session,
      purpose: 'second step',
      userId: user.id,
      // Wrong guesses of someone with the password must not lock the owner's known browser.
      rule: guessesOf(device ? `second factor device ${device}` : `second factor ${user.id}`),
    } as const;
    const { wrong, result: setCookies } = await consumeFactor(caller, input, use, (tx) =>
      startSession(tx, user, caller),
    );
    if (wrong) {
      await database.transaction((tx) => audit(tx, caller, 'failed the second factor', { userId: user.id }));
      throw new HttpError(401, ...wrong);
    }
    setCookies();
    return await userView(caller, user);
  },
} satisfies Partial<Handlers>;

/** The half session after the password, or an error of this status. */
function secondStepOf({ pendingLogin, session }: Actor, status = 401): { user: UserRow; session: string } {
  if (pendingLogin?.lacks !== 'code' || !session)
    throw new HttpError(status, 'Вход начат давно или не начат: введите адрес и пароль ещё раз.');
  return { user: pendingLogin.user, session };
}

/** The QR code as one SVG path, so that the page needs no markup from the server. */
function drawing(uri: string): { size: number; path: string } {
  const { data, size } = encode(uri, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
