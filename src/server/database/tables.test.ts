import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import type { Database } from './database.ts';
import { tables } from './tables.ts';
import type { Column } from './tables/column.ts';

interface Found {
  table: string;
  column: string;
  type: string;
  nullable: number;
  filled: number;
}

/** Columns from the database: `users.id integer`. */
async function columnsIn({ kysely }: Database): Promise<Map<string, { type: string; isFilled: boolean }>> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<Found>`
          select tables.name as "table", info.name as "column", lower(info.type) as type,
            info."notnull" = 0 and info.pk = 0 as nullable, info.dflt_value is not null as filled
          from sqlite_schema as tables join pragma_table_info(tables.name) as info
          where tables.type = 'table' and tables.name not like 'kysely_%' and tables.name not like 'sqlite_%'`
      : sql<Found>`
          select table_name as "table", column_name as "column", data_type as type,
            (is_nullable = 'YES')::int as nullable, (column_default is not null)::int as filled
          from information_schema.columns
          where table_schema = current_schema() and table_name not like 'kysely_%'`
  ).execute(kysely);
  return new Map(
    rows.map(({ table, column, type, nullable, filled }) => [
      `${table}.${column}`,
      { type: nullable ? `${type} or null` : type, isFilled: filled === 1 },
    ]),
  );
}

/** Differences between declared and actual tables. */
async function differences(database: Database): Promise<string[]> {
  const declared = new Map<string, Column>(
    Object.entries(tables).flatMap(([table, columns]) =>
      Object.entries<Column>(columns).map(([name, column]) => [`${table}.${name}`, column] as const),
    ),
  );
  const found = await columnsIn(database);
  expect(found.size).toBeGreaterThan(100);
  return [...new Set([...declared.keys(), ...found.keys()])].toSorted().flatMap((name) => {
    const [here, there] = [declared.get(name), found.get(name)];
    if (!here) return `${name} is not declared`;
    if (!there) return `${name} is not made`;
    const type = here.isNullable ? `${here.type} or null` : here.type;
    if (type !== there.type) return `${name}: declared ${type}, made ${there.type}`;
    return here.isGenerated && !there.isFilled ? `${name} is not filled in` : [];
  });
}

test(`A-7 every column matches its declaration with a privacy class; undeclared ones are found (${dialect})`, async () => {
  const database = await openTestDatabase();
  expect(await differences(database)).toEqual([]);
  await database.transaction(async (tx) => {
    await tx.schema.alterTable('users').addColumn('nickname', 'text').execute();
    await tx.schema.createTable('diaries').addColumn('text', 'text').execute();
    await tx.schema.alterTable('views').dropColumn('query').execute();
    await tx.schema.alterTable('views').addColumn('query', 'integer').execute();
    await tx.schema.alterTable('menus').dropColumn('items').execute();
  });
  expect(await differences(database)).toEqual([
    'diaries.text is not declared',
    'menus.items is not made',
    'users.nickname is not declared',
    'views.query: declared text, made integer or null',
  ]);
});
