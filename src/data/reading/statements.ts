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
