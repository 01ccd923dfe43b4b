import { auditAction } from '../audit/audit.ts';
import { createHmac } from 'node:crypto';
import type { Purge } from '#contract/publication.ts';
import { addSeconds } from '../base/clock.ts';
import type { Context } from '../request/context.ts';
import type { Database } from '../database/database.ts';
import { paginate, type PageRequest } from '../database/page.ts';
import type { PurgeRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';

/** Purges an upstream cache, with retries until it confirms. */
export interface Purger {
  /** Sends due messages; returns the number delivered. */
  deliver(): Promise<number>;
  stop(): Promise<void>;
}

type Log = (error: unknown, message: string) => void;

/** Seconds between attempts grow from two to an hour; after a day caches have expired anyway. */
const longestPause = 3600;
const maxAttempts = 40;
const never = '9999-12-31T00:00:00.000Z';
const requestTimeoutMs = 10_000;
const pollIntervalMs = 5000;
/** Milliseconds until other processes of the database show a change. */
const othersMs = 1000;

/** HMAC over time and body, for the receiver. */
export const signatureOf = (secret: string, time: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

export function startPurger({ settings, database, now, cluster }: Context, log: Log): Purger {
  const { PURGE_URL } = settings;
  if (!PURGE_URL) return { deliver: async () => 0, stop: async () => undefined };
  const url = PURGE_URL;
  let isStopped = false;
  let last: Promise<unknown> = Promise.resolve();

  async function deliver(): Promise<number> {
    let sent = 0;
    // Another live process sends them.
    if (!(await cluster.claim('purges'))) return sent;
    // A purged cache may read from a process that renders the page slightly later.
    const settleMs = (await cluster.countProcesses()) > 1 ? othersMs : 0;
    if (settleMs > 0) setTimeout(wake, settleMs + 1).unref();
    // Oldest first, one at a time, so that a cache gets changes of a page in order.
    for (;;) {
      const row = await database.kysely
        .selectFrom('purges')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('due_at', '<=', new Date(now().getTime() - settleMs).toISOString())
        .orderBy('id')
        .limit(1)
        .executeTakeFirst();
      if (!row || isStopped) return sent;
      if (await send(row)) sent += 1;
    }
  }

  async function send(row: PurgeRow): Promise<boolean> {
    let status: number | null = null;
    try {
      const response = await sendPurge(url, settings, { row, at: now() });
      status = response.status;
      if (!response.ok) throw new Error(`ответ ${response.status}`);
    } catch (error) {
      log(error, `purge ${row.id} could not be delivered`);
      const attempts = row.attempts + 1;
      const wait = Math.min(2 ** attempts, longestPause);
      await update(row.id, {
        attempts,
        due_at: attempts >= maxAttempts ? never : addSeconds(now(), wait).toISOString(),
        problem: reasonOf(error),
        status,
      });
      return false;
    }
    await update(row.id, { attempts: row.attempts + 1, sent_at: now().toISOString(), problem: null, status });
    return true;
  }

  const update = (id: number, values: Partial<PurgeRow>) =>
    database.transaction((tx) => tx.updateTable('purges').set(values).where('id', '=', id).execute());

  const wake = () => {
    if (isStopped) return;
    last = last.then(deliver).catch((error: unknown) => log(error, 'purges could not be delivered'));
  };
  const timer = setInterval(wake, pollIntervalMs);
  timer.unref();
  const stopListening = listenForPurges(database, wake);
  wake();
  return {
    deliver: () => {
      const delivered = last.then(deliver);
      last = delivered.catch(() => undefined);
      return delivered;
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      stopListening();
      await last;
    },
  };
}

async function sendPurge(
  url: string,
  { PURGE_SECRET, SITE_URL }: Context['settings'],
  { row, at }: { row: PurgeRow; at: Date },
): Promise<Response> {
  const time = String(Math.floor(at.getTime() / 1000));
  const addresses = JSON.parse(row.addresses) as string[];
  const body = JSON.stringify({
    id: row.id,
    site: SITE_URL,
    urls: addresses.map((address) => new URL(address, SITE_URL).href),
  });
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
    headers: {
      'content-type': 'application/json',
      'x-register-time': time,
      ...(PURGE_SECRET ? { 'x-register-signature': signatureOf(PURGE_SECRET, time, body) } : {}),
    },
    body,
  });
  await response.body?.cancel();
  return response;
}

/** Sends messages as soon as they are queued. */
function listenForPurges(database: Database, listener: () => void): () => void {
  let isOn = true;
  let seen = 0;
  database.onCommit(() => {
    if (!isOn) return;
    database.kysely
      .selectFrom('meta')
      .select('value')
      .where('name', '=', 'purge')
      .executeTakeFirst()
      .then((row) => {
        if (!row || row.value === seen) return;
        seen = row.value;
        listener();
      })
      .catch(() => undefined);
  });
  return () => {
    isOn = false;
  };
}

/** Log of purges, newest first. */
export async function listPurges(
  { database, settings }: Context,
  { state, ...pageRequest }: PageRequest & { state?: 'waiting' | 'sent' | undefined },
) {
  const chosen = database.kysely
    .selectFrom('purges')
    .$if(state === 'waiting', (query) => query.where('sent_at', 'is', null))
    .$if(state === 'sent', (query) => query.where('sent_at', 'is not', null));
  const { rows, place } = await paginate(chosen, pageRequest, (lines) =>
    lines.selectAll().orderBy('id', 'desc'),
  );
  return {
    items: rows.map(shown),
    ...place,
    is_on: settings.PURGE_URL !== undefined,
  };
}

/** Sends a message again, even if delivered: the cache may have lost it. */
export const repeatPurge = (caller: Caller, id: number): Promise<Purge> =>
  caller.database.transaction(async (tx) => {
    if (!caller.settings.PURGE_URL)
      throw new HttpError(409, 'Говорить некому: настройка PURGE_URL не задана.');
    const row = await tx
      .updateTable('purges')
      .set({ due_at: caller.now().toISOString(), attempts: 0, sent_at: null, problem: null, status: null })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new HttpError(404, 'Такого сообщения нет.');
    await auditAction(tx, caller, { action: 'purge repeated', details: `сообщение ${id}` });
    return shown(row);
  });

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return (cause?.code ?? message).slice(0, 300);
};

function shown(row: PurgeRow): Purge {
  const addresses = JSON.parse(row.addresses) as string[];
  return {
    id: row.id,
    publication_id: row.publication_id,
    addresses: addresses.slice(0, 100),
    total: addresses.length,
    created_at: row.created_at,
    state:
      row.sent_at !== null
        ? 'sent'
        : row.problem === null
          ? 'waiting'
          : row.due_at === never
            ? 'given-up'
            : 'failed',
    attempts: row.attempts,
    status: row.status,
    sent_at: row.sent_at,
    due_at: row.sent_at === null && row.due_at !== never ? row.due_at : null,
    problem: row.problem,
  };
}
