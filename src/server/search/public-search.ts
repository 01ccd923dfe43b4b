import type { FoundLine, Results } from '#contract/search.ts';
import type { SearchIndex } from '#domain/search/index.ts';
import { isSure } from '#domain/search/match-quality.ts';
import type { Context } from '../request/context.ts';
import type { Database } from '../database/database.ts';
import { failedQueriesOf } from './failed-queries.ts';
import { findByWordsIn } from '../catalogue/lists.ts';
import { createSearch } from './search.ts';

/** The search for readers: queries without a sure result are counted. */
export interface PublicSearch {
  fast(query: string, reader: { mayReadCases: boolean; network: string }): Promise<FoundLine[]>;
  all(asked: { query: string; kind?: string | undefined; page: number }, network: string): Promise<Results>;
  /** What readers search, as it is now. */
  index(): Promise<SearchIndex>;
}

/** Records that editors are told of beside a query that was answered by a guess. */
const mostTold = 3;

const known = new WeakMap<Database, PublicSearch>();

/** One for a database: the calls and the page of results share its index. */
export function publicSearchOf(context: Pick<Context, 'database' | 'db' | 'settings'>): PublicSearch {
  const asking = known.get(context.database) ?? makeAsking(context);
  known.set(context.database, asking);
  return asking;
}

function makeAsking(context: Pick<Context, 'database' | 'db' | 'settings'>): PublicSearch {
  const search = createSearch(context.db);
  const misses = failedQueriesOf(context);
  findByWordsIn(context.db, async (kind, words) => search.find(kind.name, words));
  const note = (query: string, network: string, { match, items }: Results) =>
    misses.note(query, network, { match, shown: items.slice(0, mostTold).map(({ id }) => id) });
  return {
    index: () => search.index(),
    async fast(query, { mayReadCases, network }) {
      const found = await search.findFast(query, { mayReadCases });
      // A guess is a miss, too: the catalogue does not know the name.
      if (!found.some(isSure)) {
        // What it is not a name of may be one among the other kinds, which the browser finds by itself.
        const all = await search.findAll({ query, page: 1 });
        if (!isSure(all)) note(query, network, all);
      }
      return found;
    },
    async all(asked, network) {
      const results = await search.findAll(asked);
      // Here nobody is still typing: a word that was only begun is unknown.
      const isKnown = isSure(results) && results.match !== 'begun';
      if (!isKnown && asked.kind === undefined) note(asked.query, network, results);
      return results;
    },
  };
}
