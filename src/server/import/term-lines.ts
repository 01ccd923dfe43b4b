import { isAlike } from '#domain/editing/equality.ts';
import type { Risk } from '#domain/imports.ts';
import { getTerms } from '../catalogue/terms.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { NewImportLine } from '../database/tables.ts';
import type { TermDraft } from './draft.ts';
import { blankLine, titleKey, type PlannedField, type RowPlan } from './journal.ts';
import type { Summary } from './summary.ts';

/** Dictionary items: new ones are safe; a renamed one may have been edited. */
export async function termLines(
  db: ReadDatabase,
  importId: number,
  terms: ReadonlyMap<string, ReadonlyMap<string, TermDraft>>,
  summary: Summary,
): Promise<Omit<NewImportLine, 'position'>[]> {
  const lines: Omit<NewImportLine, 'position'>[] = [];
  for (const [vocabulary, items] of terms) {
    const stored = new Map((await getTerms(db, vocabulary)).map((term) => [term.code, term]));
    const counts = { new: 0, changed: 0, same: 0 };
    for (const { code, title, position, data, line } of items.values()) {
      const before = stored.get(code);
      const after = { title, position, ...(data ? { data } : {}) };
      const fields = (['title', 'position', 'data'] as const).flatMap((field): PlannedField[] => {
        const [was, is] = [before?.[field], after[field]];
        const risk: Risk | null = before && field === 'title' ? 'dictionary' : null;
        return isAlike(was, is) ? [] : [{ field, before: was, after: is, risk, origin: null }];
      });
      counts[before ? (fields.length > 0 ? 'changed' : 'same') : 'new'] += 1;
      if (fields.length === 0) continue;
      const isSafe = fields.every(({ risk }) => risk === null);
      const names = JSON.stringify(fields.map(({ field }) => field));
      lines.push({
        ...blankLine,
        import_id: importId,
        line,
        identity: `${vocabulary}:${code}`,
        kind: 'term',
        title: `${code} ${title}`,
        title_key: titleKey(title),
        outcome: before ? 'changed' : 'new',
        is_safe: isSafe ? 1 : 0,
        safe_fields: isSafe ? names : '[]',
        plain_fields: names,
        plan: JSON.stringify({ fields } satisfies RowPlan),
      });
    }
    summary.countTerms(counts);
  }
  return lines;
}
