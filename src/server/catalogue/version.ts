import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { numbers } from './changes.ts';

/** Milliseconds that a version is trusted, since other processes may write. */
const freshFor = 100;

/** Version of the published catalogue, for caches. */
interface Edition {
  /** The last seen version, if recent. */
  known(): string | undefined;
  current(): Promise<string>;
}

export function watchCatalogueVersion(database: Database): Edition {
  let edition = '';
  let checkedAt = -Infinity;
  database.onCommit(() => {
    checkedAt = -Infinity;
  });
  return {
    known: () => (performance.now() - checkedAt < freshFor ? edition : undefined),
    async current() {
      const { change, terms, derived } = await numbers(database.kysely);
      checkedAt = performance.now();
      edition = `${change}.${terms}.${derived}`;
      return edition;
    },
  };
}

const maxCachedQueries = 200;

/** Caches search results until the catalogue changes. */
export function cacheSearchResults<Found extends object>(
  database: Database,
): (question: string, find: () => Promise<Found>) => Promise<Found> {
  const edition = watchCatalogueVersion(database);
  const cache = new LRUCache<string, Found, () => Promise<Found>>({
    max: maxCachedQueries,
    fetchMethod: (_key, _stale, { context: find }) => find(),
    ignoreFetchAbort: true,
  });
  return async (question, find) => {
    const version = edition.known() ?? (await edition.current());
    return await cache.forceFetch(`${version} ${question}`, { context: find });
  };
}
