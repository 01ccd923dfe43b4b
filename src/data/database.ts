import { rmSync } from 'node:fs';
import type { DatabaseSync, StatementSync } from 'node:sqlite';

type Value = string | number;

/** Prepared SQL statements of a replica. */
export interface Statements {
  rows<Row>(sql: string, ...values: Value[]): Row[];
  row<Row>(sql: string, ...values: Value[]): Row | undefined;
}

export function statementsOf(database: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = database.prepare(sql)));
    return statement;
  };
  return {
    rows: <Row>(sql: string, ...values: Value[]) => prepare(sql).all(...values) as Row[],
    row: <Row>(sql: string, ...values: Value[]) => prepare(sql).get(...values) as Row | undefined,
  };
}

export const parsed = <Kept>(found: { json: string } | undefined) =>
  found ? (JSON.parse(found.json) as Kept) : undefined;

/** All or nothing; joins a running transaction. */
export function transact(database: DatabaseSync, work: () => void): void {
  if (database.isTransaction) return work();
  database.exec('begin immediate');
  try {
    work();
    database.exec('commit');
  } catch (error) {
    // On a full disk SQLite has already rolled back; a second error would hide the reason.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** Removes a database with its journal. */
export function removeDatabase(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
}
