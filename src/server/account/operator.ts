import { userTypes, type UserType } from '#contract/account.ts';
import { isEmail } from '#domain/email.ts';
import { OperatorError } from '#domain/operator-error.ts';
import type { Context } from '../request/context.ts';
import { recordFactorChange } from './factor-state.ts';
import { audit } from '../audit/audit.ts';
import { removeInvitation } from './first-administrator.ts';
import { weaknessOf } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { newFactorSecret, putFactor, removeFactors, totpOf } from './factor-codes.ts';
import { currentSite } from '../site/site-text.ts';
import { notifyOfNewAdministrator } from './roles.ts';
import { addUser, findByEmail } from './users.ts';

export async function makeAccount(
  {
    type,
    email,
    password,
    isVerified,
  }: Record<'type' | 'email' | 'password', string> & { isVerified: boolean },
  context: Pick<Context, 'settings' | 'database' | 'now' | 'passwordCost'>,
): Promise<void> {
  const { settings, database, now, passwordCost } = context;
  if (!userTypes.some((one) => one === type))
    throw new OperatorError(`--type должен быть одним из: ${userTypes.join(', ')}.`);
  if (!isEmail(email)) throw new OperatorError(`--email: «${email}» не похоже на адрес почты.`);
  if (isVerified && type !== 'doctor') throw new OperatorError('--verified бывает только у врачей.');
  const problem = weaknessOf(password, { type, email });
  if (problem) throw new OperatorError(problem);
  const hash = await hashPassword(password, passwordCost);
  await database.transaction(async (tx) => {
    if ((await findByEmail(tx, email))?.confirmed_at)
      throw new OperatorError(`Учётная запись ${email} уже есть.`);
    const at = now();
    const user = await addUser(tx, {
      type: type as UserType,
      email,
      password: hash,
      confirmed_at: at.toISOString(),
      verified_at: isVerified ? at.toISOString() : null,
      created_at: at.toISOString(),
    });
    await audit(tx, context, 'account made', { userId: user.id, details: type });
    if (type === 'admin') await notifyOfNewAdministrator(tx, user, context, 'командой оператора');
  });
  await removeInvitation(settings);
}

/** A new second factor, whose key the operator hands over, or none. */
export async function resetFactorByOperator(
  { email, isOff }: { email: string; isOff: boolean },
  context: Pick<Context, 'settings' | 'database' | 'now'>,
): Promise<{ secret: string; uri: string } | undefined> {
  const { settings, database, now } = context;
  return await database.transaction(async (tx) => {
    const user = await findByEmail(tx, email);
    if (!user || user.confirmed_at === null) throw new OperatorError(`Учётной записи ${email} нет.`);
    const at = now();
    await removeFactors(tx, user.id);
    await endSessions(tx, user.id);
    const change = { action: 'second factor reset', news: isOff ? 'reset' : 'on' } as const;
    await recordFactorChange(tx, user, change, context);
    if (isOff) return undefined;
    const secret = newFactorSecret();
    await putFactor(tx, { userId: user.id, secret, at, settings });
    return { secret, uri: totpOf(secret, user.email, (await currentSite(tx)).title).toString() };
  });
}
