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
    const { rows } = await sql<{
      schema: string;
      table: string;
      name: string;
      dataType: string;
      isNullable: boolean;
      hasDefaultValue: boolean;
    }>`
      select table_schema as schema, table_name as table, column_name as name, udt_name as "dataType", is_nullable = 'YES' as "isNullable",
        column_default is not null as "hasDefaultValue"
      from information_schema.columns where table_schema = current_schema()
      order by table_name, ordinal_position`.execute(this.#db);
    const tables = Map.groupBy(rows, ({ table }) => table);
    return [...tables].map(([name, found]) => ({
      name,
      ...(found[0] && { schema: found[0].schema }),
      isView: false,
      isForeign: false,
      columns: found.map(({ schema: _, table: __, ...column }) => ({ ...column, isAutoIncrementing: false })),
    }));
  }
}

export function postgresDialect(pool: pg.Pool): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  dialect.createIntrospector = (db) => new OwnTables(db as Kysely<unknown>);
  return dialect;
}
