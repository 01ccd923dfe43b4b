import type { Source } from '#domain/kinds/index.ts';
import { titleOf } from '../catalogue/names.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { NewImportLine } from '../database/tables.ts';
import { identityOf, type RecordDraft } from './draft.ts';
import { blankLine } from './journal.ts';

const maxListed = 2000;

/** Records of this publisher that the file does not contain: reported and unchanged. */
export async function removedRows(
  db: ReadDatabase,
  importId: number,
  drafts: readonly RecordDraft[],
): Promise<Omit<NewImportLine, 'position'>[]> {
  const lines: Omit<NewImportLine, 'position'>[] = [];
  const whole = drafts.filter(({ mode }) => mode === 'upsert');
  for (const [kind, group] of Map.groupBy(whole, (draft) => draft.kind)) {
    const named = new Set(drafts.filter((draft) => draft.kind === kind).map(identityOf));
    const publishers = new Set(group.flatMap(({ sources }) => sources.map(({ publisher }) => publisher)));
    publishers.delete(undefined);
    if (publishers.size === 0) continue;
    const rows = await db
      .selectFrom('records')
      .select(['id', 'external', 'card', 'sources', 'title_key', 'version'])
      .where('kind', '=', kind)
      .where('state', '=', 'published')
      .where('external', 'is not', null)
      .orderBy('title_key')
      .execute();
    for (const row of rows) {
      if (lines.length >= maxListed) return lines;
      if (named.has(row.external ?? '')) continue;
      const sources = JSON.parse(row.sources) as Source[];
      if (!sources.some(({ publisher }) => publishers.has(publisher))) continue;
      lines.push({
        ...blankLine,
        import_id: importId,
        identity: row.external ?? '',
        kind,
        title: titleOf(row.card),
        title_key: row.title_key,
        record_id: row.id,
        outcome: 'gone',
        version_before: row.version,
      });
    }
  }
  return lines;
}
