import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { WriteTransaction } from '../database/database.ts';
import { encryptionOf } from '../encryption.ts';
import type { Settings } from '../settings.ts';
import { hasFactor } from './factor-state.ts';

const period = 30;
/** A day: a clock is hardly set back further. */
const rememberedSteps = 86_400 / period;
const recoveryCodes = 10;

interface Guess {
  userId: number;
  code: string;
  at: Date;
  settings: Settings;
}

/** Checks and consumes a code; of concurrent uses one succeeds. */
export async function usesUp(tx: WriteTransaction, { userId, code, at, settings }: Guess): Promise<boolean> {
  const plain = plainCode(code);
  if (!/^\d{6}$/.test(plain)) {
    const { numUpdatedRows } = await tx
      .updateTable('recovery_codes')
      .set({ used_at: at.toISOString() })
      .where('user_id', '=', userId)
      .where('hash', '=', encryptionOf(settings).mac(plain))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }
  const row = await tx
    .selectFrom('factors')
    .select(['secret', 'used_steps'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const step = row?.secret ? stepOf(encryptionOf(settings).decrypt(row.secret), plain, at) : undefined;
  if (step === undefined) return false;
  const before = row?.used_steps ?? null;
  const used = before === null ? [] : (JSON.parse(before) as number[]);
  if (used.includes(step)) return false;
  // Those ahead of the clock stay: it may have been set back.
  const recent = used.filter((one) => one > step - rememberedSteps);
  const { numUpdatedRows } = await tx
    .updateTable('factors')
    .set({ used_steps: JSON.stringify([...recent, step]) })
    .where('user_id', '=', userId)
    .where('used_steps', before === null ? 'is' : '=', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A confirmed factor with this key, for the operator and tests. */
export async function putFactor(
  tx: WriteTransaction,
  { userId, secret, at, settings }: { userId: number; secret: string; at: Date; settings: Settings },
): Promise<void> {
  const values = {
    secret: encryptionOf(settings).encrypt(secret),
    pending: null,
    confirmed_at: at.toISOString(),
    used_steps: null,
  };
  await tx
    .insertInto('factors')
    .values({ user_id: userId, ...values, created_at: at.toISOString() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

/** Returns whether there was one. */
export async function removeApplication(tx: WriteTransaction, userId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst();
  await dropLooseCodes(tx, userId);
  return row !== undefined && row.confirmed_at !== null;
}

/** Removes recovery codes without a factor. */
export async function dropLooseCodes(tx: WriteTransaction, userId: number): Promise<void> {
  if (!(await hasFactor(tx, userId)))
    await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Removes authenticator, passkeys and codes; returns whether there were any. */
export async function removeFactors(tx: WriteTransaction, userId: number): Promise<boolean> {
  const had = await hasFactor(tx, userId);
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await tx.deleteFrom('passkey_challenges').where('user_id', '=', userId).execute();
  await removeApplication(tx, userId);
  return had;
}

/** `issuer`: name of the portal in the authenticator. */
export function totpOf(secret: string, email: string, issuer = ''): TOTP {
  return new TOTP({ issuer, label: email, secret, period, digits: 6, algorithm: 'SHA1' });
}

export const newFactorSecret = () => new Secret({ size: 20 }).base32;

/** The half minute of the code: the current, previous or next one. */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  const token = plainCode(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totpOf(secret, '').validate({ token, timestamp: at.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / period) + delta;
}

export async function giveCodes(tx: WriteTransaction, userId: number, settings: Settings): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, makeCode);
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { mac } = encryptionOf(settings);
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: mac(plainCode(code)) })))
    .execute();
  return codes;
}

/** Letters that no typeface confuses. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const group = () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('');
const makeCode = () => `${group()}-${group()}`;

/** Spaces and hyphens are ignored. */
const plainCode = (code: string) => code.toLowerCase().replace(/[\s-]/g, '');
