import { recordSchema } from '#contract/record.ts';
import { getKind, kinds, withComputed, type AnyRecord } from '#domain/kinds/index.ts';
import type { RecordRow } from '../database/tables.ts';
import { recordOf } from './stored.ts';

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
