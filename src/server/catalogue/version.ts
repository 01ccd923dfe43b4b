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
export function cacheSearchResults<Found>(
  database: Database,
): (question: string, find: () => Promise<Found>) => Promise<Found> {
  const edition = watchCatalogueVersion(database);
  const known = new Map<string, Promise<Found>>();
  let version = '';
  return async (question, find) => {
    const now = edition.known() ?? (await edition.current());
    if (now !== version) known.clear();
    version = now;
    const found = known.get(question) ?? find();
    known.set(question, found);
    found.catch(() => known.delete(question));
    const [oldest] = known.keys();
    if (known.size > maxCachedQueries && oldest !== undefined) known.delete(oldest);
    return await found;
  };
}
