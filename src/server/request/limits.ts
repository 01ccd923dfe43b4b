import { secondsPerDay } from '#domain/durations.ts';
import { counted } from '#domain/plural.ts';
import { addSeconds } from '../base/clock.ts';
import type { Context } from './context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { hashOf } from '../base/secret.ts';

export interface LimitRule {
  key: string;
  max: number;
  seconds: number;
  /** After this many the wait grows with each. */
  free?: number;
}

/** Guesses of a secret: the first few are free. */
export const guessesOf = (key: string): LimitRule => ({ key, max: 100, seconds: secondsPerDay, free: 5 });

export const windowOf = (key: string, max: number, seconds: number): LimitRule => ({ key, max, seconds });

const longestWait = 900;

export type Limits = ReturnType<typeof createLimits>;

/** Counters in the database, atomic across processes. */
export function createLimits({ database, now }: Pick<Context, 'database' | 'now'>) {
  async function wait(tx: WriteTransaction, rules: readonly LimitRule[]): Promise<number> {
    const time = now();
    const states = await Promise.all(
      rules.map(async (rule) => ({ rule, row: await findCounter(tx, rule, time) })),
    );
    const waits = states.map(({ rule, row }) => secondsUntilFree(rule, row, time));
    const longest = Math.max(0, ...waits);
    if (longest > 0) return longest;
    for (const { rule, row } of states) await count(tx, rule, row, time);
    return 0;
  }

  return {
    /** Counts an attempt, or throws with the retry time; a rejected one is not counted. */
    async spend(rules: readonly LimitRule[]): Promise<void> {
      const seconds = await database.transaction((tx) => wait(tx, rules));
      if (seconds > 0) throw tooMany(seconds);
    },
    /** Counts another attempt if allowed; returns whether it was. */
    spendWithin: async (tx: WriteTransaction, rules: readonly LimitRule[]): Promise<boolean> =>
      (await wait(tx, rules)) === 0,
    spent: async (rules: readonly LimitRule[]): Promise<number[]> =>
      await Promise.all(
        rules.map(async (rule) => (await findCounter(database.kysely, rule, now()))?.count ?? 0),
      ),
    async refund(tx: WriteTransaction, rules: readonly LimitRule[]): Promise<void> {
      for (const rule of rules) {
        const key = hashOf(rule.key);
        if (rule.free !== undefined) await tx.deleteFrom('limits').where('key', '=', key).execute();
        else
          await tx
            .updateTable('limits')
            .set((eb) => ({ count: eb('count', '-', 1) }))
            .where('key', '=', key)
            .where('count', '>', 0)
            .execute();
      }
    },
  };
}

interface Counter {
  count: number;
  since: Date;
  until: Date;
}

async function findCounter(tx: ReadDatabase, rule: LimitRule, time: Date): Promise<Counter | undefined> {
  const row = await tx
    .selectFrom('limits')
    .select(['count', 'since', 'until'])
    .where('key', '=', hashOf(rule.key))
    .executeTakeFirst();
  if (!row) return undefined;
  const since = new Date(row.since);
  // A clock set back must not lock anyone out for longer than the window.
  const isOver = time >= addSeconds(since, rule.seconds) || time < since;
  return isOver ? undefined : { count: row.count, since, until: new Date(row.until) };
}

function secondsUntilFree({ max, seconds }: LimitRule, row: Counter | undefined, time: Date): number {
  if (!row) return 0;
  const free = row.count >= max ? addSeconds(row.since, seconds) : row.until;
  return Math.ceil(Math.max(0, free.getTime() - time.getTime()) / 1000);
}

async function count(
  tx: WriteTransaction,
  { key, free = Infinity }: LimitRule,
  row: Counter | undefined,
  time: Date,
): Promise<void> {
  const attempts = (row?.count ?? 0) + 1;
  const seconds = attempts >= free ? Math.min(2 ** (attempts - free), longestWait) : 0;
  const counter = {
    count: attempts,
    since: (row?.since ?? time).toISOString(),
    until: addSeconds(time, seconds).toISOString(),
  };
  await tx
    .insertInto('limits')
    .values({ key: hashOf(key), ...counter })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(counter))
    .execute();
}

export function tooMany(seconds: number): HttpError {
  const rest =
    seconds < 90
      ? counted(seconds, ['секунду', 'секунды', 'секунд'])
      : seconds < 5400
        ? counted(Math.ceil(seconds / 60), ['минуту', 'минуты', 'минут'])
        : counted(Math.ceil(seconds / 3600), ['час', 'часа', 'часов']);
  return new HttpError(429, `Слишком много попыток. Попробуйте снова через ${rest}.`, undefined, {
    retryAfter: seconds,
  });
}
