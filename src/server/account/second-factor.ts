import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { encode } from 'uqr';
import type { User } from '#contract/account.ts';
import type { Output } from '#contract/contract.ts';
import { site } from '#domain/site.ts';
import type { Deed } from '#domain/deeds.ts';
import type { Writing } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import type { Actor } from '../http/access.ts';
import type { Visit } from '../http/visit.ts';
import { factorLetter, type FactorNews } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { Refusal } from '../refusal.ts';
import { sealOf } from '../seal.ts';
import type { Settings } from '../settings.ts';
import { note } from './audit.ts';
import { hasFactor, needsFactor } from './factor-state.ts';
import { guessesOf } from './limits.ts';
import { endSessions } from './restore.ts';
import type { Services } from './services.ts';
import { demandPassword } from './settings.ts';
import { showUser } from './users.ts';

/** Seconds for which one code is shown. */
const period = 30;
const recoveryCodes = 10;

export async function showFactor(
  user: UserRow,
  { database }: Services,
): Promise<Output<'GET /api/user/second-factor'>> {
  const db = database.kysely;
  const row = await db
    .selectFrom('factors')
    .select('confirmed_at')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  const codes = await db
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', user.id)
    .where('used_at', 'is', null)
    .execute();
  return {
    state: row?.confirmed_at ? 'on' : 'off',
    required: needsFactor(user),
    confirmed_at: row?.confirmed_at ?? null,
    codes_left: codes.length,
  };
}

interface Circumstances {
  visit: Visit;
  services: Services;
}

/** A new key for an application; the one before goes on working until the first code of the new one. */
export async function setUpFactor(
  user: UserRow,
  { password }: { password: string },
  { services }: Circumstances,
): Promise<Output<'POST /api/user/second-factor/setup'>> {
  await demandPassword(user, { password, field: 'password' }, services);
  const { database, settings, now } = services;
  const secret = newFactorSecret();
  const pending = sealOf(settings).seal(secret);
  await database.transaction((tx) =>
    tx
      .insertInto('factors')
      .values({ user_id: user.id, pending, created_at: now().toISOString() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending }))
      .execute(),
  );
  const uri = totpOf(secret, user.email).toString();
  return { secret, uri, qr: drawing(uri) };
}

/** The first code shows that the application has the key: from now on it is asked for. */
export async function confirmFactor(
  user: UserRow,
  { code }: { code: string },
  { session, visit, services }: Circumstances & { session: string },
): Promise<{ recovery_codes: string[] }> {
  const { database, settings, limits, now } = services;
  await limits.spend([guessesOf(`second factor set up ${user.id}`)]);
  return await database.transaction(async (tx) => {
    const at = now();
    const row = await tx
      .selectFrom('factors')
      .select('pending')
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (!row?.pending) throw new Refusal(409, 'Сначала получите ключ для приложения.', 'code');
    const step = stepOf(sealOf(settings).open(row.pending), code, at);
    if (step === undefined)
      throw new Refusal(400, 'Код не подошёл. Проверьте часы телефона и введите новый код.', 'code');
    await tx
      .updateTable('factors')
      .set({ secret: row.pending, pending: null, confirmed_at: at.toISOString(), last_step: step })
      .where('user_id', '=', user.id)
      .execute();
    const codes = await giveCodes(tx, user.id, settings);
    await endSessions(tx, user.id, { except: session });
    await limits.refund(tx, [guessesOf(`second factor set up ${user.id}`)]);
    await tell(tx, user, 'on', { visit, services });
    return { recovery_codes: codes };
  });
}

/** Back to the password alone; those who need the factor have to set up a new one at once. */
export async function disableFactor(
  user: UserRow,
  { password }: { password: string },
  { visit, services }: Circumstances,
): Promise<User> {
  await demandPassword(user, { password, field: 'password' }, services);
  await services.database.transaction(async (tx) => {
    if (await removeFactor(tx, user.id)) await tell(tx, user, 'off', { visit, services });
  });
  return await showUser(services.database.kysely, user);
}

/** Ten fresh codes; those before are worth nothing any more. */
export async function renewCodes(
  user: UserRow,
  { password }: { password: string },
  { visit, services }: Circumstances,
): Promise<{ recovery_codes: string[] }> {
  await demandPassword(user, { password, field: 'password' }, services);
  return await services.database.transaction(async (tx) => {
    if (!(await hasFactor(tx, user.id))) throw new Refusal(409, 'Сначала включите второй фактор.');
    const codes = await giveCodes(tx, user.id, services.settings);
    await tell(tx, user, 'codes', { visit, services });
    return { recovery_codes: codes };
  });
}

/** The second step of signing in, by a session that knows the password only. */
export async function passSecondStep(
  { unfinished, session }: Actor,
  { code }: { code: string },
  { visit, services }: Circumstances,
): Promise<User> {
  const { database, settings, sessions, limits, now } = services;
  if (unfinished?.lacks !== 'code' || !session)
    throw new Refusal(401, 'Вход начат давно или не начат: введите адрес и пароль ещё раз.');
  const { user } = unfinished;
  const rules = [guessesOf(`second factor ${user.id}`)];
  await limits.spend(rules);
  const setCookies = await database.transaction(async (tx) => {
    const at = now();
    if (!(await usesUp(tx, { userId: user.id, code, at, settings }))) return undefined;
    await limits.refund(tx, rules);
    await note(tx, { at, deed: 'signed in', userId: user.id, actorId: user.id, visit });
    return await sessions.open(tx, user, visit);
  });
  if (!setCookies) {
    await database.transaction((tx) =>
      note(tx, { at: now(), deed: 'failed the second factor', userId: user.id, visit }),
    );
    throw new Refusal(401, 'Код не подошёл: дождитесь нового или введите запасной.', 'code');
  }
  setCookies();
  return await showUser(database.kysely, user);
}

interface Guess {
  userId: number;
  code: string;
  at: Date;
  settings: Settings;
}

/** Whether the code is right now; it is not a second time, and of many at once it is for one. */
async function usesUp(tx: Writing, { userId, code, at, settings }: Guess): Promise<boolean> {
  const plain = plainCode(code);
  if (!/^\d{6}$/.test(plain)) {
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ used_at: at.toISOString() })
      .where('user_id', '=', userId)
      .where('hash', '=', sealOf(settings).mac(plain))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const row = await tx
    .selectFrom('factors')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = row?.secret ? stepOf(sealOf(settings).open(row.secret), plain, at) : undefined;
  if (step === undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A factor with this key, set up already: the operator and tests hand keys out themselves. */
export async function putFactor(
  tx: Writing,
  { userId, secret, at, settings }: { userId: number; secret: string; at: Date; settings: Settings },
): Promise<void> {
  const values = {
    secret: sealOf(settings).seal(secret),
    pending: null,
    confirmed_at: at.toISOString(),
    last_step: null,
  };
  await tx
    .insertInto('factors')
    .values({ user_id: userId, ...values, created_at: at.toISOString() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Whether there was one. */
export async function removeFactor(tx: Writing, userId: number): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const row = await tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}

const deeds = {
  on: 'set up a second factor',
  off: 'removed the second factor',
  codes: 'renewed recovery codes',
} as const satisfies Record<Exclude<FactorNews, 'reset'>, Deed>;

async function tell(
  tx: Writing,
  user: UserRow,
  news: keyof typeof deeds,
  { visit, services: { settings, now } }: Circumstances,
): Promise<void> {
  const at = now();
  await note(tx, { at, deed: deeds[news], userId: user.id, actorId: user.id, visit });
  const letter = factorLetter(user, { news, when: at }, settings.SITE_URL);
  await putLetter(tx, letter, { kind: 'factor', to: user.email, userId: user.id, at });
}

export function totpOf(secret: string, email: string): TOTP {
  return new TOTP({ issuer: site.title, label: email, secret, period, digits: 6, algorithm: 'SHA1' });
}

export const newFactorSecret = () => new Secret({ size: 20 }).base32;

/** The half minute that the code belongs to, if it is one of now, of just before or of just after. */
function stepOf(secret: string, code: string, at: Date): number | undefined {
  const token = plainCode(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret, '').validate({ token, timestamp: at.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / period) + delta;
}

async function giveCodes(tx: Writing, userId: number, settings: Settings): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, makeCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { mac } = sealOf(settings);
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: mac(plainCode(code)) })))
    .execute();
  return codes;
}

/** Letters that are told apart in any type. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
const makeCode = () => `${group()}-${group()}`;

/** Spaces and dashes are for the eye. */
const plainCode = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');

/** The picture for an application's camera as one path of an SVG, so that a page needs no markup from us. */
function drawing(uri: string): { size: number; path: string } {
  const { data, size } = encode(uri, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
