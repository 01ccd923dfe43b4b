import { webcrypto } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashOf } from '../base/secret.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { encryptionOf } from '../encryption.ts';
import type { Settings } from '../settings.ts';
import type { Actor } from '../request/access.ts';
import { JsonObject, type BodyField } from './body.ts';
import type { OncePerKey } from '../request/caller.ts';
import type { ClientInfo } from '../request/client.ts';

const { subtle } = webcrypto;

/** A request that may be repeated and must run once. */
interface IdempotentRequest {
  key: string;
  userId: number | null;
  body: string;
}

/** Runs a call, or returns the response of the first request with its key. */
export type RunOnce = ReturnType<typeof runOncePerKey>;

type Stored = { answer: unknown };

/** Stored response of this key; throws if the request was another. */
async function findStored(
  settings: Settings,
  db: ReadDatabase,
  { key, body }: IdempotentRequest,
): Promise<Stored | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body', 'answer'])
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.body !== body)
    throw new HttpError(422, 'Под этим Idempotency-Key уже был другой запрос: возьмите новый ключ.');
  return JSON.parse(encryptionOf(settings).decrypt(row.answer)) as Stored;
}

export function runOncePerKey(context: Context) {
  /** Requests with one key are serialised here; other processes meet in the database. */
  const turns = new Map<string, Promise<unknown>>();

  return async (
    request: FastifyRequest,
    from: { name: string; actor: Actor; client: ClientInfo },
    handle: (once?: OncePerKey) => Promise<unknown>,
  ): Promise<unknown> => {
    const repeat = await identityOf(context, request, from);
    if (!repeat) return await handle();
    const earlier = turns.get(repeat.key) ?? Promise.resolve();
    const mine = earlier.catch(() => undefined).then(() => handleOnce(context, repeat, handle));
    turns.set(repeat.key, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(repeat.key) === mine) turns.delete(repeat.key);
    }
  };
}

/** Identity of a request; undefined without a key. */
async function identityOf(
  { settings }: Context,
  { headers, query, body }: FastifyRequest,
  { name, actor, client }: { name: string; actor: Actor; client: ClientInfo },
): Promise<IdempotentRequest | undefined> {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(given))
    throw new HttpError(400, 'Idempotency-Key: нужно от 1 до 200 латинских знаков без пробелов.');
  // Anonymous keys are separated by network.
  const userId = actor.user?.id ?? null;
  const key = hashOf(JSON.stringify([userId ?? client.network, name, given]));
  const spelling = await spelt((body ?? []) as BodyField[] | JsonObject);
  return { key, userId, body: encryptionOf(settings).mac(`${JSON.stringify(query)} ${spelling}`) };
}

async function store(
  { settings, now }: Context,
  tx: WriteTransaction,
  { request: { key, userId, body }, answer }: { request: IdempotentRequest; answer: unknown },
): Promise<void> {
  const sealed = encryptionOf(settings).encrypt(JSON.stringify({ answer: answer ?? null } satisfies Stored));
  await tx
    .insertInto('idempotency_keys')
    .values({ key, user_id: userId, body, answer: sealed, created_at: now().toISOString() })
    .execute();
}

async function handleOnce(
  context: Context,
  request: IdempotentRequest,
  handle: (once: OncePerKey) => Promise<unknown>,
): Promise<unknown> {
  const { settings, database } = context;
  const known = await findStored(settings, database.kysely, request);
  if (known) return known.answer;
  let isStored = false;
  const once: OncePerKey = (action) =>
    database.transaction(async (tx) => {
      const earlier = await findStored(settings, tx, request);
      isStored = true;
      // The stored value is what the same action returned.
      if (earlier) return earlier.answer as Awaited<ReturnType<typeof action>>;
      const result = await action(tx);
      await store(context, tx, { request, answer: result });
      return result;
    });
  try {
    const answer = await handle(once);
    if (!isStored) throw new Error('A call that creates must run its action in `once`');
    return answer;
  } catch (error) {
    // Another process may have been faster and consumed a proof or code.
    const faster =
      error instanceof HttpError ? await findStored(settings, database.kysely, request) : undefined;
    if (faster) return faster.answer;
    throw error;
  }
}

/** Canonical body, with files by content. */
async function spelt(entries: readonly BodyField[] | JsonObject): Promise<string> {
  if (entries instanceof JsonObject) return JSON.stringify(entries.given);
  const all = entries.map(async ([name, value]) =>
    typeof value === 'string'
      ? [name, value]
      : // Not `createHash`, which would block the event loop for twenty megabytes.
        [
          name,
          value.name,
          Buffer.from(await subtle.digest('SHA-256', await value.arrayBuffer())).toString('hex'),
        ],
  );
  return JSON.stringify(await Promise.all(all));
}
