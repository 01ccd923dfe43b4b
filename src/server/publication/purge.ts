import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Purge } from '#contract/publication.ts';
import { audit } from '../audit/audit.ts';
import type { Context } from '../request/context.ts';
import { messageState, startOutbox, type Log, type MessageState, type Outbox } from '../database/outbox.ts';
import { paginate } from '../database/page.ts';
import type { PurgeRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Handlers } from '../request/caller.ts';

const requestTimeoutMs = 10_000;
/** Milliseconds until other processes of the database show a change. */
const othersMs = 1000;

/** HMAC over time and body, for the receiver. */
export const signatureOf = (secret: string, time: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;

/** Purges the upstream cache at PURGE_URL until it confirms. After a day caches have expired anyway. */
export function startPurger({ settings, database, now, cluster }: Context, log: Log): Outbox | undefined {
  const { PURGE_URL: url } = settings;
  if (!url) return undefined;
  return startOutbox(
    { database, now, log },
    {
      table: 'purges',
      leaseSeconds: 20,
      firstPause: 2,
      longestPause: 3600,
      maxAttempts: 40,
      claim: () => cluster.claim('purges'),
      async send(row) {
        // A purged cache may read from a process that renders the page slightly later.
        const ageMs = now().getTime() - Date.parse(row.created_at);
        if (ageMs < othersMs && (await cluster.countProcesses()) > 1) await pause(othersMs - ageMs);
        let status: number | null = null;
        try {
          const response = await sendPurge(url, settings, { row, at: now() });
          status = response.status;
          if (!response.ok) throw new Error(`ответ ${status}`);
          return { problem: null, status };
        } catch (error) {
          log(error, `purge ${row.id} could not be delivered`);
          return { problem: reasonOf(error), status };
        }
      },
    },
  );
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

export const purgeHandlers = {
  'GET /api/editors/purges': async ({ db, settings }, { query: { state, ...pageRequest } }) => {
    const chosen = db
      .selectFrom('purges')
      .$if(state !== undefined, (query) => query.where('sent_at', state === 'sent' ? 'is not' : 'is', null));
    const { rows, place } = await paginate(chosen, pageRequest, (lines) =>
      lines.selectAll().select(messageState.as('state')).orderBy('id', 'desc'),
    );
    return { items: rows.map(shown), ...place, is_on: settings.PURGE_URL !== undefined };
  },
  /** Sends a message again, even if delivered: the cache may have lost it. */
  'POST /api/editors/purges/{id}/repeat': (caller, { path: { id } }) =>
    caller.database.transaction(async (tx) => {
      if (!caller.settings.PURGE_URL)
        throw new HttpError(409, 'Говорить некому: настройка PURGE_URL не задана.');
      const row = await tx
        .updateTable('purges')
        .set({ due_at: caller.now().toISOString(), attempts: 0, sent_at: null, problem: null, status: null })
        .where('id', '=', id)
        .returningAll()
        .returning(messageState.as('state'))
        .executeTakeFirstOrThrow(() => new HttpError(404, 'Такого сообщения нет.'));
      await audit(tx, caller, 'purge repeated', { details: `сообщение ${id}` });
      return shown(row);
    }),
} satisfies Partial<Handlers>;

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { cause?: { code?: string } };
  return (cause?.code ?? message).slice(0, 300);
};

function shown({ addresses, ...row }: PurgeRow & { state: MessageState }): Purge {
  const all = JSON.parse(addresses) as string[];
  const isDue = row.state === 'waiting' || row.state === 'failed';
  return { ...row, addresses: all.slice(0, 100), total: all.length, due_at: isDue ? row.due_at : null };
}
