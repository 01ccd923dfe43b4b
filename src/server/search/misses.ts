import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A query that found nothing: what editors read to learn which names the catalogue lacks. */
export interface Miss {
  query: string;
  count: number;
  /** ISO day of the latest time. */
  last_at: string;
}

export interface Misses {
  note(query: string): void;
  /** Writes down what was noted; called by itself some seconds after a note. */
  flush(): Promise<void>;
  list(page: number, pageSize: number): Promise<{ items: Miss[]; total: number }>;
}

const longest = 100;
const mostKept = 10_000;
const pause = 5000;

const known = new WeakMap<Database, Misses>();

/** The one count of a database: notes of the calls and of the page gather in it. */
export function missesOf(database: Database): Misses {
  const misses = known.get(database) ?? makeMisses(database);
  known.set(database, misses);
  return misses;
}

/**
 * The query as it is counted: no case, no doubled spaces, cut. What may name a person is not counted: an address of
 * mail, or a number of six digits and more (a telephone, a date of birth, СНИЛС, a policy).
 */
export function countable(query: string): string | undefined {
  const text = query.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase().slice(0, longest).trim();
  const digits = text.replace(/\D/g, '').length;
  return text.length < 3 || text.includes('@') || digits >= 6 ? undefined : text;
}

function makeMisses(database: Database): Misses {
  let noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    const last_at = new Date().toISOString().slice(0, 10);
    await database.transaction(async (tx) => {
      for (const [query, count] of batch)
        await tx
          .insertInto('search_misses')
          .values({ query, count, last_at })
          .onConflict((conflict) =>
            conflict.column('query').doUpdateSet({ count: sql`search_misses.count + ${count}`, last_at }),
          )
          .execute();
      const kept = tx
        .selectFrom('search_misses')
        .select('query')
        .orderBy('last_at', 'desc')
        .orderBy('count', 'desc');
      await tx.deleteFrom('search_misses').where('query', 'not in', kept.limit(mostKept)).execute();
    });
  };
  return {
    note(query) {
      const text = countable(query);
      // A flood of inventions must not fill the memory before it is written down.
      if (text === undefined || noted.size >= mostKept) return;
      noted.set(text, (noted.get(text) ?? 0) + 1);
      // A count that is lost with the database costs nobody anything.
      timer ??= setTimeout(() => void flush().catch(() => {}), pause).unref();
    },
    flush,
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
      return { items, total: Number(total) };
    },
  };
}
