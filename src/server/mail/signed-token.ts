import { msPerDay } from '#domain/durations.ts';
import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { newSecret } from '../base/secret.ts';

/** Letters with unsubscribe links; `notice` is one kind of notification. */
const mailSorts = ['digest', 'mailings', 'notice'] as const;
export type MailSort = (typeof mailSorts)[number];

export interface SignedToken {
  userId: number;
  sort: MailSort;
  /** A notification kind or fingerprint of a subscription. Without it the link covers the whole sort. */
  subject?: string | undefined;
}

const lifetimeDays = 730;

/** A signed link for one action of one person, without a database row. */
export async function signToken(
  tx: WriteTransaction,
  { userId, sort, subject }: SignedToken,
  at: Date,
): Promise<string> {
  const key = (await findKey(tx)) ?? (await makeKey(tx));
  const payload = `${hideNumber(userId, key)}.${subject ? `${sort}~${subject}` : sort}.${Math.floor(at.getTime() / msPerDay)}`;
  return `${payload}.${macOf(payload, key)}`;
}

/** The page of unsubscribe links, which add their token. */
export const unsubscribePage = '/unsubscribe/';

/** Short id of a subscription for links. */
export const printOf = (topic: string) =>
  createHash('sha256').update(topic.replace(':', ' ')).digest('hex').slice(0, 16);

/** Verifies a token; returns what it allows or an error. */
export async function readToken(
  db: ReadDatabase,
  token: string,
  at: Date,
): Promise<{ state: 'good'; token: SignedToken } | { state: 'wrong' | 'over' }> {
  const [, payload = '', userId = '', sort = '', subject, issued = '', mac = ''] =
    /^((\d{1,9}|[\w-]{22})\.([a-z]+)(?:~([\w-]{1,40}))?\.(\d{1,6}))\.([\w-]{43})$/.exec(token) ?? [];
  const key = await findKey(db);
  if (!key || !isSame(mac, macOf(payload, key))) return { state: 'wrong' };
  const known = mailSorts.find((one) => one === sort);
  if (!known) return { state: 'wrong' };
  if (at.getTime() / msPerDay - Number(issued) > lifetimeDays) return { state: 'over' };
  return { state: 'good', token: { userId: readNumber(userId, key), sort: known, subject } };
}

/** Account ids are sequential and hidden in links. A single block needs no chaining. */
const cipher = 'aes-256-ecb';
const keyOfNumbers = (key: string) => createHash('sha256').update(`account number ${key}`).digest();

function hideNumber(userId: number, key: string): string {
  const block = Buffer.alloc(16);
  block.writeUInt32BE(userId);
  return createCipheriv(cipher, keyOfNumbers(key), null)
    .setAutoPadding(false)
    .update(block)
    .toString('base64url');
}

/** Earlier letters have plain ids. */
function readNumber(payload: string, key: string): number {
  if (/^\d{1,9}$/.test(payload)) return Number(payload);
  const block = createDecipheriv(cipher, keyOfNumbers(key), null)
    .setAutoPadding(false)
    .update(Buffer.from(payload, 'base64url'));
  return block.readUInt32BE();
}

const macOf = (payload: string, key: string) =>
  createHmac('sha256', key).update(`unsubscribe ${payload}`).digest('base64url');

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
