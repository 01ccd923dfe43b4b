import { PostgresDialect, PostgresIntrospector, sql, type Kysely, type TableMetadata } from 'kysely';
import type pg from 'pg';

/**
 * Tables of the current schema alone. The migrator asks for them; Kysely's own question reads those of every schema,
 * and fails when another one is dropped meanwhile.
 */
class OwnTables extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;
  constructor(db: Kysely<unknown>) {
    super(db as ConstructorParameters<typeof PostgresIntrospector>[0]);
    this.#db = db;
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select table_name as name, table_schema as schema from information_schema.tables
      where table_schema = current_schema()`.execute(this.#db);
    return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
  }
}

export function postgresDialect(pool: pg.Pool): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  dialect.createIntrospector = (db) => new OwnTables(db as Kysely<unknown>);
  return dialect;
}
