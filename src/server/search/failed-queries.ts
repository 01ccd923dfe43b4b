import { portalDay } from '#domain/dates.ts';
import { msPerDay } from '#domain/durations.ts';
import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../database/database.ts';
import { encryptionOf } from '../encryption.ts';
import type { Settings } from '../settings.ts';

/** Match quality and first results. */
interface Answered {
  match: string;
  shown: readonly number[];
}

/** A query without certain results, which shows editors missing synonyms. */
interface FailedQuery extends Answered {
  query: string;
  count: number;
  /** ISO day of the latest. */
  last_at: string;
}

export interface FailedQueries {
  /** `network` distinguishes users and is not stored. */
  note(query: string, network: string, answered: Answered): void;
  /** Stores records; runs some seconds after the first. */
  flush(): Promise<void>;
  /** Deletes a query that is now a synonym. */
  forget(tx: WriteTransaction, query: string): Promise<void>;
  list(page: number, pageSize: number): Promise<{ items: FailedQuery[]; total: number }>;
}

const maxQueryLength = 100;
const maxQueries = 10_000;
const flushDelayMs = 5000;
/** Fewer networks may reveal what one person was looking for. */
const minNetworks = 3;
/** Days that a query waits for other networks, and that a rare one is kept. */
const pendingDays = 7;
const keptDays = 180;

interface Place {
  database: Database;
  settings: Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>;
}

/**
 * Normalised query: lower case, single spaces, truncated. Possibly personal ones are not counted: email
 * addresses, and numbers of six or more digits (phone, birth date, СНИЛС, policy).
 */
export function countable(query: string): string | undefined {
  const text = query
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, maxQueryLength)
    .trim();
  const digits = text.replace(/\D/g, '').length;
  return text.length < 3 || text.includes('@') || digits >= 6 ? undefined : text;
}

interface Noted {
  count: number;
  answered: Answered;
  networks: Set<string>;
}

/**
 * Text is stored only for several networks: before, there is a keyed hash of it, and a hash for each network.
 */
export function createFailedQueries({ database, settings }: Place): FailedQueries {
  let noted = new Map<string, Noted>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    const { mac } = encryptionOf(settings);
    const last_at = portalDay(new Date());
    await database.transaction(async (tx) => {
      for (const [query, { count, networks, answered }] of batch) {
        const latest = { match: answered.match, shown: JSON.stringify(answered.shown), last_at };
        const { numUpdatedRows } = await tx
          .updateTable('search_misses')
          .set((eb) => ({ count: eb('count', '+', count), ...latest }))
          .where('query', '=', query)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) continue;
        const hash = mac(`miss ${query}`);
        const askers = [...networks].map((network) => mac(`miss ${query} from ${network}`).slice(0, 16));
        if (await hasEnoughNetworks(tx, { hash, askers, last_at }))
          await tx
            .insertInto('search_misses')
            .values({ query, count: minNetworks, ...latest })
            .execute();
      }
      await keepNewest(tx);
    });
  };
  return {
    note(query, network, answered) {
      const text = countable(query);
      // A flood of random queries must not fill the memory.
      if (text === undefined || noted.size >= maxQueries) return;
      const { count, networks } = noted.get(text) ?? { count: 0, networks: new Set<string>() };
      if (networks.size < minNetworks) networks.add(network);
      noted.set(text, { count: count + 1, networks, answered });
      // A lost count is harmless.
      timer ??= setTimeout(() => void flush().catch(() => {}), flushDelayMs).unref();
    },
    flush,
    async forget(tx, query) {
      await tx.deleteFrom('search_misses').where('query', '=', query).execute();
    },
    async list(page, pageSize) {
      await flush();
      const items = await database.kysely
        .selectFrom('search_misses')
        .selectAll()
        .orderBy('count', 'desc')
        .orderBy('last_at', 'desc')
        .orderBy('query')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute();
      const { total } = await database.kysely
        .selectFrom('search_misses')
        .select((count) => count.fn.countAll<number | string>().as('total'))
        .executeTakeFirstOrThrow();
      return {
        items: items.map((item) => ({ ...item, shown: JSON.parse(item.shown) as number[] })),
        total: Number(total),
      };
    },
  };
}

/** Records the network; with enough of them the hashes are deleted and the text stored. */
async function hasEnoughNetworks(
  tx: WriteTransaction,
  { hash, askers, last_at }: { hash: string; askers: string[]; last_at: string },
): Promise<boolean> {
  const hint = await tx
    .selectFrom('search_hints')
    .select('askers')
    .where('hash', '=', hash)
    .executeTakeFirst();
  const all = new Set([...(JSON.parse(hint?.askers ?? '[]') as string[]), ...askers]);
  if (all.size >= minNetworks) {
    await tx.deleteFrom('search_hints').where('hash', '=', hash).execute();
    return true;
  }
  const values = { hash, askers: JSON.stringify([...all]), last_at };
  await tx
    .insertInto('search_hints')
    .values(values)
    .onConflict((conflict) => conflict.column('hash').doUpdateSet(values))
    .execute();
  return false;
}

/** A flood of random queries must not fill the database. */
async function keepNewest(tx: WriteTransaction): Promise<void> {
  for (const [table, column] of [
    ['search_misses', 'query'],
    ['search_hints', 'hash'],
  ] as const) {
    const newest = sql`select ${sql.ref(column)} from ${sql.table(table)} order by last_at desc limit ${maxQueries}`;
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} not in (${newest})`.execute(tx);
  }
}

/** Deletes single queries after a week, and others unused for half a year. */
export async function sweepMisses(tx: WriteTransaction, now: Date): Promise<void> {
  const daysAgo = (days: number) => portalDay(new Date(now.getTime() - days * msPerDay));
  await tx.deleteFrom('search_hints').where('last_at', '<', daysAgo(pendingDays)).execute();
  await tx.deleteFrom('search_misses').where('last_at', '<', daysAgo(keptDays)).execute();
}
