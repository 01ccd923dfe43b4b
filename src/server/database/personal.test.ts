import { expect, test } from 'vitest';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';
import { personal } from './personal.ts';

/** Columns that are in the database and say nothing of personal data, or say so and are not there. */
async function unannotated(database: Database & { settings: Settings }): Promise<string[]> {
  const tables = (await database.kysely.introspection.getTables()).filter(
    ({ name }) => !name.startsWith('kysely_'),
  );
  const found = tables
    // PostgreSQL shows the tables of every schema.
    .filter(({ schema }) => dialect === 'sqlite' || schema === schemaOf(database.settings.DATABASE_URL))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
  const annotated = Object.entries(personal).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  );
  expect(found.length).toBeGreaterThan(100);
  const all = new Set([...found, ...annotated]);
  return [...all].filter((column) => !found.includes(column) || !annotated.includes(column)).toSorted();
}

test(`A-7 every column of the database says whether it holds personal data, and a new one must (${dialect})`, async () => {
  const database = await openTestDatabase();
  expect(await unannotated(database)).toEqual([]);
  await database.transaction((tx) => tx.schema.alterTable('users').addColumn('nickname', 'text').execute());
  await database.transaction((tx) => tx.schema.createTable('diaries').addColumn('text', 'text').execute());
  expect(await unannotated(database)).toEqual(['diaries.text', 'users.nickname']);
});

const schemaOf = (url = '') => /search_path=(\w+)/.exec(decodeURIComponent(new URL(url).search))?.[1];
