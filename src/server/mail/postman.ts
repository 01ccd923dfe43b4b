import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds } from '../base/clock.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { OutboxRow } from '../database/tables.ts';
import { currentSite } from '../site/site-text.ts';
import { openTransport, type Transport } from './transport.ts';

/** Sends queued letters, each once. */
export interface Postman {
  /** Sends due letters; returns their number. */
  deliver(): Promise<number>;
  /** Resolves after the current letter. */
  stop(): Promise<void>;
}

type Log = (error: unknown, message: string) => void;

/** Seconds of a sender's lease; after a crash the letter is retried then. */
const lease = 120;
/** Seconds to wait for a mail server: well before the lease expires. */
const leaseSeconds = 90;
/** Seconds between attempts grow from half a minute to six hours; the letter is given up after three days. */
const longestPause = 6 * 3600;
const maxAttempts = 20;
/** `due_at` of a letter that was given up. */
export const never = '9999-12-31T00:00:00.000Z';
/** Interval for letters of other processes and retries. */
const pollIntervalMs = 15_000;

/** Result of sending, not stored yet. */
interface Outcome {
  letter: OutboxRow;
  /** Null when sent. */
  problem: string | null;
}

export function startPostman(
  { settings, database, now }: Context,
  { log, transport = openTransport(settings) }: { log: Log; transport?: Transport },
): Postman {
  let isStopped = false;
  /** Outlives a database outage: a sent letter must not be repeated. */
  let outcome: Outcome | undefined;
  /** The next round serves all calls before its start. */
  let next: Promise<number> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function deliver(): Promise<number> {
    next ??= last.then(async () => {
      next = undefined;
      let sent = 0;
      for (let letter = await take(); letter; letter = await take()) {
        const { title } = await currentSite(database.kysely);
        outcome = { letter, problem: await carry(letter, title, { transport, log }) };
        if (outcome.problem === null) sent += 1;
      }
      return sent;
    });
    last = next.catch((error: unknown) => log(error, 'letters could not be delivered'));
    return next;
  }

  /**
   * Stores the last result and takes the next letter in one transaction: a crash repeats one letter at most.
   */
  async function take(): Promise<OutboxRow | undefined> {
    // Most commits queue no letter: a read precedes the lock.
    if (!outcome && (isStopped || !(await firstDue(database.kysely, now())))) return undefined;
    const letter = await database.transaction(async (tx) => {
      if (outcome) await recordOutcome(tx, outcome, now());
      const found = isStopped ? undefined : await firstDue(tx, now());
      if (found)
        await tx
          .updateTable('outbox')
          .set({
            attempts: found.attempts + 1,
            due_at: addSeconds(now(), lease).toISOString(),
            problem: null,
          })
          .where('id', '=', found.id)
          .execute();
      return found;
    });
    outcome = undefined;
    return letter;
  }

  const wake = () => {
    if (!isStopped) deliver().catch(() => undefined);
  };
  // Sent after the response, which never waits for a mail server.
  database.onCommit(() => setImmediate(wake));
  const timer = setInterval(wake, pollIntervalMs);
  timer.unref();
  wake();

  return {
    deliver,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.race([last, pause(5000, undefined, { ref: false })]);
      transport.close();
    },
  };
}

/** The longest due letter. */
const firstDue = (db: ReadDatabase, at: Date) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('due_at', '<=', at.toISOString())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Sends a letter; returns the kind of error, if any. */
async function carry(
  letter: OutboxRow,
  site: string,
  { transport, log }: { transport: Transport; log: Log },
): Promise<string | null> {
  const waiting = new AbortController();
  try {
    await Promise.race([
      transport.send(letter, site),
      pause(leaseSeconds * 1000, undefined, { signal: waiting.signal }).then(() => {
        throw Object.assign(new Error('The mail server keeps us waiting'), { code: 'ETIMEDOUT' });
      }),
    ]);
    return null;
  } catch (error) {
    log(error, `letter ${letter.id} could not be sent`);
    return problemOf(error);
  } finally {
    waiting.abort();
  }
}

async function recordOutcome(tx: WriteTransaction, { letter, problem }: Outcome, at: Date): Promise<void> {
  const update = (values: Partial<OutboxRow>) =>
    tx.updateTable('outbox').set(values).where('id', '=', letter.id).execute();
  if (problem !== null) {
    const isLast = letter.attempts + 1 >= maxAttempts;
    const wait = Math.min(30 * 2 ** letter.attempts, longestPause);
    await update({ due_at: isLast ? never : addSeconds(at, wait).toISOString(), problem });
  }
  // The recipient is erased: this was the last trace.
  else if (letter.user_id === null) await tx.deleteFrom('outbox').where('id', '=', letter.id).execute();
  // The body may hold a code: it is deleted after sending.
  else await update({ sent_at: at.toISOString(), text: '', html: '', problem: null });
}

/** Error kind without addresses. */
function problemOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown';
}
