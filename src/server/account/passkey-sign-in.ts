import type { User } from '#contract/account.ts';
import type { PasskeyRequest } from '#contract/passkeys.ts';
import { Refusal } from '../refusal.ts';
import { note } from '../audit/note.ts';
import { guessesOf, windowOf } from '../request/limits.ts';
import { holderOf, newHolder } from './passkey-challenges.ts';
import { askForPasskey, usePasskey } from './passkey-proof.ts';
import { secondStepOf } from './second-factor.ts';
import { paceOfSignIn, refuseClosed } from './sign-in.ts';
import { getUser, showUser } from './users.ts';
import type { Caller } from '../request/caller.ts';
import { createSessions } from './sessions.ts';

/** What a key has to sign so that somebody signs in by it alone; whose it will be nobody knows. */
export async function askAnyPasskey(caller: Caller): Promise<PasskeyRequest> {
  const { visit } = caller;
  await caller.limits.spend([windowOf(`passkeys from ${visit.network}`, 30, 60)]);
  return await askForPasskey(caller, { holder: newHolder(visit), purpose: 'sign in', userId: null });
}

/** What a key has to sign as the second step of signing in. */
export async function askSecondPasskey(caller: Caller): Promise<PasskeyRequest> {
  const { actor, visit } = caller;
  // Anybody may ask: there is nothing to sign, and no access that is missing.
  const { user, session } = secondStepOf(actor, 409);
  await caller.limits.spend([windowOf(`passkeys from ${visit.network}`, 30, 60)]);
  return await askForPasskey(caller, { holder: session, purpose: 'second step', userId: user.id });
}

/** Lets in by a key alone: it has asked its owner for a PIN or a finger, so that it is both factors. */
export async function signInByPasskey(caller: Caller, { passkey }: { passkey: string }): Promise<User> {
  const { visit, database, limits, now } = caller;
  const sessions = createSessions(caller);
  const holder = holderOf(visit);
  const rules = [paceOfSignIn(visit), guessesOf(`sign in by a passkey ${holder ?? visit.network}`)];
  await limits.spend(rules);
  const key = holder ? await usePasskey(caller, { answer: passkey, holder, purpose: 'sign in' }) : undefined;
  visit.setCookie('passkey', '', 0);
  if (!key) {
    await database.transaction((tx) => note(tx, { at: now(), deed: 'failed to sign in', visit }));
    throw new Refusal(401, 'Ключ не подошёл. Попробуйте ещё раз или войдите по паролю.', 'passkey');
  }
  const user = await getUser(database.kysely, key.user_id);
  refuseClosed(user);
  const setCookies = await database.transaction(async (tx) => {
    await limits.refund(tx, rules);
    const details = `ключ доступа «${key.name}»`;
    await note(tx, { at: now(), deed: 'signed in', userId: user.id, actorId: user.id, visit, details });
    return await sessions.open(tx, user, visit);
  });
  setCookies();
  return await showUser(caller, user);
}
