import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';

/** A row of the chain and its hash, or the beginning of it: written down elsewhere, it shows later what was made again. */
export interface Head {
  row: number;
  hash: string;
  /** Where and when it was written down, after «записана». */
  from: string;
}

const headLifetimeMs = 400 * 86_400_000;
/** So much of the hash stands in names of files. */
const inNames = 24;

/** The present head; nothing while the audit is empty. */
export async function headOf(db: ReadDatabase): Promise<Omit<Head, 'from'> | undefined> {
  // Copies are made of databases of older releases, too, whose rows have fewer columns.
  const last = await db
    .selectFrom('audit')
    .select(['id', 'hash'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { row: last.id, hash: last.hash ?? '' } : undefined;
}

/** As people copy it. */
export const headText = ({ row, hash }: Omit<Head, 'from'>) => `${row}:${hash}`;

/** As it stands in the name of a copy. */
export const headName = ({ row, hash }: Omit<Head, 'from'>) => `${row}-${hash.slice(0, inNames)}`;

/** A head that somebody has kept; anything else: nothing. */
export function parseHead(text: string, from: string): Head | undefined {
  const [, row, hash] = /^\s*(\d{1,12})\s*[:-]\s*([0-9a-f]{16,64})\s*$/i.exec(text) ?? [];
  return row && hash ? { row: Number(row), hash: hash.toLowerCase(), from } : undefined;
}

/** What an administrator typed. */
export function givenHeads(text: string | undefined): Head[] {
  const head = text ? parseHead(text, 'вами') : undefined;
  return head ? [head] : [];
}

/** Keeps the present head in a table of its own, and gives it; one that is kept already is not kept twice. */
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

/** Every head that this portal has kept: hour by hour in the database, and in the names of its copies. */
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
