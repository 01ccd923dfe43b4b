import { findKind, valuesAt, type Kind } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { RecordRow } from '../database/tables.ts';
import { readInChunks } from '../database/chunks.ts';
import { namedRecords } from './names.ts';
import type { Draft } from './draft.ts';
import type { LinkTarget } from './validation.ts';

export type Lookup = Awaited<ReturnType<typeof lookUp>>;

/** Database facts that a batch needs, loaded in a few queries. */
export async function lookUp(db: ReadDatabase, drafts: readonly Draft[]) {
  const rows = await storedRows(db, drafts);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byExternal = new Map(rows.map((row) => [key(row.kind, row.external), row]));
  const codes = new Map(rows.map((row) => [key(row.kind, row.code), row.id]));
  const linked = await namedRecords(db, linkedIds(drafts));
  const planned = new Set<number | string>();

  const find = (draft: Draft) =>
    draft.id === undefined ? byExternal.get(key(draft.kind, identify(draft))) : byId.get(draft.id);
  return {
    find,
    isPlanned(draft: Draft): boolean {
      const id = find(draft)?.id;
      return (id !== undefined && planned.has(id)) || planned.has(key(draft.kind, identify(draft)));
    },
    plan(draft: Draft, row: RecordRow): void {
      if (row.id) planned.add(row.id);
      const external = identify(draft) ?? row.external;
      if (external) planned.add(key(draft.kind, external));
      if (row.code) codes.set(key(row.kind, row.code), row.id);
    },
    isTaken(kind: string, what: 'external' | 'code', value: string, id: number | undefined): boolean {
      const owner = what === 'code' ? codes.get(key(kind, value)) : byExternal.get(key(kind, value))?.id;
      return owner !== undefined && owner !== id;
    },
    linked: (id: number): LinkTarget | undefined => linked.get(id),
  };
}

const key = (kind: string, word: string | null) => `${kind}\n${word ?? ''}`;

export function externalOf(kind: Kind, fields: Record<string, unknown>): string | null {
  const value = kind.external && fields[kind.external.field];
  // The fields are not validated yet.
  const isIdentifier = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isIdentifier ? `${kind.external?.scheme}:${value}` : null;
}

function identify(draft: Draft): string | null {
  const kind = findKind(draft.kind);
  return draft.external ?? (kind ? externalOf(kind, draft.fields) : null);
}

async function storedRows(db: ReadDatabase, drafts: readonly Draft[]): Promise<RecordRow[]> {
  const select = db.selectFrom('records').selectAll();
  const given = drafts.flatMap(({ id }) => (Number.isSafeInteger(id) ? [id as number] : []));
  const rows = await readInChunks(given, (ids) => select.where('id', 'in', ids).execute());
  for (const [kind, group] of Map.groupBy(drafts, (draft) => draft.kind)) {
    const ofKind = select.where('kind', '=', kind);
    const externals = group.map(identify).filter((external) => external !== null);
    rows.push(...(await readInChunks(externals, (some) => ofKind.where('external', 'in', some).execute())));
    if (findKind(kind)?.keyedBy !== 'code') continue;
    const codes = group.map(({ fields }) => fields.code).filter((code) => typeof code === 'string');
    rows.push(...(await readInChunks(codes, (some) => ofKind.where('code', 'in', some).execute())));
  }
  return rows;
}

const linkedIds = (drafts: readonly Draft[]): number[] =>
  drafts.flatMap(({ kind, fields }) =>
    Object.keys(findKind(kind)?.links ?? {}).flatMap((field) =>
      valuesAt(fields, field).filter((id): id is number => Number.isSafeInteger(id)),
    ),
  );
