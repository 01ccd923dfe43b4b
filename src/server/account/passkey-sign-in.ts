import { HttpError } from '../http-error.ts';
import { audit } from '../audit/audit.ts';
import { guessesOf, windowOf } from '../request/limits.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import { challengeLifetime, passkeyChallengeOptions, usePasskey } from './passkey-proof.ts';
import { secondStepOf } from './second-factor.ts';
import { paceOfSignIn, refuseClosed } from './sign-in.ts';
import { getUser, userView } from './users.ts';
import type { Handlers } from '../request/caller.ts';
import { startSession } from './sessions.ts';

export const passkeySignInHandlers = {
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
  /** Challenge for the second step of sign-in. */
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
} satisfies Partial<Handlers>;
