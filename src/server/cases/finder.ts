import { clinicalCase } from '#domain/kinds/case.ts';
import { SearchIndex } from '#domain/search/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { publishedRecords } from '../catalogue/names.ts';
import type { CaseRow } from '../database/tables.ts';
import type { AnyRecord } from '#domain/kinds/kind.ts';
import { searchRecordOf } from '#domain/search-record.ts';
import type { SearchRecord } from '#domain/search/record.ts';
import { presentSigns, readContent } from './content.ts';

/** Ids of matching cases, best first; undefined without a query. */
export type FindCases = (query: string | undefined) => Promise<number[] | undefined>;

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
    const shown = rows
      .filter(({ published }) => published === 1)
      .map((row) => ({ row, content: readContent(row.shown ?? row.data) }));
    const linked = await publishedRecords(
      db,
      shown.flatMap(({ content }) => content.diseases),
    );
    for (const { id, published } of rows) if (published === 0) index.remove(clinicalCase.name, id);
    index.put(
      shown.map(({ row, content: { diseases, complaint, history, discussion } }) => {
        const record = searchRecordOfCase(row);
        const names = diseases.flatMap((id) => linked.get(id)?.title ?? []);
        const texts = [complaint, history, discussion]
          .map((text) => text.slice(0, maxTextLength))
          .filter(Boolean);
        return { ...record, synonyms: [...record.synonyms, ...names, ...texts] };
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

export function searchRecordOfCase(
  row: Pick<CaseRow, 'id' | 'data' | 'shown' | 'version' | 'updated_at'>,
): SearchRecord {
  const content = readContent(row.shown ?? row.data);
  const signs = presentSigns(content);
  const record: AnyRecord = {
    id: row.id,
    kind: clinicalCase.name,
    state: 'published',
    version: row.version,
    updated_at: row.updated_at,
    reviewed_at: null,
    reviewer: null,
    review_due: null,
    sources: [],
    title: content.title,
    suspected: content.suspected,
    question: content.question,
    keywords: content.keywords,
    signs: signs.map(({ title }) => title),
    hpo: signs.map(({ hpo }) => hpo),
    genes: content.genes.flatMap(({ gene, hgvs }) => [gene, hgvs].filter(Boolean)),
    tests: [...content.tests, ...content.series].map(({ title }) => title),
  };
  return searchRecordOf(clinicalCase, record, 0);
}
