import { currentShape } from '#domain/kinds/current-shape.ts';
import {
  findKind,
  getKind,
  kinds,
  withComputed,
  type AnyRecord,
  type Source,
  type RecordState,
} from '#domain/kinds/index.ts';
import { recordSchema } from '#contract/record.ts';
import type { ReadDatabase } from '../database/database.ts';
import { readInChunks } from '../database/chunks.ts';
import type { RecordRow } from '../database/tables.ts';

/** A stored record with closed fields, for importers. */
export interface StoredRecord {
  id: number;
  external: string | null;
  record: AnyRecord;
  /** Field → last source: 'editor', 'records' or an import format. */
  origins: Record<string, string>;
}

export async function findRecord(db: ReadDatabase, id: number): Promise<StoredRecord | undefined> {
  const row = await db.selectFrom('records').selectAll().where('id', '=', id).executeTakeFirst();
  return row && storedRecord(row);
}

export async function findRecords(
  db: ReadDatabase,
  kind: string,
  externals: readonly string[],
): Promise<Map<string, StoredRecord>> {
  const ofKind = db.selectFrom('records').selectAll().where('kind', '=', kind);
  const rows = await readInChunks(externals, (some) => ofKind.where('external', 'in', some).execute());
  return new Map(rows.map((row) => [row.external ?? '', storedRecord(row)]));
}

export async function findIds(
  db: ReadDatabase,
  kind: string,
  externals: readonly string[],
): Promise<Map<string, number>> {
  const ofKind = db.selectFrom('records').select(['id', 'external']).where('kind', '=', kind);
  const rows = await readInChunks(externals, (some) => ofKind.where('external', 'in', some).execute());
  return new Map(rows.map(({ id, external }) => [external ?? '', id]));
}

export function recordOf(row: RecordRow): AnyRecord {
  const fields = JSON.parse(row.data) as { title: string };
  const kind = findKind(row.kind);
  return {
    id: row.id,
    kind: row.kind,
    state: row.state as RecordState,
    version: row.version,
    updated_at: row.updated_at,
    reviewed_at: row.reviewed_at,
    reviewer: row.reviewer,
    review_due: row.review_due,
    sources: JSON.parse(row.sources) as Source[],
    ...(kind ? currentShape(kind, fields) : fields),
  };
}

function storedRecord(row: RecordRow): StoredRecord {
  return {
    id: row.id,
    external: row.external,
    record: recordOf(row),
    origins: JSON.parse(row.origins) as Record<string, string>,
  };
}

const openFields = new Map(kinds.map((kind) => [kind.name, Object.keys(recordSchema(kind).shape)]));

/** The public form of a row: only fields of the contract. */
export function publicRecordOf(row: RecordRow): AnyRecord {
  const kind = getKind(row.kind);
  const whole = withComputed(kind, recordOf(row));
  const open = openFields.get(kind.name) ?? [];
  return Object.fromEntries(
    open.filter((field) => whole[field] !== undefined).map((field) => [field, whole[field]]),
  ) as AnyRecord;
}
