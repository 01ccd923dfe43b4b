import { setTimeout as pause } from 'node:timers/promises';
import type { Output } from '#contract/contract.ts';
import { isTicked } from '#contract/forms/fields.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { lettersFrom } from '../captcha/pace.ts';
import { accessOf } from '../request/access.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import type { Context } from '../request/context.ts';
import { windowOf } from '../request/limits.ts';
import { neighbourhoodOf } from '../request/client.ts';
import { confirmationLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { HttpError } from '../http-error.ts';
import { audit } from '../audit/audit.ts';
import { emailKey } from '../base/email.ts';
import { hashOf } from '../base/secret.ts';
import { giveConsent, servedDocuments } from './consents.ts';
import { hasFactor } from './factor-state.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { startSession } from './sessions.ts';
import { codeOfLink, findToken, issueToken, useToken } from './tokens.ts';
import { endFounding, findByEmail, findUser, forgetPending, pendingAt, titleOf } from './users.ts';

/** Unconfirmed accounts at one address; above it the oldest are dropped. */
export const maxPending = 5;

export const lettersTo = (email: string) => windowOf(`letters to ${emailKey(email)}`, 6, 3600);

type Answer = Output<'POST /api/user/confirm'>;

const requiredConsents = { consent: 'personal', specialist: 'specialist' } as const;
type Tick = keyof typeof requiredConsents;

export const confirmationHandlers = {
  /**
   * Confirms a registration and signs in. The code proves the mailbox, the password selects the owner's
   * registration among those of the address (target D-7); a new password, given twice, replaces one chosen by
   * someone else. Other registrations of the address are dropped. If anything is missing the response names it,
   * and nothing changes.
   */
  'POST /api/user/confirm': async (caller, { input }) => {
    const { settings, database, limits, now, passwordCost } = caller;
    const { password, confirm_password } = input;
    const code = await codeOfLink(caller, input);
    const waiting = await findRegistration(database.kysely, code, now());
    if ('state' in waiting) return waiting;
    const { user } = waiting;
    const isNew = Boolean(confirm_password);
    if (!password) return await passwordNeeded(database.kysely, user);
    await limits.spend([windowOf(`confirm ${user.email_key}`, 30, 600)]);
    if (isNew) checkPassword(password, user);
    const owner = isNew ? user : await registeredWith(password, user, caller);
    if (!owner)
      throw new HttpError(
        400,
        'С таким паролем здесь не регистрировались. Если вы его не помните или регистрировались не вы, задайте новый.',
        'password',
      );
    const isReplaced = isNew && user.password !== null;
    const ticks = isReplaced ? ticksOf(owner) : await missingTicks(database.kysely, owner);
    const refused = ticks.filter((tick) => !isTicked(input[tick]));
    if (refused.length > 0)
      return {
        state: 'consent-needed',
        email: user.email,
        wanted: refused,
        message: messageOfTicks(owner, isReplaced),
      };
    const consents = await servedDocuments(
      settings,
      ticks.map((tick) => requiredConsents[tick]),
    );
    const hash = isNew ? await hashPassword(password, passwordCost) : owner.password;
    const { answer, setCookies } = await database.transaction((tx) =>
      complete(tx, caller, {
        code,
        email: user.email,
        owner: { ...owner, password: hash },
        consents,
        isReplaced,
      }),
    );
    setCookies?.();
    return answer;
  },
  /** Repeats the letter of the latest registration; the response does not depend on the address. */
  'POST /api/user/confirm/resend': async (caller, { input: { email } }) => {
    const { client, database, limits, evenTime } = caller;
    await limits.spend([windowOf(`letters from ${client.network}`, 20, 60), ...lettersFrom(client)]);
    const answerTime = pause(evenTime);
    await database.transaction(async (tx) => {
      const isAllowed = await limits.spendWithin(tx, [lettersTo(email)]);
      const user = await findByEmail(tx, email);
      if (isAllowed && user?.confirmed_at === null) await sendConfirmation(tx, user, caller);
    });
    await answerTime;
    return { email };
  },
} satisfies Partial<Handlers>;

async function passwordNeeded(db: ReadDatabase, user: UserRow): Promise<Answer> {
  const isFirst = user.password === null;
  return {
    state: 'password-needed',
    email: user.email,
    wanted: [
      'password',
      ...(isFirst ? (['confirm_password'] as const) : []),
      ...(await missingTicks(db, user)),
    ],
    message: isFirst
      ? 'Придумайте пароль и введите его дважды.'
      : 'Введите пароль, который придумали при регистрации, или задайте новый.',
  };
}

interface Completion {
  code: string;
  /** As in the letter. */
  email: string;
  owner: UserRow;
  consents: Awaited<ReturnType<typeof servedDocuments>>;
  isReplaced: boolean;
}

async function complete(
  tx: WriteTransaction,
  caller: Caller,
  { code, email, owner, consents, isReplaced }: Completion,
): Promise<{ answer: Answer; setCookies?: () => void }> {
  const at = caller.now();
  const still = await findRegistration(tx, code, at);
  if ('state' in still) return { answer: still };
  await useToken(tx, code, at);
  // The code stays with the remaining account.
  await tx.updateTable('tokens').set({ user_id: owner.id }).where('hash', '=', hashOf(code)).execute();
  if (isReplaced) await tx.deleteFrom('consents').where('user_id', '=', owner.id).execute();
  for (const consent of consents) await giveConsent(tx, caller, { userId: owner.id, ...consent });
  const confirmed = { ...owner, confirmed_at: at.toISOString() };
  const { id, confirmed_at, password, email_key } = confirmed;
  await tx.updateTable('users').set({ confirmed_at, password }).where('id', '=', id).execute();
  await endFounding(tx);
  // Other registrations of the address.
  await forgetPending(tx, email_key, at);
  await audit(tx, caller, 'confirmed', { userId: id });
  const answer: Answer = { state: 'confirmed', email, message: 'Регистрация подтверждена.' };
  if (accessOf(confirmed) === 'anonymous' || (await hasFactor(tx, id))) return { answer };
  return { answer, setCookies: await startSession(tx, confirmed, caller) };
}

const messageOfTicks = (owner: UserRow, isReplaced: boolean): string =>
  isReplaced
    ? `Чтобы завершить регистрацию с новым паролем, отметьте согласия. Зарегистрирован: ${titleOf(owner)}. Если это не вы, исправьте имя и роль в настройках после входа.`
    : 'Чтобы завершить регистрацию, отметьте недостающие согласия.';

async function missingTicks(db: ReadDatabase, { id, type }: UserRow): Promise<Tick[]> {
  const given = await db
    .selectFrom('consents')
    .select('purpose')
    .where('user_id', '=', id)
    .where('withdrawn_at', 'is', null)
    .execute();
  return ticksOf({ type }).filter((tick) => !given.some(({ purpose }) => purpose === requiredConsents[tick]));
}

/** All are required when the password is replaced: another person may have registered and consented. */
const ticksOf = ({ type }: Pick<UserRow, 'type'>): Tick[] =>
  type === 'doctor' ? ['specialist', 'consent'] : ['consent'];

/** The pending registration of a code, or the response if it is already confirmed. */
async function findRegistration(
  db: ReadDatabase,
  code: string,
  at: Date,
): Promise<{ user: UserRow } | Answer> {
  const found = await findToken(db, { code, purpose: 'confirm', at });
  const user = found && (await findUser(db, found.userId));
  if (!found || !user || (found.state === 'over' && user.confirmed_at === null))
    throw new HttpError(400, 'Ссылка устарела или неверна. Запросите новую.', 'code');
  const owner = await findByEmail(db, user.email);
  return found.state !== 'good' || owner?.confirmed_at
    ? { state: 'already', email: user.email, message: 'Регистрация уже подтверждена: можно войти.' }
    : { user };
}

/** The pending registration with this password, that of the letter first. */
async function registeredWith(
  password: string,
  user: UserRow,
  { db, passwordCost }: Caller,
): Promise<UserRow | undefined> {
  const others = await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', user.email_key)
    .where('confirmed_at', 'is', null)
    .where('id', '!=', user.id)
    .orderBy('id', 'desc')
    .limit(maxPending)
    .execute();
  for (const one of [user, ...others]) if (await isPassword(password, one.password, passwordCost)) return one;
  return undefined;
}

/** States time and network of the registration, by which owners recognise their own. */
export async function sendConfirmation(
  tx: WriteTransaction,
  user: UserRow,
  context: Pick<Context, 'settings' | 'now'>,
): Promise<void> {
  const code = await issueToken(tx, { purpose: 'confirm', userId: user.id, at: context.now() });
  const registered = await tx
    .selectFrom('audit')
    .select('ip')
    .where('user_id', '=', user.id)
    .where('action', '=', 'registered')
    .executeTakeFirst();
  const waiting = await pendingAt(tx, user.email_key);
  const { id, email } = user;
  const letter = confirmationLetter({
    email,
    code,
    when: new Date(user.created_at),
    from: neighbourhoodOf(registered?.ip ?? ''),
    hasPassword: user.password !== null,
    isAlone: waiting.length === 1,
  });
  await putLetter(tx, context, { kind: 'confirm', to: { id, email } }, letter);
}
