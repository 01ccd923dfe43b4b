import { sql } from 'kysely';
import type { Dialect, ReadDatabase } from '../database/database.ts';

/** Columns and primary key of a table. */
export interface TableShape {
  table: string;
  columns: string[];
  key: string[];
}

/** All tables, referenced ones first where possible. */
export async function shapeOf(db: ReadDatabase, dialect: Dialect): Promise<TableShape[]> {
  const { columns, parents } = dialect === 'sqlite' ? await sqliteShape(db) : await postgresShape(db);
  const tables = [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => ({
    table,
    // The order of added columns differs: sorted by name.
    columns: own.map(({ column }) => column).toSorted(),
    key: own
      .filter(({ place }) => Number(place) > 0)
      .toSorted((one, other) => Number(one.place) - Number(other.place))
      .map(({ column }) => column),
  }));
  const keyless = tables.find(({ key }) => key.length === 0);
  if (keyless) throw new Error(`The table ${keyless.table} has no primary key`);
  return inOrder(tables, parents);
}

interface Column {
  table: string;
  column: string;
  /** 1-based position in the primary key; 0 outside. */
  place: number | string;
}
interface Parent {
  child: string;
  parent: string;
}
interface Shape {
  columns: Column[];
  parents: Parent[];
}

async function sqliteShape(db: ReadDatabase): Promise<Shape> {
  const columns = await sql<Column>`
    select tables.name as "table", info.name as "column", info.pk as place
    from sqlite_schema as tables join pragma_table_info(tables.name) as info
    where tables.type = 'table' and tables.name not like 'kysely_%' and tables.name not like 'sqlite_%'
    order by tables.name, info.cid`.execute(db);
  const parents = await sql<Parent>`
    select tables.name as child, list."table" as parent
    from sqlite_schema as tables join pragma_foreign_key_list(tables.name) as list
    where tables.type = 'table'`.execute(db);
  return { columns: columns.rows, parents: parents.rows };
}

async function postgresShape(db: ReadDatabase): Promise<Shape> {
  const columns = await sql<Column>`
    select held.table_name as "table", held.column_name as "column", coalesce(used.ordinal_position, 0) as place
    from information_schema.columns as held
    left join information_schema.table_constraints as keys
      on keys.table_schema = held.table_schema and keys.table_name = held.table_name
      and keys.constraint_type = 'PRIMARY KEY'
    left join information_schema.key_column_usage as used
      on used.constraint_schema = keys.constraint_schema and used.constraint_name = keys.constraint_name
      and used.table_name = held.table_name and used.column_name = held.column_name
    where held.table_schema = current_schema() and held.table_name not like 'kysely_%'
    order by held.table_name, held.ordinal_position`.execute(db);
  const parents = await sql<Parent>`
    select child.relname as child, parent.relname as parent from pg_constraint as link
    join pg_class as child on child.oid = link.conrelid
    join pg_class as parent on parent.oid = link.confrelid
    join pg_namespace as space on space.oid = link.connamespace
    where link.contype = 'f' and space.nspname = current_schema()`.execute(db);
  return { columns: columns.rows, parents: parents.rows };
}

function inOrder(tables: TableShape[], parents: Parent[]): TableShape[] {
  const ordered: TableShape[] = [];
  const left = new Map(tables.toSorted(byName).map((shape) => [shape.table, shape]));
  while (left.size > 0) {
    const free = [...left.values()].filter(({ table }) =>
      parents.every(({ child, parent }) => child !== table || parent === table || !left.has(parent)),
    );
    // Circular references are checked at the end.
    for (const shape of free.length > 0 ? free : [...left.values()]) {
      left.delete(shape.table);
      ordered.push(shape);
    }
  }
  return ordered;
}

const byName = (one: TableShape, other: TableShape) => (one.table < other.table ? -1 : 1);
