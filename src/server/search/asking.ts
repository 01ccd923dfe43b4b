import type { Found, Results } from '#contract/search.ts';
import type { SearchIndex } from '#domain/search/index.ts';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import { missesOf } from './misses.ts';
import { makePace } from '../base/pace.ts';
import { createSearch } from './search.ts';

/** The search as it is asked from outside: at a bearable pace, and what was not found is counted. */
export interface Asking {
  fast(query: string, reader: { mayReadCases: boolean; network: string }): Promise<Found[]>;
  all(asked: { query: string; kind?: string | undefined; page: number }, network: string): Promise<Results>;
  /** What readers search, as it is now. */
  index(): Promise<SearchIndex>;
}

/** Records that editors are told of beside a query that was answered by a guess. */
const mostTold = 3;

/** A guess is a miss, too: the catalogue does not know the name. */
const isSure = (match: Results['match']) => match === 'exact' || match === 'corrected';

const known = new WeakMap<Database, Asking>();

/** One for a database: the calls and the page of results share its index and its pace. */
export function askingOf(context: Pick<Context, 'database' | 'settings'>): Asking {
  const asking = known.get(context.database) ?? makeAsking(context);
  known.set(context.database, asking);
  return asking;
}

function makeAsking(context: Pick<Context, 'database' | 'settings'>): Asking {
  const search = createSearch(context.database.kysely);
  const misses = missesOf(context);
  const keepPace = makePace();
  const note = (query: string, network: string, { match, items }: Results) =>
    misses.note(query, network, { match, shown: items.slice(0, mostTold).map(({ id }) => id) });
  return {
    index: () => search.index(),
    async fast(query, { mayReadCases, network }) {
      keepPace(network);
      const found = await search.findFast(query, { mayReadCases });
      if (!found.some(({ match }) => isSure(match))) {
        // What it is not a name of may be one among the other kinds, which the browser finds by itself.
        const all = await search.findAll({ query, page: 1 });
        if (!isSure(all.match)) note(query, network, all);
      }
      return found;
    },
    async all(asked, network) {
      keepPace(network);
      const results = await search.findAll(asked);
      if (!isSure(results.match) && asked.kind === undefined) note(asked.query, network, results);
      return results;
    },
  };
}
