import { setTimeout as pause } from 'node:timers/promises';
import { addSeconds } from '../base/clock.ts';
import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { OutboxRow } from '../database/tables.ts';
import { currentSite } from '../site/site-text.ts';
import { openTransport, type Transport } from './transport.ts';

/** Carries letters out of the outbox, each once, for as long as it takes. */
export interface Postman {
  /** Sends what is due; gives the number of letters that went. */
  deliver(): Promise<number>;
  /** Ends when the letter in hand is sent. */
  stop(): Promise<void>;
}

type Log = (error: unknown, message: string) => void;

/** A letter in hand is nobody else's for so long; one whose postman died is tried again then. */
const lease = 120;
/** Seconds after which a mail server that keeps us waiting is given up: well before the letter is anybody's again. */
const leaseSeconds = 90;
/** Seconds between tries grow from half a minute to six hours; after three days the letter is given up. */
const longestPause = 6 * 3600;
const mostAttempts = 20;
/** A letter that is due then is given up. */
export const never = '9999-12-31T00:00:00.000Z';
/** Letters that another process laid out, or that failed, are looked for this often. */
const pollIntervalMs = 15_000;

/** What became of a letter, while the database does not know it. */
interface Outcome {
  letter: OutboxRow;
  /** Nothing when it went. */
  problem: string | null;
}

export function startPostman(
  { settings, database, now }: Context,
  { log, transport = openTransport(settings) }: { log: Log; transport?: Transport },
): Postman {
  let isStopped = false;
  /** Outlives a database that cannot write just now: what went must not go again. */
  let outcome: Outcome | undefined;
  /** The round that has not begun yet serves all calls until then. */
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

  /** Notes what became of the last letter and takes the next, in one transaction: a kill repeats one letter at most. */
  async function take(): Promise<OutboxRow | undefined> {
    // Most commits lay out no letter, so a look comes before the lock.
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
  // A letter goes after the answer that promised it, so no answer waits for a mail server.
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

/** The letter that has waited longest of those that may go. */
const firstDue = (db: ReadDatabase, at: Date) =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('due_at', '<=', at.toISOString())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Gives the kind of trouble, or nothing. */
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
    const isLast = letter.attempts + 1 >= mostAttempts;
    const wait = Math.min(30 * 2 ** letter.attempts, longestPause);
    await update({ due_at: isLast ? never : addSeconds(at, wait).toISOString(), problem });
  }
  // To somebody who is forgotten: this was the last trace.
  else if (letter.user_id === null) await tx.deleteFrom('outbox').where('id', '=', letter.id).execute();
  // The words go with the letter: they may hold a code.
  else await update({ sent_at: at.toISOString(), text: '', html: '', problem: null });
}

/** The kind of trouble, without addresses. */
function problemOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown';
}
