import { createHash } from 'node:crypto';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { OperatorError } from '#domain/operator-error.ts';
import type { Database, ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { Dialect } from '../database/tables.ts';

export interface TableShape {
  table: string;
  columns: string[];
  key: string[];
}

type Row = Record<string, string | number | null>;
const anyTables = (db: ReadDatabase) => db as unknown as Kysely<Record<string, Row>>;

/** Copies all rows into an empty database with the same tables, and compares them. */
export async function copyRows(db: ReadDatabase, dialect: Dialect, target: Database): Promise<void> {
  await target.transaction((tx) =>
    withLateLinks(tx, target.dialect, async () => {
      for (const shape of await shapeOf(db, dialect)) {
        const { table } = shape;
        // Migrations fill it.
        if (table === 'meta') await anyTables(tx).deleteFrom(table).execute();
        if ((await tallyOf(rowsOf(tx, shape))).rows > 0)
          throw new OperatorError(
            'База данных DATABASE_URL не пуста: копия восстанавливается только на пустое место.',
          );
        const was = await tallyOf(inserted(tx, shape, rowsOf(db, shape)));
        const is = await tallyOf(rowsOf(tx, shape));
        if (was.rows !== is.rows || was.sha256 !== is.sha256)
          throw new OperatorError(
            `Таблица ${table} не совпала: строк ${is.rows} вместо ${was.rows}. Ничего не записано.`,
          );
      }
    }),
  );
}

/** Rows of a table in portions, by primary key. */
export async function* rowsOf(db: ReadDatabase, { table, columns, key }: TableShape): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  for (;;) {
    let query = anyTables(db).selectFrom(table).select(columns).limit(250);
    for (const column of key) query = query.orderBy(column);
    if (last) {
      const names = sql.join(key.map((column) => sql.ref(column)));
      const values = sql.join(key.map((column) => last?.[column]));
      query = query.where(sql<boolean>`(${names}) > (${values})`);
    }
    const rows = await query.execute();
    if (rows.length === 0) return;
    yield rows;
    last = rows.at(-1);
  }
}

async function* inserted(
  tx: WriteTransaction,
  { table }: TableShape,
  portions: AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const rows of portions) {
    await anyTables(tx).insertInto(table).values(rows).execute();
    yield rows;
  }
}

/** Row count and checksum of a table: equal for databases with equal rows. */
export interface Tally {
  rows: number;
  sha256: string;
}

export async function tallyOf(portions: AsyncIterable<Row[]>): Promise<Tally> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const rows of portions) {
    for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
    count += rows.length;
  }
  return { rows: count, sha256: hash.digest('hex') };
}

interface Column {
  table: string;
  column: string;
  /** 1-based position in the primary key; 0 outside. */
  place: number | string;
}

export async function shapeOf(db: ReadDatabase, dialect: Dialect): Promise<TableShape[]> {
  const { rows } = await (dialect === 'sqlite' ? sqliteColumns : postgresColumns).execute(db);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([table, own]) => ({
    table,
    // The order of added columns differs: sorted by name.
    columns: own.map(({ column }) => column).toSorted(),
    key: own
      .filter(({ place }) => Number(place) > 0)
      .toSorted((one, other) => Number(one.place) - Number(other.place))
      .map(({ column }) => column),
  }));
}

const sqliteColumns = sql<Column>`
  select tables.name as "table", info.name as "column", info.pk as place
  from sqlite_schema as tables join pragma_table_info(tables.name) as info
  where tables.type = 'table' and tables.name not like 'kysely_%' and tables.name not like 'sqlite_%'
  order by tables.name`;

const postgresColumns = sql<Column>`
  select held.table_name as "table", held.column_name as "column", coalesce(used.ordinal_position, 0) as place
  from information_schema.columns as held
  left join information_schema.table_constraints as keys
    on keys.table_schema = held.table_schema and keys.table_name = held.table_name
    and keys.constraint_type = 'PRIMARY KEY'
  left join information_schema.key_column_usage as used
    on used.constraint_schema = keys.constraint_schema and used.constraint_name = keys.constraint_name
    and used.table_name = held.table_name and used.column_name = held.column_name
  where held.table_schema = current_schema() and held.table_name not like 'kysely_%'
  order by held.table_name`;

/** Checks foreign keys at the end of the transaction only: tables refer to each other. */
async function withLateLinks(
  tx: WriteTransaction,
  dialect: Dialect,
  action: () => Promise<void>,
): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(tx);
    return await action();
  }
  const { rows } = await sql<{ table: string; name: string }>`
    select child.relname as "table", link.conname as name from pg_constraint as link
    join pg_class as child on child.oid = link.conrelid
    join pg_namespace as space on space.oid = link.connamespace
    where link.contype = 'f' and space.nspname = current_schema()`.execute(tx);
  const alter = async (rule: RawBuilder<unknown>) => {
    for (const { table, name } of rows)
      await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} ${rule}`.execute(tx);
  };
  await alter(sql`deferrable initially deferred`);
  await action();
  await sql`set constraints all immediate`.execute(tx);
  await alter(sql`not deferrable`);
}
