import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../request/context.ts';
import { startOutbox, type Log, type Outbox } from '../database/outbox.ts';
import type { OutboxRow } from '../database/tables.ts';
import { currentSite } from '../site/site-text.ts';
import { openTransport, type Transport } from './transport.ts';

/** Seconds to wait for a mail server: well before the lease expires. */
const sendSeconds = 90;

/** Sends queued letters. A letter is given up after three days. */
export function startPostman(
  { settings, database, now }: Context,
  { log, transport = openTransport(settings) }: { log: Log; transport?: Transport },
): Outbox {
  const { deliver, stop } = startOutbox(
    { database, now, log },
    {
      table: 'outbox',
      leaseSeconds: 120,
      firstPause: 30,
      longestPause: 6 * 3600,
      maxAttempts: 20,
      async send(letter) {
        const { title } = await currentSite(database.kysely);
        const problem = await carry(letter, title, { transport, log });
        // The body may hold a code: it is deleted after sending.
        return problem === null ? { problem, text: '', html: '' } : { problem };
      },
      // The recipient is erased: this was the last trace.
      isForgotten: ({ user_id }) => user_id === null,
    },
  );
  return {
    deliver,
    async stop() {
      await stop();
      transport.close();
    },
  };
}

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
      pause(sendSeconds * 1000, undefined, { signal: waiting.signal }).then(() => {
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

/** Error kind without addresses. */
function problemOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown';
}
