import { clinicalCase } from '#domain/kinds/case.ts';
import { SearchIndex } from '#domain/search/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { searchRecordOfCase } from './search-record.ts';
import { readContent } from './content.ts';

/** Ids of matching cases, best first; undefined without a query. */
export type FindCases = (query: string | undefined) => Promise<number[] | undefined>;

/** Results of a query at most. */
const maxResults = 200;
/** Maximum query length, as in the portal's search. */
const maxTextLength = 300;

/**
 * Search of published cases by their text and the names of their diseases: inflection, misprints, keyboard
 * layout, codes. Syncs with published cases on use.
 */
export function makeFinder(db: ReadDatabase): FindCases {
  const index = new SearchIndex();
  let known = 0;
  let following: Promise<void> = Promise.resolve();

  async function follow(): Promise<void> {
    const rows = await db
      .selectFrom('cases')
      .selectAll()
      .where('changed_seq', '>', known)
      .orderBy('changed_seq')
      .execute();
    const shown = rows.filter(({ published }) => published === 1);
    const contentOf = (row: (typeof rows)[number]) => readContent(row.shown ?? row.data);
    const diseasesOf = (row: (typeof rows)[number]) => contentOf(row).diseases;
    const linked = await publishedRecords(db, shown.flatMap(diseasesOf));
    for (const { id, published } of rows) if (published === 0) index.remove(clinicalCase.name, id);
    index.put(
      shown.map((row) => {
        const { synonyms, ...record } = searchRecordOfCase(row);
        const names = diseasesOf(row).flatMap((id) => linked.get(id)?.title ?? []);
        const { complaint, history, discussion } = contentOf(row);
        const texts = [complaint, history, discussion]
          .map((text) => text.slice(0, maxTextLength))
          .filter(Boolean);
        return { ...record, synonyms: [...synonyms, ...names, ...texts] };
      }),
    );
    known = rows.at(-1)?.changed_seq ?? known;
  }

  return async (query) => {
    if (!query) return undefined;
    // A failure rejects the waiting calls; the next call tries again.
    following = following.catch(() => undefined).then(follow);
    await following;
    return index.search(query, { perGroup: maxResults }).hits.map(({ id }) => id);
  };
}
