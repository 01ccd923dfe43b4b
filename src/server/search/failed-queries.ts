import { portalDay } from '#domain/dates.ts';
import { msPerDay } from '#domain/durations.ts';
import { LRUCache } from 'lru-cache';
import type { Database, WriteTransaction } from '../database/database.ts';
import { paginate, type PageRequest } from '../database/page.ts';

interface Answered {
  match: string;
  shown: readonly number[];
}

const maxQueryLength = 100;
const maxQueries = 10_000;
const flushDelayMs = 5000;
/** Fewer networks may reveal what one person was looking for. */
const minNetworks = 3;
/** Days that a query waits for other networks, and that a rare one is kept. */
const pendingDays = 7;
const keptDays = 180;

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

interface Noted extends Answered {
  count: number;
  networks: Set<string>;
}

export type FailedQueries = ReturnType<typeof createFailedQueries>;

/**
 * Queries without certain results, which show editors missing synonyms. Text is stored once several networks have asked
 * it; until then it stays in the memory of the process.
 */
export function createFailedQueries(database: Database) {
  const noted = new LRUCache<string, Noted>({ max: maxQueries, ttl: pendingDays * msPerDay });
  const unwritten = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Runs some seconds after the first query. */
  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...unwritten];
    unwritten.clear();
    if (batch.length === 0) return;
    await database.transaction((tx) => writeCounts(tx, noted, batch));
  };
  return {
    /** `network` distinguishes users and is not stored. */
    note(query: string, network: string, answered: Answered): void {
      const text = countable(query);
      if (text === undefined) return;
      const { count, networks } = noted.get(text) ?? { count: 0, networks: new Set<string>() };
      if (networks.size < minNetworks) networks.add(network);
      noted.set(text, { ...answered, count: count + 1, networks });
      unwritten.add(text);
      // A lost count is harmless.
      timer ??= setTimeout(() => void flush().catch(() => {}), flushDelayMs).unref();
    },
    flush,
    /** Deletes a query that is now a synonym. */
    async forget(tx: WriteTransaction, query: string): Promise<void> {
      await tx.deleteFrom('search_misses').where('query', '=', query).execute();
    },
    async list(pageRequest: PageRequest) {
      await flush();
      const { rows, place } = await paginate(
        database.kysely.selectFrom('search_misses'),
        pageRequest,
        (lines) => lines.selectAll().orderBy('count', 'desc').orderBy('last_at', 'desc').orderBy('query'),
      );
      const items = rows.map((row) => ({ ...row, shown: JSON.parse(row.shown) as number[] }));
      return { items, ...place };
    },
  };
}

/** Adds counts to stored queries; others are stored once enough networks have asked them. */
async function writeCounts(
  tx: WriteTransaction,
  noted: LRUCache<string, Noted>,
  queries: readonly string[],
): Promise<void> {
  const last_at = portalDay(new Date());
  for (const query of queries) {
    const found = noted.get(query);
    if (!found) continue;
    const { count, networks, match } = found;
    const latest = { match, shown: JSON.stringify(found.shown), last_at };
    const { numUpdatedRows } = await tx
      .updateTable('search_misses')
      .set((eb) => ({ count: eb('count', '+', count), ...latest }))
      .where('query', '=', query)
      .executeTakeFirst();
    if (numUpdatedRows === 0n && networks.size < minNetworks) continue;
    if (numUpdatedRows === 0n)
      await tx
        .insertInto('search_misses')
        .values({ query, count, ...latest })
        .execute();
    noted.delete(query);
  }
  await keepNewest(tx);
}

/** A flood of random queries must not fill the database. */
async function keepNewest(tx: WriteTransaction): Promise<void> {
  const newest = tx.selectFrom('search_misses').select('query').orderBy('last_at', 'desc').limit(maxQueries);
  await tx.deleteFrom('search_misses').where('query', 'not in', newest).execute();
}

/** Deletes queries unused for half a year. */
export async function sweepMisses(tx: WriteTransaction, now: Date): Promise<void> {
  const day = portalDay(new Date(now.getTime() - keptDays * msPerDay));
  await tx.deleteFrom('search_misses').where('last_at', '<', day).execute();
}
