import type { SecondStep, User } from '#contract/account.ts';
import { accessOf } from '../request/access.ts';
import type { UserRow } from '../database/tables.ts';
import type { ClientInfo } from '../request/client.ts';
import { HttpError } from '../http-error.ts';
import { audit } from '../audit/audit.ts';
import { emailKey } from '../base/email.ts';
import { factorsOf } from './factor-state.ts';
import { guessesOf, windowOf, type LimitRule } from '../request/limits.ts';
import { isPassword } from './passwords.ts';
import { knownDevice, createSessions } from './sessions.ts';
import { failedLoginsBeforeNotice, notifyFailedLogins } from './suspicious-sign-ins.ts';
import { findByEmail, userView } from './users.ts';
import type { Caller } from '../request/caller.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Lets in anyone who knows the password; everybody else hears the same, after the same work. */
export async function signIn(caller: Caller, { email, password }: Credentials): Promise<User | SecondStep> {
  const { client, database, limits, now, passwordCost } = caller;
  const sessions = createSessions(caller);
  const user = await findByEmail(database.kysely, email);
  const rules = await rulesFor(email, user?.id);
  // Counted before the password is looked at: of a burst of guesses no more get through than of a row of them.
  await limits.spend(rules);
  const isRight = await isPassword(password, user?.password, passwordCost);
  if (!user || !isRight) {
    const [tries = 0] = await limits.spent(rules.slice(-1));
    await database.transaction(async (tx) => {
      await audit(tx, { at: now(), action: 'failed to sign in', userId: user?.id, client });
      if (user && tries >= failedLoginsBeforeNotice) await notifyFailedLogins(tx, user, caller);
    });
    throw new HttpError(401, 'Почта или пароль не подходят.', 'password');
  }
  refuseClosed(user);
  const factors = await factorsOf(database.kysely, user.id);
  const isHalf = factors.length > 0;
  const setCookies = await database.transaction(async (tx) => {
    await limits.refund(tx, rules);
    if (isHalf) {
      await audit(tx, { at: now(), action: 'passed the first step', userId: user.id, client });
      return await sessions.openHalf(tx, user, client);
    }
    await audit(tx, { at: now(), action: 'signed in', userId: user.id, actorId: user.id, client });
    return await sessions.open(tx, user, client);
  });
  setCookies();
  if (isHalf) return { state: 'second-factor-needed', factors };
  return await userView(caller, user);

  /** Guesses are counted by account, but in a browser that the owner has used they are counted apart. */
  async function rulesFor(address: string, userId: number | undefined): Promise<LimitRule[]> {
    const device = userId === undefined ? undefined : await knownDevice(database.kysely, { userId, client });
    const key = device ? `sign in device ${device}` : `sign in ${emailKey(address)}`;
    return [paceOfSignIn(client), guessesOf(key)];
  }
}

/** How often one network may try, by whatever it signs in. */
export const paceOfSignIn = (client: ClientInfo): LimitRule =>
  windowOf(`sign in from ${client.network}`, 20, 60);

/** Says to anyone who has shown that the account is theirs why they may not come in. */
export function refuseClosed(user: UserRow): void {
  if (user.confirmed_at === null)
    throw new HttpError(
      403,
      'Адрес почты ещё не подтверждён: перейдите по ссылке из письма или запросите письмо ещё раз.',
      'email',
    );
  if (accessOf(user) === 'anonymous')
    throw new HttpError(403, 'Учётная запись заблокирована. Напишите нам, если это ошибка.');
}

export async function signOut(caller: Caller): Promise<null> {
  const { actor, client, database, now } = caller;
  const sessions = createSessions(caller);
  const { session } = actor;
  const user = actor.user ?? actor.pendingLogin?.user;
  if (session && user)
    await database.transaction(async (tx) => {
      await tx.deleteFrom('sessions').where('token_hash', '=', session).execute();
      await audit(tx, { at: now(), action: 'signed out', userId: user.id, actorId: user.id, client });
    });
  sessions.forget(client);
  return null;
}
