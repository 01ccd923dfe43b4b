import { addressOf, getKind, publicKinds } from '#domain/kinds/index.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import type { ValueTitles } from '#domain/editing/differences.ts';
import { readInChunks } from '../database/chunks.ts';
import { termTitles } from './terms.ts';
import type { ReadDatabase } from '../database/database.ts';

export interface TitledRecord {
  id: number;
  kind: string;
  title: string;
  state: string;
  url: string;
}

export function recordsIn(fields: readonly FieldDescription[], value: unknown): number[] {
  if (Array.isArray(value)) return value.flatMap((item) => recordsIn(fields, item));
  if (typeof value !== 'object' || value === null) return [];
  return fields.flatMap((field) => {
    const inner = (value as Record<string, unknown>)[field.name];
    if (field.linkTo) return [inner].flat().filter((id) => Number.isSafeInteger(id)) as number[];
    return field.fields ? recordsIn(field.fields, inner) : [];
  });
}

export async function namedRecords(
  db: ReadDatabase,
  ids: readonly (number | null)[],
): Promise<Map<number, TitledRecord>> {
  const known = ids.filter((id) => id !== null && id > 0 && id <= 2_147_483_647);
  const rows = await readInChunks(known, (some) =>
    db
      .selectFrom('records')
      .select(['id', 'kind', 'code', 'card', 'state'])
      .where('id', 'in', some)
      .execute(),
  );
  return new Map(
    rows.map(({ id, kind, code, card, state }) => [
      id,
      { id, kind, title: titleOf(card), state, url: addressOf(getKind(kind), { id, code }) },
    ]),
  );
}

export async function publishedRecords(
  db: ReadDatabase,
  ids: readonly number[],
): Promise<Map<number, TitledRecord>> {
  const found = await namedRecords(db, ids);
  return new Map([...found].filter(([, { state }]) => state === 'published'));
}

/** A published record that anyone may read. */
export async function findPublicRecord(db: ReadDatabase, id: number): Promise<TitledRecord | undefined> {
  const record = (await publishedRecords(db, [id])).get(id);
  return publicKinds.some(({ name }) => name === record?.kind) ? record : undefined;
}

export async function publishedDiseases(
  db: ReadDatabase,
  by: 'id' | 'external',
  values: readonly (number | string)[],
) {
  const rows = await readInChunks(values, (some) =>
    db
      .selectFrom('records')
      .select(['id', 'external', 'card'])
      .where('kind', '=', 'disease')
      .where('state', '=', 'published')
      .where(by, 'in', some)
      .execute(),
  );
  return rows.map(({ id, external, card }) => ({ id, external, title: titleOf(card) }));
}

export const titleOf = (card: string): string => (JSON.parse(card) as { title: string }).title;

export async function namesFor(
  db: ReadDatabase,
  fields: readonly FieldDescription[],
  records: ReadonlyMap<number, TitledRecord>,
): Promise<ValueTitles> {
  const terms = new Map<string, Map<string, string>>();
  for (const dictionary of dictionariesOf(fields)) terms.set(dictionary, await termTitles(db, dictionary));
  return {
    record: (id) => records.get(id)?.title,
    term: (dictionary, code) => terms.get(dictionary)?.get(code),
  };
}

export const namesIn = async (
  db: ReadDatabase,
  fields: readonly FieldDescription[],
  values: readonly unknown[],
): Promise<ValueTitles> => await namesFor(db, fields, await namedRecords(db, recordsIn(fields, values)));

const dictionariesOf = (fields: readonly FieldDescription[]): Set<string> =>
  new Set(
    fields.flatMap(({ dictionary, fields: inner }) => [
      ...(dictionary ? [dictionary] : []),
      ...(inner ? dictionariesOf(inner) : []),
    ]),
  );
