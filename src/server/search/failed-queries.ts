import { msPerDay } from '#domain/durations.ts';
import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../database/database.ts';
import { encryptionOf } from '../encryption.ts';
import type { Settings } from '../settings.ts';

/** What was answered: how sure it was, and which records came first. */
interface Answered {
  match: string;
  shown: readonly number[];
}

/** A query that found nothing or was answered by a guess: what editors read to learn which names the catalogue lacks. */
interface FailedQuery extends Answered {
  query: string;
  count: number;
  /** ISO day of the latest time. */
  last_at: string;
}

interface FailedQueries {
  /** `network` tells askers apart; it is not kept. */
  note(query: string, network: string, answered: Answered): void;
  /** Writes down what was noted; called by itself some seconds after a note. */
  flush(): Promise<void>;
  /** A query that a record answers by its name from now on. */
  forget(tx: WriteTransaction, query: string): Promise<void>;
  list(page: number, pageSize: number): Promise<{ items: FailedQuery[]; total: number }>;
}

const maxQueryLength = 100;
const maxQueries = 10_000;
const flushDelayMs = 5000;
/** What fewer networks than this have asked may be a name that one person was looking for. */
const minNetworks = 3;
/** Days for which a query waits for others who ask the same, and for which one that was told of is kept. */
const pendingDays = 7;
const keptDays = 180;

const known = new WeakMap<Database, FailedQueries>();

interface Place {
  database: Database;
  settings: Pick<Settings, 'SECRET_KEY' | 'DATA_DIR'>;
}

/** The one count of a database: notes of the calls and of the page gather in it. */
export function failedQueriesOf(place: Place): FailedQueries {
  const misses = known.get(place.database) ?? makeMisses(place);
  known.set(place.database, misses);
  return misses;
}

/**
 * The query as it is counted: no case, no doubled spaces, cut. What may name a person is not counted: an address of
 * mail, or a number of six digits and more (a telephone, a date of birth, СНИЛС, a policy).
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
 * Words that are kept are those of several: until three networks have asked the same there is only a hash of it, which
 * nobody can read back without the key of the portal, and a hash for each network.
 */
function makeMisses({ database, settings }: Place): FailedQueries {
  let noted = new Map<string, Noted>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    const { mac } = encryptionOf(settings);
    const last_at = new Date().toISOString().slice(0, 10);
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
        if (await isAskedEnough(tx, { hash, askers, last_at }))
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
      // A flood of inventions must not fill the memory before it is written down.
      if (text === undefined || noted.size >= maxQueries) return;
      const { count, networks } = noted.get(text) ?? { count: 0, networks: new Set<string>() };
      if (networks.size < minNetworks) networks.add(network);
      noted.set(text, { count: count + 1, networks, answered });
      // A count that is lost with the database costs nobody anything.
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

/** Notes who has asked; once they are several, the note goes, and the words may be kept. */
async function isAskedEnough(
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

/** Inventions must not fill the database either. */
async function keepNewest(tx: WriteTransaction): Promise<void> {
  for (const [table, column] of [
    ['search_misses', 'query'],
    ['search_hints', 'hash'],
  ] as const) {
    const newest = sql`select ${sql.ref(column)} from ${sql.table(table)} order by last_at desc limit ${maxQueries}`;
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} not in (${newest})`.execute(tx);
  }
}

/** What nobody else asked in a week, and what nobody has asked for half a year, goes. */
export async function sweepMisses(tx: WriteTransaction, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * msPerDay).toISOString().slice(0, 10);
  await tx.deleteFrom('search_hints').where('last_at', '<', daysAgo(pendingDays)).execute();
  await tx.deleteFrom('search_misses').where('last_at', '<', daysAgo(keptDays)).execute();
}
