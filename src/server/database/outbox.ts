import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { addSeconds } from '../base/clock.ts';
import type { Database, ReadDatabase, WriteTransaction } from './database.ts';
import type { OutboxRow, PurgeRow } from './tables.ts';

export interface Outbox {
  deliver(): Promise<number>;
  /** Resolves after the current message. */
  stop(): Promise<void>;
}

interface Messages {
  outbox: OutboxRow;
  purges: PurgeRow;
}

export interface Sender<Table extends keyof Messages> {
  table: Table;
  /** Seconds until a message is retried after a crash: longer than `send` takes. */
  leaseSeconds: number;
  /** Seconds between attempts, doubled each time. */
  firstPause: number;
  longestPause: number;
  maxAttempts: number;
  /** Whether this process is the one that sends. */
  claim?(): Promise<boolean>;
  /** Columns to store; `problem` is null when sent. */
  send(message: Messages[Table]): Promise<Partial<Messages[Table]> & { problem: string | null }>;
  isForgotten?(message: Messages[Table]): boolean;
}

export type Log = (error: unknown, message: string) => void;

/** `due_at` of a message that was given up. */
export const never = '9999-12-31T00:00:00.000Z';
const stopTimeoutMs = 5000;

export const messageState = sql<'sent' | 'waiting' | 'given-up' | 'failed'>`case
  when sent_at is not null then 'sent'
  when problem is null then 'waiting'
  when due_at = ${sql.lit(never)} then 'given-up'
  else 'failed' end`;
export type MessageState = NonNullable<(typeof messageState)['expressionType']>;

interface Outcome<Table extends keyof Messages> {
  message: Messages[Table];
  values: Partial<Messages[Table]>;
}

/** Sends at each commit, oldest first, one at a time; the timetable calls `deliver` for retries. */
export function startOutbox<Table extends keyof Messages>(
  { database, now, log }: { database: Database; now: () => Date; log: Log },
  sender: Sender<Table>,
): Outbox {
  const { table } = sender;
  let isStopped = false;
  /** Outlives a database outage: a sent message must not be repeated. */
  let outcome: Outcome<Table> | undefined;
  /** The next round serves all calls before its start. */
  let next: Promise<number> | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function deliver(): Promise<number> {
    next ??= last.then(async () => {
      next = undefined;
      let sent = 0;
      for (let message = await take(); message; message = await take()) {
        const values = await sender.send(message);
        outcome = { message, values };
        if (values.problem === null) sent += 1;
      }
      return sent;
    });
    last = next.catch((error: unknown) => log(error, `${table} could not be delivered`));
    return next;
  }

  /** Stores the last result and takes the next message in one transaction: a crash repeats one at most. */
  async function take(): Promise<Messages[Table] | undefined> {
    // Most commits queue no message: a read precedes the lock.
    if (
      !outcome &&
      (isStopped || !(await firstDue(database.kysely, table, now())) || (await sender.claim?.()) === false)
    )
      return undefined;
    const message = await database.transaction(async (tx) => {
      if (outcome) await recordOutcome(tx, sender, { ...outcome, at: now() });
      return isStopped ? undefined : await leaseDue(tx, sender, now());
    });
    outcome = undefined;
    return message;
  }

  // Sent after the response, which never waits for a receiver.
  database.onCommit(() =>
    setImmediate(() => {
      if (!isStopped) deliver().catch(() => undefined);
    }),
  );
  return {
    deliver,
    async stop() {
      isStopped = true;
      await Promise.race([last, pause(stopTimeoutMs, undefined, { ref: false })]);
    },
  };
}

const firstDue = async <Table extends keyof Messages>(db: ReadDatabase, table: Table, at: Date) =>
  (await db
    .selectFrom<keyof Messages>(table)
    .selectAll()
    .where('sent_at', 'is', null)
    .where('due_at', '<=', at.toISOString())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()) as Messages[Table] | undefined;

/** Takes the longest due message until its lease ends. */
async function leaseDue<Table extends keyof Messages>(
  tx: WriteTransaction,
  { table, leaseSeconds }: Sender<Table>,
  at: Date,
): Promise<Messages[Table] | undefined> {
  const found = await firstDue(tx, table, at);
  if (found)
    await update(tx, table, found.id, {
      attempts: found.attempts + 1,
      due_at: addSeconds(at, leaseSeconds).toISOString(),
      problem: null,
    });
  return found;
}

const update = (
  tx: WriteTransaction,
  table: keyof Messages,
  id: number,
  values: Partial<OutboxRow & PurgeRow>,
) => tx.updateTable<keyof Messages>(table).set(values).where('id', '=', id).execute();

async function recordOutcome<Table extends keyof Messages>(
  tx: WriteTransaction,
  { table, maxAttempts, firstPause, longestPause, isForgotten }: Sender<Table>,
  { message, values, at }: Outcome<Table> & { at: Date },
): Promise<void> {
  const { id, attempts } = message;
  if (values.problem !== null) {
    const wait = Math.min(firstPause * 2 ** attempts, longestPause);
    const due_at = attempts + 1 >= maxAttempts ? never : addSeconds(at, wait).toISOString();
    await update(tx, table, id, { ...values, due_at });
  } else if (isForgotten?.(message))
    await tx.deleteFrom<keyof Messages>(table).where('id', '=', id).execute();
  else await update(tx, table, id, { ...values, sent_at: at.toISOString() });
}
