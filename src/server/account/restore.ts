import { setTimeout as pause } from 'node:timers/promises';
import { restoreLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { HttpError } from '../http-error.ts';
import { audit } from '../audit/audit.ts';
import { readableEmail } from '../base/email.ts';
import { windowOf } from '../request/limits.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { createFirstAdministrator, isFoundingCode } from './first-administrator.ts';
import { lettersTo } from './confirmation.ts';
import { codeOfLink, findToken, issueToken, useToken } from './tokens.ts';
import { setPassword } from './settings.ts';
import { findByEmail, findUser } from './users.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { accessOf } from '../request/access.ts';
import type { Context } from '../request/context.ts';

export const restoreHandlers = {
  /** Sends a restore letter if there is an account; the response is always the same (ruling G15). */
  'POST /api/auth/restore/send': async (caller, { input: { email } }) => {
    const { client, database, limits, now, evenTime } = caller;
    await limits.spend([windowOf(`letters from ${client.network}`, 20, 60)]);
    const answerTime = pause(evenTime);
    await database.transaction(async (tx) => {
      const at = now();
      const isAllowed = await limits.spendWithin(tx, [lettersTo(email)]);
      const user = await findByEmail(tx, email);
      if (!isAllowed || !user || accessOf(user) === 'anonymous' || user.password === null) return;
      const code = await issueToken(tx, { purpose: 'restore', userId: user.id, at });
      await audit(tx, caller, 'asked for a new password', { userId: user.id });
      await putLetter(tx, caller, { kind: 'restore', to: user }, restoreLetter(user.email, code));
    });
    await answerTime;
    return { email: readableEmail(email) };
  },
  'POST /api/auth/restore': (caller, { input }) => {
    const code = input.code || input.token || '';
    return isFoundingCode(code)
      ? createFirstAdministrator(caller, { ...input, code })
      : restore(caller, input);
  },
} satisfies Partial<Handlers>;

interface NewPassword {
  code?: string | undefined;
  token?: string | undefined;
  password: string;
}

const overdue = () => new HttpError(400, 'Ссылка устарела или уже использована. Запросите новую.', 'code');

/** Why a restore link is invalid; undefined when valid. */
export async function refuseRestore(
  { database, now }: Pick<Context, 'database' | 'now'>,
  code: string,
): Promise<HttpError | undefined> {
  const found = await findToken(database.kysely, { code, purpose: 'restore', at: now() });
  return found?.state === 'good' ? undefined : overdue();
}

/** Sets a new password by a code, ends all sessions and sends a letter. */
async function restore(caller: Caller, input: NewPassword): Promise<{ email: string }> {
  const { database, now, passwordCost } = caller;
  const code = await codeOfLink(caller, input);
  const found = await findToken(database.kysely, { code, purpose: 'restore', at: now() });
  const user = found?.state === 'good' ? await findUser(database.kysely, found.userId) : undefined;
  if (!user) throw overdue();
  checkPassword(input.password, user);
  const hash = await hashPassword(input.password, passwordCost);
  await database.transaction(async (tx) => {
    if (!(await useToken(tx, code, now()))) throw overdue();
    await setPassword(tx, caller, user, { hash, action: 'set a new password' });
  });
  return { email: user.email };
}
