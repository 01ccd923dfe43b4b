import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { newSecret } from '../base/secret.ts';

/** Letters of these sorts can be ended by a link in them. */
export const mailSorts = ['digest', 'mailings'] as const;
export type MailSort = (typeof mailSorts)[number];

export interface SignedToken {
  userId: number;
  sort: MailSort;
}

const day = 86_400_000;
/** Letters are found again in old folders; after two years a link is no link any more. */
const lifetime = 730;

/** A link that can do one thing for one person, without a row for every letter: what it says is signed. */
export async function signToken(
  tx: WriteTransaction,
  { userId, sort }: SignedToken,
  at: Date,
): Promise<string> {
  const said = `${userId}.${sort}.${Math.floor(at.getTime() / day)}`;
  return `${said}.${macOf(said, (await findKey(tx)) ?? (await makeKey(tx)))}`;
}

/** What a token allows, or why it does not. */
export async function readToken(
  db: ReadDatabase,
  token: string,
  at: Date,
): Promise<{ state: 'good'; token: SignedToken } | { state: 'wrong' | 'over' }> {
  const [, said = '', userId = '', sort = '', issued = '', mac = ''] =
    /^((\d{1,9})\.([a-z]+)\.(\d{1,6}))\.([\w-]{43})$/.exec(token) ?? [];
  const key = await findKey(db);
  if (!key || !isSame(mac, macOf(said, key))) return { state: 'wrong' };
  const known = mailSorts.find((one) => one === sort);
  if (!known) return { state: 'wrong' };
  if (at.getTime() / day - Number(issued) > lifetime) return { state: 'over' };
  return { state: 'good', token: { userId: Number(userId), sort: known } };
}

const macOf = (said: string, key: string) =>
  createHmac('sha256', key).update(`unsubscribe ${said}`).digest('base64url');

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

async function findKey(db: ReadDatabase): Promise<string | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', 'letters').executeTakeFirst();
  return row?.value;
}

async function makeKey(tx: WriteTransaction): Promise<string> {
  const value = newSecret();
  await tx.insertInto('secrets').values({ name: 'letters', value }).execute();
  return value;
}
