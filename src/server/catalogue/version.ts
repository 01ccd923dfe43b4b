import type { Database } from '../database/database.ts';
import { numbers } from './changes.ts';

/** Other processes may write: how long what is known may be older than the database, in milliseconds. */
const freshFor = 100;

/** Which state of the published catalogue is in force: what depends on nothing else holds until it is another. */
interface Edition {
  /** As it was seen last, if that was just now. */
  known(): string | undefined;
  ask(): Promise<string>;
}

export function watchCatalogueVersion(database: Database): Edition {
  let edition = '';
  let checkedAt = -Infinity;
  database.onCommit(() => {
    checkedAt = -Infinity;
  });
  return {
    known: () => (performance.now() - checkedAt < freshFor ? edition : undefined),
    async ask() {
      const { change, terms, derived } = await numbers(database.kysely);
      checkedAt = performance.now();
      edition = `${change}.${terms}.${derived}`;
      return edition;
    },
  };
}

/** So many answers are remembered, the latest. */
const maxCachedQueries = 200;

/** Remembers what was found for a question until the catalogue changes. */
export function cacheSearchResults<Found>(
  database: Database,
): (question: string, find: () => Promise<Found>) => Promise<Found> {
  const edition = watchCatalogueVersion(database);
  const known = new Map<string, Promise<Found>>();
  let version = '';
  return async (question, find) => {
    const now = edition.known() ?? (await edition.ask());
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
