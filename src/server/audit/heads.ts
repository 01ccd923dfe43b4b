import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';

/** Number and hash (or its start) of a row; kept elsewhere, it reveals a rewritten log. */
export interface Head {
  row: number;
  hash: string;
  /** Origin and time, after «записана». */
  from: string;
}

const headLifetimeMs = 400 * 86_400_000;
/** Hash characters in file names. */
const inNames = 24;

/** The current head; undefined for an empty log. */
export async function headOf(db: ReadDatabase): Promise<Omit<Head, 'from'> | undefined> {
  // Backups include databases of older releases with fewer columns.
  const last = await db
    .selectFrom('audit')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { row: last.id, hash: last.hash ?? '' } : undefined;
}

/** For copying by people. */
export const headText = ({ row, hash }: Omit<Head, 'from'>) => `${row}:${hash}`;

/** In the name of a backup. */
export const headName = ({ row, hash }: Omit<Head, 'from'>) => `${row}-${hash.slice(0, inNames)}`;

/** Parses a kept head; undefined when invalid. */
export function parseHead(text: string, from: string): Head | undefined {
  const [, row, hash] = /^\s*(\d{1,12})\s*[:-]\s*([0-9a-f]{16,64})\s*$/i.exec(text) ?? [];
  return row && hash ? { row: Number(row), hash: hash.toLowerCase(), from } : undefined;
}

/** Heads typed by an administrator. */
export function givenHeads(text: string | undefined): Head[] {
  const head = text ? parseHead(text, 'вами') : undefined;
  return head ? [head] : [];
}

/** Stores and returns the current head, once. */
export async function keepHead({ database, now }: Pick<Context, 'database' | 'now'>) {
  const head = await headOf(database.kysely);
  if (!head) return undefined;
  const at = now();
  await database.transaction(async (tx) => {
    await tx
      .insertInto('audit_heads')
      .values({ row_id: head.row, hash: head.hash, at: at.toISOString() })
      .onConflict((conflict) => conflict.column('row_id').doNothing())
      .execute();
    await tx
      .deleteFrom('audit_heads')
      .where('at', '<', new Date(at.getTime() - headLifetimeMs).toISOString())
      .execute();
  });
  return head;
}

/** All heads kept in the database and in names of backups. */
export async function keptHeads({
  database,
  settings,
}: Pick<Context, 'database' | 'settings'>): Promise<Head[]> {
  const rows = await database.kysely.selectFrom('audit_heads').selectAll().execute();
  const names = await readdir(path.join(settings.DATA_DIR, 'backups')).catch(() => []);
  return [
    ...rows.map(({ row_id: row, hash, at }) => ({ row, hash, from: `${at.slice(0, 16)}Z` })),
    ...names.flatMap((name) => {
      const [, head = ''] = /\.(\d+-[0-9a-f]+)\.backup$/.exec(name) ?? [];
      return parseHead(head, `в имени копии ${name}`) ?? [];
    }),
  ];
}
