import { clinicalCase } from '#domain/kinds/case.ts';
import type { AnyRecord } from '#domain/kinds/kind.ts';
import { searchRecordOf } from '#domain/search-record.ts';
import type { SearchRecord } from '#domain/search/record.ts';
import type { CaseRow } from '../database/tables.ts';
import { presentSigns, readContent } from './content.ts';

export function searchRecordOfCase(
  row: Pick<CaseRow, 'id' | 'data' | 'shown' | 'version' | 'updated_at'>,
): SearchRecord {
  const content = readContent(row.shown ?? row.data);
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
    signs: presentSigns(content).map(({ title }) => title),
    hpo: presentSigns(content).map(({ hpo }) => hpo),
    genes: content.genes.flatMap(({ gene, hgvs }) => [gene, hgvs].filter(Boolean)),
    tests: [...content.tests, ...content.series].map(({ title }) => title),
  };
  return searchRecordOf(clinicalCase, record, 0);
}
