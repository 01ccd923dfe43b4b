import { createHash } from 'node:crypto';
import { isAlike } from '#domain/editing/equality.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { ImportedFields } from './draft.ts';

/** Reason of versions that undo an import: not an editor's text. */
export const undoneReason = 'Отмена импорта №';

/** Fields ever edited by editors, without accepted imports. */
export async function editedFields(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<Map<number, Set<string>>> {
  const touched = new Map<number, Set<string>>();
  if (ids.length === 0) return touched;
  const revisions = await db
    .selectFrom('revisions as r')
    .leftJoin('import_rows as i', (join) =>
      join.onRef('i.record_id', '=', 'r.record_id').on((eb) =>
        eb.or([
          eb('i.version_after', '=', eb.ref('r.version')),
          // Circular records are created in two versions.
          eb.and([eb('i.outcome', '=', 'new'), eb('i.version_after', '>', eb.ref('r.version'))]),
        ]),
      ),
    )
    .select(['r.record_id', 'r.fields', 'i.chosen'])
    .where('r.record_id', 'in', ids)
    .where('r.author', 'like', 'user:%')
    .where((eb) => eb.or([eb('r.reason', 'is', null), eb('r.reason', 'not like', `${undoneReason}%`)]))
    .execute();
  for (const { record_id, fields, chosen } of revisions) {
    const imported = new Set(chosen === null ? [] : [...(JSON.parse(chosen) as string[]), 'sources']);
    const known = touched.get(record_id) ?? new Set();
    for (const field of JSON.parse(fields ?? '[]') as string[]) if (!imported.has(field)) known.add(field);
    touched.set(record_id, known);
  }
  return touched;
}

export async function draftedFields(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<Map<number, Set<string>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('drafts as d')
    .innerJoin('records as r', 'r.id', 'd.record_id')
    .select(['d.record_id', 'd.data', 'r.data as stored'])
    .where('d.record_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ record_id, data, stored }) => [record_id, changedBetween(stored, data)]));
}

export function changedBetween(one: string, other: string): Set<string> {
  const [before, after] = [JSON.parse(one) as ImportedFields, JSON.parse(other) as ImportedFields];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return new Set([...names].filter((name) => !isAlike(before[name], after[name])));
}

/** Refused values of this format by record and field, as digests. */
export async function skippedFields(db: ReadDatabase, format: string, identities: readonly string[]) {
  const skips = new Map<string, Map<string, string>>();
  const rows = await db
    .selectFrom('import_skips')
    .select(['identity', 'field', 'digest'])
    .where('format', '=', format)
    .where('identity', 'in', identities.length > 0 ? identities : [''])
    .execute();
  for (const { identity, field, digest } of rows)
    skips.set(identity, (skips.get(identity) ?? new Map<string, string>()).set(field, digest));
  return skips;
}

export const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('hex')
    .slice(0, 32);
