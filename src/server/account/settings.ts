import type { Output } from '#contract/contract.ts';
import type { UserRow } from '../database/tables.ts';
import type { Visit } from '../http/visit.ts';
import {
  addressChangedLetter,
  alreadyLetter,
  newAddressLetter,
  oldAddressLetter,
  passwordChangedLetter,
} from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { Refusal } from '../refusal.ts';
import { note } from './audit.ts';
import { emailKey } from './email.ts';
import { windowOf } from './limits.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { lettersTo } from './registration.ts';
import { checkPassword, endSessions } from './restore.ts';
import type { Services } from './services.ts';
import { findToken, issueToken, useToken, type Purpose } from './tokens.ts';
import { findByEmail, getUser } from './users.ts';
import { isOver } from './sessions.ts';

/** Refuses unless the owner knows the password: an open browser is not yet its owner. */
export async function demandPassword(
  user: UserRow,
  { password, field }: { password: string; field: string },
  { limits }: Services,
): Promise<void> {
  await limits.spend([windowOf(`password of ${user.id}`, 10, 600)]);
  if (!(await isPassword(password, user.password))) throw new Refusal(400, 'Пароль не подходит.', field);
}

interface Change {
  current_password: string;
  password: string;
}

/** A new password; other browsers have to sign in again. */
export async function changePassword(
  user: UserRow,
  form: Change,
  { session, visit, services }: { session: string; visit: Visit; services: Services },
): Promise<null> {
  const { database, settings, now } = services;
  checkPassword(form.password, user);
  await demandPassword(user, { password: form.current_password, field: 'current_password' }, services);
  const password = await hashPassword(form.password);
  await database.transaction(async (tx) => {
    const at = now();
    await tx
      .updateTable('users')
      .set({ password, updated_at: at.toISOString() })
      .where('id', '=', user.id)
      .execute();
    await endSessions(tx, user.id, { except: session });
    await tx.deleteFrom('tokens').where('user_id', '=', user.id).where('purpose', '=', 'restore').execute();
    await note(tx, { at, deed: 'changed the password', userId: user.id, actorId: user.id, visit });
    const letter = passwordChangedLetter(user, at, settings.SITE_URL);
    await putLetter(tx, letter, { kind: 'password', to: user.email, userId: user.id, at });
  });
  return null;
}

/** Asks both addresses; what the answer says does not depend on whether the new one has an account. */
export async function requestEmail(
  user: UserRow,
  { email, password }: { email: string; password: string },
  { visit, services }: { visit: Visit; services: Services },
): Promise<{ email: string }> {
  const { database, settings, limits, now } = services;
  if (emailKey(email) === user.email_key) throw new Refusal(400, 'Это и есть ваш адрес.', 'email');
  await demandPassword(user, { password, field: 'password' }, services);
  const siteUrl = settings.SITE_URL;
  await database.transaction(async (tx) => {
    const at = now();
    if (!(await limits.spendWithin(tx, [lettersTo(user.email), lettersTo(email)]))) return;
    const issue = (purpose: Purpose) => issueToken(tx, { purpose, userId: user.id, email, at });
    const old = oldAddressLetter(user, { to: email, code: await issue('old address'), siteUrl });
    await putLetter(tx, old, { kind: 'old-address', to: user.email, userId: user.id, at });
    const owner = await findByEmail(tx, email);
    const fresh = newAddressLetter(user, await issue('new address'), siteUrl);
    const letter = owner?.confirmed_at ? alreadyLetter(owner, siteUrl) : fresh;
    await putLetter(tx, letter, { kind: 'new-address', to: email, userId: user.id, at });
    await note(tx, { at, deed: 'asked for another address', userId: user.id, actorId: user.id, visit });
  });
  return { email };
}

const addressPurposes: readonly Purpose[] = ['old address', 'new address'];

/** Notes one of the two confirmations; the second changes the address. */
export async function confirmEmail(
  { code, token }: { code?: string | undefined; token?: string | undefined },
  visit: Visit,
  { settings, database, limits, now }: Services,
): Promise<Output<'POST /api/user/email/confirm'>> {
  const given = code || token;
  if (!given) throw new Refusal(400, 'В ссылке нет кода. Откройте её из письма целиком.', 'code');
  await limits.spend([windowOf(`codes from ${visit.network}`, 120, 60)]);
  return await database.transaction(async (tx) => {
    const at = now();
    const found = await findToken(tx, { code: given, purposes: addressPurposes, at });
    const email = found?.email;
    if (!found || !email || found.state === 'over')
      throw new Refusal(400, 'Ссылка устарела или неверна. Запросите смену адреса ещё раз.', 'code');
    await useToken(tx, given, at);
    const tokens = await tx
      .selectFrom('tokens')
      .select('used_at')
      .where('user_id', '=', found.userId)
      .where('purpose', 'in', addressPurposes)
      .where('email', '=', email)
      .execute();
    const user = await getUser(tx, found.userId);
    if (user.email === email) return { state: 'changed', message: 'Адрес уже изменён.' };
    if (tokens.some(({ used_at }) => used_at === null))
      return {
        state: 'waiting',
        message: 'Подтверждение принято. Осталось подтвердить смену из второго письма.',
      };
    const owner = await findByEmail(tx, email);
    if (owner?.confirmed_at)
      throw new Refusal(400, 'Ссылка устарела или неверна. Запросите смену адреса ещё раз.', 'code');
    await tx
      .updateTable('users')
      .set({ email, email_key: emailKey(email), updated_at: at.toISOString() })
      .where('id', '=', user.id)
      .execute();
    await note(tx, { at, deed: 'changed the address', userId: user.id, visit });
    const letter = addressChangedLetter(user, settings.SITE_URL);
    await putLetter(tx, letter, { kind: 'address', to: user.email, userId: user.id, at });
    return { state: 'changed', message: 'Адрес изменён: для входа служит новый.' };
  });
}

/** Where the person is signed in: the browser that asks, then the latest first. */
export async function listSessions(
  user: UserRow,
  current: string | undefined,
  { database, now }: Services,
): Promise<Output<'GET /api/user/sessions'>> {
  const rows = await database.kysely
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('stage', '=', 'full')
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows
    .filter((row) => !isOver(row, user.type, now()))
    .map(({ token_hash: hash, id, created_at, seen_at, ip, agent }) => ({
      id,
      current: hash === current,
      created_at,
      seen_at,
      ip,
      agent,
    }))
    .toSorted((one, other) => Number(other.current) - Number(one.current));
}

/** Ends one session by its id, or all but the one that asks. */
export async function endSession(
  user: UserRow,
  { id }: { id?: string | undefined },
  { session, visit, services }: { session: string; visit: Visit; services: Services },
): Promise<Output<'GET /api/user/sessions'>> {
  const { database, sessions, now } = services;
  const ended = await database.transaction(async (tx) => {
    let rows = tx.deleteFrom('sessions').where('user_id', '=', user.id);
    rows = id ? rows.where('id', '=', id) : rows.where('token_hash', '!=', session);
    const hashes = (await rows.returning('token_hash').execute()).map(({ token_hash: hash }) => hash);
    if (hashes.length > 0)
      await note(tx, { at: now(), deed: 'ended sessions', userId: user.id, actorId: user.id, visit });
    return hashes;
  });
  if (id && ended.length === 0) throw new Refusal(404, 'Такого входа нет.', 'id');
  if (ended.includes(session)) sessions.forget(visit);
  return await listSessions(user, session, services);
}
