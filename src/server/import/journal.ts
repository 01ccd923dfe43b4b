import { sortKey } from '#domain/alphabet.ts';
import type { Risk } from '#domain/imports.ts';
import type { Source } from '#domain/kinds/index.ts';
import { getTerms, type Term } from '../catalogue/terms.ts';
import { chunks } from '../database/chunks.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { DraftRow, ImportLine, ImportRow, NewImportLine, RecordRow } from '../database/tables.ts';
import { audit } from '../audit/audit.ts';
import { HttpError } from '../http-error.ts';
import type { DraftEnvelope } from './draft.ts';
import type { Summary } from './summary.ts';

export interface PlannedField {
  field: string;
  /** Omitted where the record's versions have it: imports by command line. */
  before?: unknown;
  after?: unknown;
  risk: Risk | null;
  /** Last source of the old value; null if never set. */
  origin: string | null;
  /** Skipped before with the same value and source. */
  isRemembered?: boolean;
}

export interface RowPlan {
  fields: PlannedField[];
  external?: string | null;
  /** Provisional id of a new record, for links within the import. */
  provisional?: number;
  /** Sources of the file and how they are merged. */
  sources?: {
    offered: readonly Source[];
    confirmed: string[];
    shares: readonly string[];
  };
  envelope?: DraftEnvelope;
}

export interface WrittenRow {
  line: number;
  identity: string;
  kind: string;
  title: string;
  record_id: number;
  version_before: number | null;
  version_after: number;
  /** Changed field → its former source. */
  origins: Record<string, string | null>;
}

/** Counts of an import whose rows are not all stored. */
export interface ImportCounts {
  same: number;
  rejected: number;
  notes: { text: string; count: number; examples: string[] }[];
}

export const countsOf = (summary: Summary): ImportCounts => ({
  same: summary.records.same + summary.terms.same,
  rejected: summary.rejectedCount,
  notes: [...summary.notes].map(([text, { count, examples }]) => ({ text, count, examples })),
});

/** In `refused`: all fields. */
export const allFields = '["*"]';

export const namesOf = (text: string, all: readonly string[]): string[] =>
  text === allFields ? [...all] : (JSON.parse(text) as string[]);

export const blankLine = {
  is_safe: 0,
  choice: 'open',
  chosen: '[]',
  refused: '[]',
  safe_fields: '[]',
  plain_fields: '[]',
  plan: '{"fields":[]}',
} as const;

export const titleKey = (title: string) => sortKey(title).slice(0, 300);

export async function getImport(db: ReadDatabase, id: number): Promise<ImportRow> {
  return await db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'Такого импорта нет.'));
}

export async function insertLines(tx: WriteTransaction, lines: readonly NewImportLine[]): Promise<void> {
  for (const some of chunks(lines, 100)) await tx.insertInto('import_rows').values(some).execute();
}

export interface StoredLine {
  line: ImportLine;
  plan: RowPlan;
  chosen: ReadonlySet<string>;
  found: RecordRow | undefined;
  draft: DraftRow | undefined;
}

export async function withRecords(db: ReadDatabase, lines: readonly ImportLine[]): Promise<StoredLine[]> {
  const ids = [0, ...lines.flatMap(({ record_id }) => record_id ?? [])];
  const records = await db.selectFrom('records').selectAll().where('id', 'in', ids).execute();
  const drafts = await db.selectFrom('drafts').selectAll().where('record_id', 'in', ids).execute();
  return lines.map((line) => ({
    line,
    plan: JSON.parse(line.plan) as RowPlan,
    chosen: new Set(JSON.parse(line.chosen) as string[]),
    found: records.find(({ id }) => id === line.record_id),
    draft: drafts.find(({ record_id }) => record_id === line.record_id),
  }));
}

/** Lines of an import in batches; each batch is read when its turn comes. */
export async function* linesAt(
  tx: WriteTransaction,
  importId: number,
  positions: readonly number[],
): AsyncGenerator<StoredLine[]> {
  for (const some of chunks(positions, 100)) {
    const lines = await tx
      .selectFrom('import_rows')
      .selectAll()
      .where('import_id', '=', importId)
      .where('position', 'in', some)
      .orderBy('position')
      .execute();
    yield await withRecords(tx, lines);
  }
}

export const chosenFields = ({ plan, chosen }: StoredLine): PlannedField[] =>
  plan.fields.filter(({ field }) => chosen.has(field));

export type LineOutcome = Partial<
  Pick<ImportLine, 'result' | 'reason' | 'record_id' | 'version_after' | 'draft_version'>
>;

export const noteOutcome = (
  tx: WriteTransaction,
  { line: { import_id, position } }: StoredLine,
  outcome: LineOutcome,
) =>
  tx
    .updateTable('import_rows')
    .set(outcome)
    .where('import_id', '=', import_id)
    .where('position', '=', position)
    .execute();

/** Identity of a dictionary item: `mkb10:E75.2`. */
export const vocabularyOf = ({ line: { identity } }: StoredLine) => identity.slice(0, identity.indexOf(':'));
export const codeOf = ({ line: { identity } }: StoredLine) => identity.slice(identity.indexOf(':') + 1);

export const termsOf = async (
  db: ReadDatabase,
  vocabulary: string,
  lines: readonly StoredLine[],
): Promise<Map<string, Term>> =>
  new Map((await getTerms(db, vocabulary, lines.map(codeOf))).map((term) => [term.code, term]));

export const rejectedLines = (
  import_id: number,
  { rejections }: Summary,
  position: number,
): NewImportLine[] =>
  rejections.map(({ line, reason }, index) => ({
    ...blankLine,
    import_id,
    position: position + index,
    line,
    identity: '',
    kind: '',
    title: '',
    title_key: '',
    outcome: 'rejected',
    reason,
  }));

/** Stores a command line import in its transaction, so that the desk can show and undo it. */
export async function keepFinished(
  tx: WriteTransaction,
  {
    summary,
    fileName,
    now,
    rows,
  }: { summary: Summary; fileName: string; now: Date; rows: readonly WrittenRow[] },
): Promise<void> {
  const id = await nextNumber(tx, 'import');
  const at = now.toISOString();
  await tx
    .insertInto('imports')
    .values({
      id,
      format: summary.format,
      file_name: fileName.slice(0, 200),
      status: 'applied',
      created_at: at,
      finished_at: at,
      applied_at: at,
      mode: 'publish',
      summary: JSON.stringify(countsOf(summary)),
    })
    .execute();
  await insertLines(
    tx,
    rows.map(({ origins, ...row }, position) => ({
      ...blankLine,
      ...row,
      import_id: id,
      position,
      title_key: titleKey(row.title),
      outcome: row.version_before === null ? 'new' : 'changed',
      is_safe: 1,
      choice: 'accepted',
      result: 'applied',
      plan: JSON.stringify({
        fields: Object.entries(origins).map(([field, origin]) => ({ field, risk: null, origin })),
      } satisfies RowPlan),
    })),
  );
  await insertLines(tx, rejectedLines(id, summary, rows.length));
  const { new: fresh, changed } = summary.records;
  await audit(tx, { now: () => now }, 'imported', {
    details: `№ ${id}, ${summary.format}, ${fileName}: новых ${fresh}, изменено ${changed}`,
  });
}
