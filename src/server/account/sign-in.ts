import type { SecondStep, User } from '#contract/account.ts';
import { accessOf } from '../request/access.ts';
import type { UserRow } from '../database/tables.ts';
import type { ClientInfo } from '../request/visit.ts';
import { Refusal } from '../refusal.ts';
import { note } from '../audit/note.ts';
import { emailKey } from '../base/email.ts';
import { factorsOf } from './factor-state.ts';
import { guessesOf, windowOf, type LimitRule } from '../request/limits.ts';
import { isPassword } from './passwords.ts';
import { knownDevice, createSessions } from './sessions.ts';
import { manyTries, tellOfGuesses } from './strangers.ts';
import { findByEmail, showUser } from './users.ts';
import type { Caller } from '../request/caller.ts';

interface Credentials {
  email: string;
  password: string;
}

/** Lets in whoever knows the password; everybody else hears the same, after the same work. */
export async function signIn(caller: Caller, { email, password }: Credentials): Promise<User | SecondStep> {
  const { visit, database, limits, now, passwordCost } = caller;
  const sessions = createSessions(caller);
  const user = await findByEmail(database.kysely, email);
  const rules = await rulesFor(email, user?.id);
  // Counted before the password is looked at: of a burst of guesses no more get through than of a row of them.
  await limits.spend(rules);
  const isRight = await isPassword(password, user?.password, passwordCost);
  if (!user || !isRight) {
    const [tries = 0] = await limits.spent(rules.slice(-1));
    await database.transaction(async (tx) => {
      await note(tx, { at: now(), deed: 'failed to sign in', userId: user?.id, visit });
      if (user && tries >= manyTries) await tellOfGuesses(tx, user, caller);
    });
    throw new Refusal(401, 'Почта или пароль не подходят.', 'password');
  }
  refuseClosed(user);
  const factors = await factorsOf(database.kysely, user.id);
  const isHalf = factors.length > 0;
  const setCookies = await database.transaction(async (tx) => {
    await limits.refund(tx, rules);
    if (isHalf) {
      await note(tx, { at: now(), deed: 'passed the first step', userId: user.id, visit });
      return await sessions.openHalf(tx, user, visit);
    }
    await note(tx, { at: now(), deed: 'signed in', userId: user.id, actorId: user.id, visit });
    return await sessions.open(tx, user, visit);
  });
  setCookies();
  if (isHalf) return { state: 'second-factor-needed', factors };
  return await showUser(caller, user);

  /** Guesses are counted by account, but in a browser that the owner has used they are counted apart. */
  async function rulesFor(address: string, userId: number | undefined): Promise<LimitRule[]> {
    const device = userId === undefined ? undefined : await knownDevice(database.kysely, { userId, visit });
    const key = device ? `sign in device ${device}` : `sign in ${emailKey(address)}`;
    return [paceOfSignIn(visit), guessesOf(key)];
  }
}

/** How often one network may try, by whatever it signs in. */
export const paceOfSignIn = (visit: ClientInfo): LimitRule =>
  windowOf(`sign in from ${visit.network}`, 20, 60);

/** Says to whoever has shown that the account is theirs why they may not come in. */
export function refuseClosed(user: UserRow): void {
  if (user.confirmed_at === null)
    throw new Refusal(
      403,
      'Адрес почты ещё не подтверждён: перейдите по ссылке из письма или запросите письмо ещё раз.',
      'email',
    );
  if (accessOf(user) === 'anonymous')
    throw new Refusal(403, 'Учётная запись заблокирована. Напишите нам, если это ошибка.');
}

export async function signOut(caller: Caller): Promise<null> {
  const { actor, visit, database, now } = caller;
  const sessions = createSessions(caller);
  const { session } = actor;
  const user = actor.user ?? actor.unfinished?.user;
  if (session && user)
    await database.transaction(async (tx) => {
      await tx.deleteFrom('sessions').where('token_hash', '=', session).execute();
      await note(tx, { at: now(), deed: 'signed out', userId: user.id, actorId: user.id, visit });
    });
  sessions.forget(visit);
  return null;
}
