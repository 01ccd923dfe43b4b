import { PostgresDialect, PostgresIntrospector, sql, type Kysely, type TableMetadata } from 'kysely';
import type pg from 'pg';

/**
 * Limits introspection to the current schema. Kysely's own query reads all schemas and fails when one is
 * dropped meanwhile.
 */
class OwnTables extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;
  constructor(db: Kysely<unknown>) {
    super(db as ConstructorParameters<typeof PostgresIntrospector>[0]);
    this.#db = db;
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<Column>`
      select table_schema as schema, table_name as table, column_name as name, udt_name as type,
        is_nullable = 'YES' as nullable, column_default is not null as filled
      from information_schema.columns where table_schema = current_schema()
      order by table_name, ordinal_position`.execute(this.#db);
    const tables = Map.groupBy(rows, ({ table }) => table);
    return [...tables].map(([name, columns]) => ({
      name,
      ...(columns[0] && { schema: columns[0].schema }),
      isView: false,
      isForeign: false,
      columns: columns.map((column) => ({
        name: column.name,
        dataType: column.type,
        isNullable: column.nullable,
        hasDefaultValue: column.filled,
        isAutoIncrementing: false,
      })),
    }));
  }
}

interface Column {
  schema: string;
  table: string;
  name: string;
  type: string;
  nullable: boolean;
  filled: boolean;
}

export function postgresDialect(pool: pg.Pool): PostgresDialect {
  const dialect = new PostgresDialect({ pool });
  dialect.createIntrospector = (db) => new OwnTables(db as Kysely<unknown>);
  return dialect;
}
