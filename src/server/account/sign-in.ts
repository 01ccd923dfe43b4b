import { accessOf } from '../request/access.ts';
import type { UserRow } from '../database/tables.ts';
import type { ClientInfo } from '../request/client.ts';
import { HttpError } from '../http-error.ts';
import { audit } from '../audit/audit.ts';
import { emailKey } from '../base/email.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import { factorsOf } from './factor-state.ts';
import { guessesOf, windowOf, type LimitRule } from '../request/limits.ts';
import { challengeLifetime, passkeyChallengeOptions, usePasskey } from './passkey-proof.ts';
import { isPassword } from './passwords.ts';
import { forgetSession, knownDevice, startSession } from './sessions.ts';
import { failedLoginsBeforeNotice, notifyFailedLogins } from './suspicious-sign-ins.ts';
import { findByEmail, getUser, userView } from './users.ts';
import type { Handlers } from '../request/caller.ts';

export const signInHandlers = {
  'GET /api/user': async (caller) =>
    caller.actor.user && caller.actor.access !== 'anonymous'
      ? await userView(caller, caller.actor.user)
      : null,
  /** Signs in by password; all failures get the same response after the same work. */
  'POST /api/auth/login': async (caller, { input: { email, password } }) => {
    const { client, database, limits, passwordCost } = caller;
    const user = await findByEmail(database.kysely, email);
    const rules = await rulesFor(email, user?.id);
    // Counted before the check: concurrent attempts get no more than sequential ones.
    await limits.spend(rules);
    const isRight = await isPassword(password, user?.password, passwordCost);
    if (!user || !isRight) {
      const [tries = 0] = await limits.spent(rules.slice(-1));
      await database.transaction(async (tx) => {
        await audit(tx, caller, 'failed to sign in', { userId: user?.id });
        if (user && tries >= failedLoginsBeforeNotice) await notifyFailedLogins(tx, user, caller);
      });
      throw new HttpError(401, 'Почта или пароль не подходят.', 'password');
    }
    refuseClosed(user);
    const factors = await factorsOf(database.kysely, user.id);
    const isHalf = factors.length > 0;
    const setCookies = await database.transaction(async (tx) => {
      await limits.refund(tx, rules);
      return await startSession(tx, user, caller, { isHalf });
    });
    setCookies();
    if (isHalf) return { state: 'second-factor-needed', factors };
    return await userView(caller, user);

    /** Attempts are counted by account, separately in known browsers. */
    async function rulesFor(address: string, userId: number | undefined): Promise<LimitRule[]> {
      const device =
        userId === undefined ? undefined : await knownDevice(database.kysely, { userId, client });
      const key = device ? `sign in device ${device}` : `sign in ${emailKey(address)}`;
      return [paceOfSignIn(client), guessesOf(key)];
    }
  },
  /** Challenge for sign-in by passkey alone, for an unknown user. */
  'POST /api/auth/passkey/challenge': async (caller) => {
    const { client } = caller;
    await caller.limits.spend([windowOf(`passkeys from ${client.network}`, 30, 60)]);
    const token = newSecret();
    client.setCookie('passkey', token, challengeLifetime);
    return await passkeyChallengeOptions(caller, {
      holder: hashOf(token),
      purpose: 'sign in',
      userId: null,
    });
  },
  /** Signs in by passkey alone: with user verification it counts as both factors. */
  'POST /api/auth/passkey': async (caller, { input: { passkey } }) => {
    const { client, database, limits } = caller;
    const token = client.cookie('passkey');
    const holder = token && hashOf(token);
    const rules = [paceOfSignIn(client), guessesOf(`sign in by a passkey ${holder ?? client.network}`)];
    await limits.spend(rules);
    const key = holder
      ? await usePasskey(caller, { answer: passkey, holder, purpose: 'sign in' })
      : undefined;
    client.setCookie('passkey', '', 0);
    if (!key) {
      await database.transaction((tx) => audit(tx, caller, 'failed to sign in'));
      throw new HttpError(401, 'Ключ не подошёл. Попробуйте ещё раз или войдите по паролю.', 'passkey');
    }
    const user = await getUser(database.kysely, key.user_id);
    refuseClosed(user);
    const setCookies = await database.transaction(async (tx) => {
      await limits.refund(tx, rules);
      return await startSession(tx, user, caller, { details: `ключ доступа «${key.name}»` });
    });
    setCookies();
    return await userView(caller, user);
  },
  'POST /api/auth/logout': async (caller) => {
    const { actor, client, database } = caller;
    const { session } = actor;
    const user = actor.user ?? actor.pendingLogin?.user;
    if (session && user)
      await database.transaction(async (tx) => {
        await tx.deleteFrom('sessions').where('token_hash', '=', session).execute();
        await audit(tx, caller, 'signed out', { userId: user.id, actorId: user.id });
      });
    forgetSession(client);
    return null;
  },
} satisfies Partial<Handlers>;

/** Attempts by network, for every way of signing in. */
const paceOfSignIn = (client: ClientInfo): LimitRule => windowOf(`sign in from ${client.network}`, 20, 60);

/** Tells the proven owner why the account is closed. */
function refuseClosed(user: UserRow): void {
  if (user.confirmed_at === null)
    throw new HttpError(
      403,
      'Адрес почты ещё не подтверждён: перейдите по ссылке из письма или запросите письмо ещё раз.',
      'email',
    );
  if (accessOf(user) === 'anonymous')
    throw new HttpError(403, 'Учётная запись заблокирована. Напишите нам, если это ошибка.');
}
