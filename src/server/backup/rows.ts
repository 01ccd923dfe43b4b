import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { TableShape } from './shape.ts';

export type ColumnValue = string | number | null;
export type BackupRow = ColumnValue[];

type AnyTables = Kysely<Record<string, Record<string, ColumnValue>>>;
const anyTables = (db: ReadDatabase) => db as unknown as AnyTables;

/** Rows of a table in portions, by primary key. */
export async function* rowsOf(
  db: ReadDatabase,
  { table, columns, key }: TableShape,
): AsyncGenerator<BackupRow[]> {
  let last: ColumnValue[] | undefined;
  for (;;) {
    let query = anyTables(db).selectFrom(table).select(columns).limit(500);
    for (const column of key) query = query.orderBy(column);
    if (last) {
      const names = sql.join(key.map((column) => sql.ref(column)));
      query = query.where(sql<boolean>`(${names}) > (${sql.join(last)})`);
    }
    const rows = await query.execute();
    if (rows.length === 0) return;
    yield rows.map((row) => columns.map((column) => valueOf(row[column])));
    const end = rows.at(-1) ?? {};
    last = key.map((column) => valueOf(end[column]));
  }
}

function valueOf(value: unknown): ColumnValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new Error(`A column holds a ${typeof value}`);
}

/** Inserts rows in batches limited by the database's parameters. */
export async function insertRows(
  tx: WriteTransaction,
  { table, columns }: Pick<TableShape, 'table' | 'columns'>,
  rows: readonly BackupRow[],
): Promise<void> {
  const batchSize = Math.max(1, Math.floor(10_000 / columns.length));
  for (let start = 0; start < rows.length; start += batchSize) {
    const values = rows
      .slice(start, start + batchSize)
      .map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null])));
    await (tx as unknown as AnyTables).insertInto(table).values(values).execute();
  }
}

export const emptyTable = (tx: WriteTransaction, table: string) =>
  (tx as unknown as AnyTables).deleteFrom(table).execute();

export async function countRows(
  db: ReadDatabase,
  shapes: readonly TableShape[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table } of shapes) {
    const { rows } = await anyTables(db)
      .selectFrom(table)
      .select((eb) => eb.fn.countAll().as('rows'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(rows);
  }
  return counts;
}

/** Row count and checksum of a table: equal for databases with equal rows. */
export interface Tally {
  rows: number;
  sha256: string;
}

export class Tallying {
  #rows = 0;
  readonly #hash = createHash('sha256');

  add(rows: readonly BackupRow[]): void {
    for (const row of rows) this.#hash.update(`${JSON.stringify(row)}\n`);
    this.#rows += rows.length;
  }

  end(): Tally {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') };
  }
}

export async function tallyOf(db: ReadDatabase, shape: TableShape): Promise<Tally> {
  const tallying = new Tallying();
  for await (const rows of rowsOf(db, shape)) tallying.add(rows);
  return tallying.end();
}
