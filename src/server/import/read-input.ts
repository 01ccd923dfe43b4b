import { OperatorError } from '#domain/operator-error.ts';
import { portalDay } from '#domain/dates.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordDraft, TermDraft } from './draft.ts';
import { getFormat } from './formats/index.ts';
import type { ImportInput } from './input.ts';
import type { Summary } from './summary.ts';
import { termTitles } from '../catalogue/terms.ts';
import type { ImportContext, KnownRecord } from './format.ts';
import { readOverlays } from '../catalogue/overlays.ts';

interface FileContent {
  drafts: RecordDraft[];
  /** Dictionary items; the last duplicate wins. */
  terms: Map<string, Map<string, TermDraft>>;
}

/** Reads a whole file; rejected lines and skipped content go into the summary. */
export async function readInput(
  db: ReadDatabase,
  { input, now, summary }: { input: ImportInput; now: Date; summary: Summary },
): Promise<FileContent> {
  const format = getFormat(summary.format);
  if (input.isFolder && !format.files)
    throw new OperatorError(`Формат ${format.name} читает файл, а не папку.`);
  const content: FileContent = { drafts: [], terms: new Map() };
  const context = await contextFor(db, now);
  for await (const reading of format.read(input, context)) {
    if (reading.type === 'record') content.drafts.push(reading);
    else if (reading.type === 'rejected') summary.reject(reading.line, reading.reason);
    else if (reading.type === 'note') summary.note(reading.text, reading.example);
    else {
      const items = content.terms.get(reading.vocabulary) ?? new Map<string, TermDraft>();
      content.terms.set(reading.vocabulary, items.set(reading.code, reading));
    }
  }
  return content;
}

async function contextFor(db: ReadDatabase, now: Date): Promise<ImportContext> {
  const records = new Map<string, Promise<readonly KnownRecord[]>>();
  const recordsOf = (kind: string) => {
    let found = records.get(kind);
    if (!found) records.set(kind, (found = readKnownRecords(db, kind)));
    return found;
  };
  return {
    overlays: await readOverlays(),
    recordsOf,
    terms: (vocabulary) => termTitles(db, vocabulary),
    today: portalDay(now),
  };
}

async function readKnownRecords(db: ReadDatabase, kind: string): Promise<readonly KnownRecord[]> {
  const rows = await db
    .selectFrom('records')
    .select(['id', 'external', 'data'])
    .where('kind', '=', kind)
    .where('state', '!=', 'archived')
    .orderBy('id')
    .execute();
  return rows.map(({ id, external, data }) => ({
    id,
    external,
    fields: JSON.parse(data) as Record<string, unknown>,
  }));
}
