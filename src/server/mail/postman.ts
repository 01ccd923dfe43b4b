import { setTimeout as pause } from 'node:timers/promises';
import { after } from '../account/limits.ts';
import type { Context } from '../context.ts';
import type { OutboxRow } from '../database/tables.ts';
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
/** Seconds between tries grow from half a minute to six hours; after three days the letter is given up. */
const longestPause = 6 * 3600;
const mostAttempts = 20;
const never = '9999-12-31T00:00:00.000Z';
/** Letters that another process laid out, or that failed, are looked for this often. */
const round = 15_000;

export function startPostman(
  { settings, database, now = () => new Date() }: Context,
  { log, transport = openTransport(settings) }: { log: Log; transport?: Transport },
): Postman {
  let isStopped = false;
  /** The round that has not begun yet; whoever asks meanwhile is served by it. */
  let next: Promise<number> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function deliver(): Promise<number> {
    next ??= last.then(async () => {
      next = undefined;
      let sent = 0;
      for (let letters = await take(); letters.length > 0; letters = await take())
        for (const letter of letters) if (await deliverOne(letter)) sent += 1;
      return sent;
    });
    last = next.catch((error: unknown) => log(error, 'letters could not be delivered'));
    return next;
  }

  /** Takes what is due. Most commits lay out no letter, so a look comes before the lock. */
  async function take(): Promise<OutboxRow[]> {
    if (isStopped) return [];
    const due = () =>
      database.kysely
        .selectFrom('outbox')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', now().toISOString());
    if (!(await due().select('id').limit(1).executeTakeFirst())) return [];
    return await database.transaction(async (tx) => {
      const letters = await tx
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('due_at', '<=', now().toISOString())
        .orderBy('id')
        .limit(5)
        .execute();
      if (letters.length > 0)
        await tx
          .updateTable('outbox')
          .set((eb) => ({ attempts: eb('attempts', '+', 1), due_at: after(now(), lease).toISOString() }))
          .where(
            'id',
            'in',
            letters.map(({ id }) => id),
          )
          .execute();
      return letters;
    });
  }

  async function deliverOne(letter: OutboxRow): Promise<boolean> {
    try {
      await transport.send(letter);
    } catch (error) {
      log(error, `letter ${letter.id} could not be sent`);
      const attempts = letter.attempts + 1;
      const wait = Math.min(30 * 2 ** letter.attempts, longestPause);
      await update(letter.id, {
        due_at: attempts >= mostAttempts ? never : after(now(), wait).toISOString(),
        problem: problemOf(error),
      });
      return false;
    }
    // To somebody who is forgotten: this was the last trace.
    if (letter.user_id === null) await remove(letter.id);
    // The words go with the letter: they may hold a code.
    else await update(letter.id, { sent_at: now().toISOString(), text: '', html: '', problem: null });
    return true;
  }

  const update = (id: number, values: Partial<OutboxRow>) =>
    database.transaction((tx) => tx.updateTable('outbox').set(values).where('id', '=', id).execute());

  const remove = (id: number) =>
    database.transaction((tx) => tx.deleteFrom('outbox').where('id', '=', id).execute());

  const wake = () => {
    if (!isStopped) deliver().catch(() => undefined);
  };
  // A letter goes after the answer that promised it, so no answer waits for a mail server.
  database.onCommit(() => setImmediate(wake));
  const timer = setInterval(wake, round);
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

/** The kind of trouble, without addresses. */
function problemOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown';
}
