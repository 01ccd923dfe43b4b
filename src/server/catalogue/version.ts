import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import { numbers } from './changes.ts';

/** Milliseconds that a version is trusted, since other processes may write. */
const freshFor = 100;

export function watchCatalogueVersion(database: Database) {
  let edition = '';
  let checkedAt = -Infinity;
  database.onCommit(() => {
    checkedAt = -Infinity;
  });
  return {
    /** The last seen version, if recent. */
    known: (): string | undefined => (performance.now() - checkedAt < freshFor ? edition : undefined),
    async current(): Promise<string> {
      const { change, terms, derived } = await numbers(database.kysely);
      checkedAt = performance.now();
      edition = `${change}.${terms}.${derived}`;
      return edition;
    },
  };
}

type CacheLimits<Value> = { max: number } | { maxSize: number; sizeCalculation(value: Value): number };

/** Caches what depends on the published catalogue only, until it changes. */
export function cacheUntilChange<Value extends object>(
  database: Database,
  limits: CacheLimits<Value>,
): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const edition = watchCatalogueVersion(database);
  const cache = new LRUCache<string, Value, () => Promise<Value>>({
    ...limits,
    fetchMethod: (_key, _stale, { context: make }) => make(),
    ignoreFetchAbort: true,
  });
  return async (key, make) => {
    const version = edition.known() ?? (await edition.current());
    return await cache.forceFetch(`${version} ${key}`, { context: make });
  };
}
