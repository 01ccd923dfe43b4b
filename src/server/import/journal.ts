import { sortKey } from '#domain/alphabet.ts';
import type { Risk } from '#domain/imports.ts';
import type { Source } from '#domain/kinds/index.ts';
import { chunks } from '../database/chunks.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { NewImportLine } from '../database/tables.ts';
import { audit } from '../audit/audit.ts';
import type { DraftEnvelope } from './draft.ts';
import type { Summary } from './summary.ts';

/** One field that a file would change. */
export interface PlannedField {
  field: string;
  /** Left out where the versions of the record tell it: imports of the command line. */
  before?: unknown;
  after?: unknown;
  risk: Risk | null;
  /** Who wrote the value before; null: nobody. */
  origin: string | null;
  /** An editor has skipped the same word of the same source before. */
  isRemembered?: boolean;
}

/** What a row of an import would write. */
export interface RowPlan {
  fields: PlannedField[];
  external?: string | null;
  /** Of a new record: the number by which others of this import refer to it until it has its own. */
  provisional?: number;
  /** Sources as the file names them, and how they join those of the record. */
  sources?: {
    offered: readonly Source[];
    names: string[];
    confirmed: string[];
    shares: readonly string[];
    isUndated: boolean;
  };
  envelope?: Partial<DraftEnvelope>;
  /** Of an item of a dictionary. */
  vocabulary?: string;
}

/** What an import of the command line has written of one record. */
export interface WrittenRow {
  identity: string;
  kind: string;
  title: string;
  line: number;
  recordId: number;
  versionBefore: number | null;
  versionAfter: number;
  /** Changed field → who wrote it before. */
  origins: Record<string, string | null>;
}

/** The counts that an import keeps when its rows are not all there. */
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

/** In `refused`: every field of the row. */
export const allFields = '["*"]';

export const namesOf = (text: string, all: readonly string[]): string[] =>
  text === allFields ? [...all] : (JSON.parse(text) as string[]);

export const blankLine = {
  record_id: null,
  is_safe: 0,
  choice: 'open',
  chosen: '[]',
  refused: '[]',
  safe_fields: '[]',
  plain_fields: '[]',
  version_before: null,
  version_after: null,
  draft_version: null,
  result: null,
  reason: null,
  plan: '{"fields":[]}',
} as const;

export const titleKey = (title: string) => sortKey(title).slice(0, 300);

export async function insertLines(tx: WriteTransaction, lines: readonly NewImportLine[]): Promise<void> {
  for (const some of chunks(lines, 100)) await tx.insertInto('import_rows').values(some).execute();
}

/** Lines of the file that were not taken, after the others. */
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

/** Notes an import of the command line in its own transaction: the desk shows it and can undo it. */
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
    rows.map((row, position) => ({
      ...blankLine,
      import_id: id,
      position,
      line: row.line,
      identity: row.identity,
      kind: row.kind,
      title: row.title,
      title_key: titleKey(row.title),
      record_id: row.recordId,
      outcome: row.versionBefore === null ? 'new' : 'changed',
      is_safe: 1,
      choice: 'accepted',
      version_before: row.versionBefore,
      version_after: row.versionAfter,
      result: 'applied',
      plan: JSON.stringify({
        fields: Object.entries(row.origins).map(([field, origin]) => ({ field, risk: null, origin })),
      } satisfies RowPlan),
    })),
  );
  await insertLines(tx, rejectedLines(id, summary, rows.length));
  const { new: fresh, changed } = summary.records;
  await audit(tx, {
    at: now,
    action: 'imported',
    details: `№ ${id}, ${summary.format}, ${fileName}: новых ${fresh}, изменено ${changed}`,
  });
}
