import type { Input } from '#contract/contract.ts';
import type { WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { usesUp } from './factor-codes.ts';
import { hasFactor } from './factor-state.ts';
import { guessesOf, windowOf, type LimitRule } from '../request/limits.ts';
import { usePasskey } from './passkey-proof.ts';
import { isPassword } from './passwords.ts';
import type { Caller } from '../request/caller.ts';

/** Throws unless the password is right: an open browser does not prove the owner. */
export async function requirePassword(
  { user, limits, passwordCost }: Caller,
  { password, field }: { password: string; field: string },
): Promise<void> {
  await limits.spend([windowOf(`password of ${user.id}`, 10, 600)]);
  if (!(await isPassword(password, user.password, passwordCost)))
    throw new HttpError(400, 'Пароль не подходит.', field);
}

/** Throws unless the password and, where set up, a code or passkey are right; consumes it. */
export async function requireReauthentication(
  caller: Caller,
  { password, ...factor }: Input<'POST /api/user/second-factor/setup'>,
): Promise<void> {
  await requirePassword(caller, { password, field: 'password' });
  const { user, session } = caller;
  if (!(await hasFactor(caller.db, user.id))) return;
  if (!factor.code && !factor.passkey)
    throw new HttpError(400, 'Введите код второго фактора или подтвердите ключом: он у вас включён.', 'code');
  const use = {
    holder: session,
    purpose: 'show',
    userId: user.id,
    rule: guessesOf(`second factor of a deed ${user.id}`),
  } as const;
  const { wrong } = await consumeFactor(caller, factor, use, async () => undefined);
  if (wrong) throw new HttpError(400, ...wrong);
}

interface FactorUse {
  holder: string;
  purpose: 'show' | 'second step';
  userId: number;
  rule: LimitRule;
}

type Wrong = [message: string, field: string];

/** Consumes a code or passkey and acts in the same transaction; a wrong one gives its message and field. */
export async function consumeFactor<Result>(
  caller: Caller,
  { code = '', passkey }: Input<'POST /api/auth/second-factor'>,
  { rule, ...use }: FactorUse,
  action: (tx: WriteTransaction) => Promise<Result>,
): Promise<{ wrong: Wrong; result?: never } | { wrong?: never; result: Result }> {
  const { database, settings, limits, now } = caller;
  await limits.spend([rule]);
  if (passkey && !(await usePasskey(caller, { ...use, answer: passkey })))
    return { wrong: ['Ключ не подошёл. Попробуйте ещё раз или введите код.', 'passkey'] };
  return await database.transaction(async (tx) => {
    if (!passkey && !(await usesUp(tx, { userId: use.userId, code, at: now(), settings })))
      return { wrong: ['Код не подошёл: дождитесь нового или введите запасной.', 'code'] };
    await limits.refund(tx, [rule]);
    return { result: await action(tx) };
  });
}
