import { HttpError } from '../http-error.ts';
import { usesUp } from './factor-codes.ts';
import { hasFactor } from './factor-state.ts';
import { guessesOf, windowOf } from '../request/limits.ts';
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

/** Proof of the owner before actions that could take over an account. */
export interface Reauthentication {
  password: string;
  /** Second factor, where set up. */
  code?: string | undefined;
  /** Passkey assertion instead of the code. */
  passkey?: string | undefined;
}

/** Throws unless the password and, where set up, a code or passkey are right; consumes it. */
export async function requireReauthentication(
  caller: Caller,
  { password, code, passkey }: Reauthentication,
): Promise<void> {
  await requirePassword(caller, { password, field: 'password' });
  const { user, session, database, settings, limits, now } = caller;
  if (!(await hasFactor(database.kysely, user.id))) return;
  if (!code && !passkey)
    throw new HttpError(400, 'Введите код второго фактора или подтвердите ключом: он у вас включён.', 'code');
  const rules = [guessesOf(`second factor of a deed ${user.id}`)];
  await limits.spend(rules);
  if (passkey) {
    const shown = { answer: passkey, holder: session, purpose: 'show', userId: user.id } as const;
    if (!(await usePasskey(caller, shown)))
      throw new HttpError(400, 'Ключ не подошёл. Попробуйте ещё раз или введите код.', 'passkey');
    await database.transaction((tx) => limits.refund(tx, rules));
    return;
  }
  const isRight = await database.transaction(async (tx) => {
    if (!(await usesUp(tx, { userId: user.id, code: code ?? '', at: now(), settings }))) return false;
    await limits.refund(tx, rules);
    return true;
  });
  if (!isRight) throw new HttpError(400, 'Код не подошёл: дождитесь нового или введите запасной.', 'code');
}
