import type { FoundLine, Results } from '#contract/search.ts';
import type { SearchIndex } from '#domain/search/index.ts';
import { isSure } from '#domain/search/match-quality.ts';
import type { Context } from '../request/context.ts';
import type { FindByWords } from '../catalogue/lists.ts';
import { rulesFor } from '../catalogue/rules.ts';
import { createSearch } from './search.ts';

/** Search for readers; queries without a certain result are counted. */
export interface PublicSearch {
  fast(query: string, reader: { mayReadCases: boolean; network: string }): Promise<FoundLine[]>;
  all(request: { query: string; kind?: string | undefined; page: number }, network: string): Promise<Results>;
  /** For lists: records that certainly match. */
  findByWords: FindByWords;
  /** The current public index. */
  index(): Promise<SearchIndex>;
}

/** Records stored with a guessed query. */
const maxShown = 3;

export function createPublicSearch({
  db,
  failedQueries,
}: Pick<Context, 'db' | 'failedQueries'>): PublicSearch {
  const search = createSearch(db);
  const note = (query: string, network: string, { match, items }: Results) =>
    failedQueries.note(query, network, { match, shown: items.slice(0, maxShown).map(({ id }) => id) });
  return {
    index: () => search.index(),
    async findByWords(kind, words) {
      const found = await search.find(kind.name, words);
      if (kind.name !== 'entitlement') return found;
      // A rule names a list; readers ask by a disease of it.
      const { ids } = await search.find('disease', words);
      return { ...found, ids: new Set([...found.ids, ...(await rulesFor(db, ids))]) };
    },
    async fast(query, { mayReadCases, network }) {
      const found = await search.findFast(query, { mayReadCases });
      // A guess counts as failed: the catalogue lacks the name.
      if (!found.some(isSure)) {
        // The browser searches only some kinds: others may have the name.
        const all = await search.findAll({ query, page: 1 });
        if (!isSure(all)) note(query, network, all);
      }
      return found;
    },
    async all(request, network) {
      const results = await search.findAll(request);
      // A submitted query is complete: a prefix match is a failure.
      const isKnown = isSure(results) && results.match !== 'begun';
      if (!isKnown && request.kind === undefined) note(request.query, network, results);
      return results;
    },
  };
}
