import { expect, test } from 'vitest';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import { personal } from './personal.ts';

test(`A-7 every column of the database says whether it holds personal data (${dialect})`, async () => {
  const database = await openTestDatabase();
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
  expect(found.toSorted()).toEqual(annotated.toSorted());
});

const schemaOf = (url = '') => /search_path=(\w+)/.exec(decodeURIComponent(new URL(url).search))?.[1];
