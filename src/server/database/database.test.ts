import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { OperatorError } from '#domain/operator-error.ts';
import { dialect, openTestDatabase, testSettings } from '../../../tests/sample/database.ts';
import { openDatabase, type Database } from './database.ts';

const bump = (database: Database, by = 1) =>
  database.transaction(async (tx) => {
    const { value } = await tx
      .selectFrom('meta')
      .select('value')
      .where('name', '=', 'record')
      .executeTakeFirstOrThrow();
    // Another's turn, if the queue did not hold.
    await new Promise((done) => setTimeout(done, 1));
    await tx
      .updateTable('meta')
      .set({ value: value + by })
      .where('name', '=', 'record')
      .execute();
  });
const counter = async (database: Database) =>
  (await database.kysely.selectFrom('meta').select('value').where('name', '=', 'record').executeTakeFirst())
    ?.value;

test(`transactions of one process are serialised and lose no update (${dialect})`, async () => {
  const database = await openTestDatabase();
  await Promise.all(Array.from({ length: 20 }, () => bump(database)));
  expect(await counter(database)).toBe(20);
});

test(`a transaction that throws leaves nothing behind (${dialect})`, async () => {
  const database = await openTestDatabase();
  await expect(
    database.transaction(async (tx) => {
      await tx.updateTable('meta').set({ value: 99 }).where('name', '=', 'record').execute();
      throw new Error('on purpose');
    }),
  ).rejects.toThrow('on purpose');
  expect(await counter(database)).toBe(0);
  await bump(database);
  expect(await counter(database)).toBe(1);
});

test(`reading goes on while a transaction is being written (${dialect})`, async () => {
  const database = await openTestDatabase();
  await database.transaction(async (tx) => {
    await tx.updateTable('meta').set({ value: 5 }).where('name', '=', 'record').execute();
    expect(await counter(database)).toBe(0);
  });
  expect(await counter(database)).toBe(5);
});

test(`two processes may open a new database at once, and their writers queue (${dialect})`, async () => {
  const { settings, drop } = await testSettings();
  const program = `
    import { openDatabase } from ${JSON.stringify(path.resolve('src/server/database/database.ts'))};
    const database = await openDatabase(${JSON.stringify(settings)});
    for (let round = 0; round < 25; round += 1)
      await database.transaction(async (tx) => {
        const { value } = await tx.selectFrom('meta').select('value').where('name', '=', 'record').executeTakeFirstOrThrow();
        await new Promise((done) => setTimeout(done, 1));
        await tx.updateTable('meta').set({ value: value + 1 }).where('name', '=', 'record').execute();
      });
    await database.close();`;
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as number));
  expect(codes).toEqual([0, 0, 0]);
  const database = await openDatabase(settings);
  expect(await counter(database)).toBe(75);
  await database.close();
  await drop();
});

test(`foreign keys are enforced by the database (${dialect})`, async () => {
  const database = await openTestDatabase();
  await expect(
    database.transaction((tx) =>
      tx.insertInto('links').values({ from_id: 1, field: 'diseases', to_id: 2 }).execute(),
    ),
  ).rejects.toThrow(/foreign key/i);
});

test(`a database of a newer version is left alone (${dialect})`, async () => {
  const { settings, drop } = await testSettings();
  const database = await openDatabase(settings);
  await database.transaction((tx) =>
    sql`insert into kysely_migration (name, timestamp) values ('9999-later', '9999')`.execute(tx),
  );
  await database.close();
  await expect(openDatabase(settings)).rejects.toThrow(/более новой версией портала/);
  await drop();
});

test('SQLite syncs every commit and reads through a read-only connection', async () => {
  const { settings, drop } = await testSettings();
  const database = await openDatabase({ DATA_DIR: settings.DATA_DIR, DATABASE_URL: undefined });
  const pragma = async (db: Database['kysely'], name: string) => {
    const { rows } = await db.executeQuery<Record<string, unknown>>({
      sql: `pragma ${name}`,
      parameters: [],
      query: { kind: 'RawNode' },
      queryId: { queryId: name },
    } as never);
    return Object.values(rows[0] ?? {})[0];
  };
  await database.transaction(async (tx) => {
    expect(await pragma(tx, 'journal_mode')).toBe('wal');
    expect(await pragma(tx, 'synchronous')).toBe(2);
    expect(await pragma(tx, 'foreign_keys')).toBe(1);
  });
  await expect(database.kysely.insertInto('meta').values({ name: 'x', value: 1 }).execute()).rejects.toThrow(
    /readonly/,
  );
  await database.close();
  await drop();
});

test('an unusable folder, file or server is named in one sentence', async () => {
  const { settings, drop } = await testSettings();
  const file = path.join(settings.DATA_DIR, 'file');
  await writeFile(file, 'это не база данных, а текст подлиннее заголовка базы SQLite'.repeat(50));
  await expect(openDatabase({ DATA_DIR: file, DATABASE_URL: undefined })).rejects.toThrow(OperatorError);
  const broken = path.join(settings.DATA_DIR, 'register.sqlite');
  await writeFile(broken, 'это не база данных, а текст подлиннее заголовка базы SQLite'.repeat(50));
  await expect(openDatabase({ DATA_DIR: settings.DATA_DIR, DATABASE_URL: undefined })).rejects.toThrow(
    /Файл базы повреждён/,
  );
  await expect(
    openDatabase({ DATA_DIR: settings.DATA_DIR, DATABASE_URL: 'postgres://u:secret@127.0.0.1:9/x' }),
  ).rejects.toThrow(/^База данных DATABASE_URL недоступна: 127\.0\.0\.1:9 не отвечает \(ECONNREFUSED\)\.$/);
  await drop();
});
