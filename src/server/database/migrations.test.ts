import { copyFileSync, existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, sql, type KyselyPlugin } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { dialect, testSettings } from '../../../tests/sample/database.ts';
import type { Settings } from '../settings.ts';
import { writeRecord } from '../catalogue/store.ts';
import { openDatabase, type ReadDatabase } from './database.ts';
import { knownMigrations, migrate } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** Schema as reported by the database, and applied migrations. */
async function schemaOf(db: ReadDatabase): Promise<string[]> {
  const made = sql<{ line: string }>`select name as line from kysely_migration`;
  const constraints =
    dialect === 'sqlite'
      ? sql<{ line: string }>`select concat_ws(' ', type, name, sql) as line from sqlite_schema`
      : sql<{ line: string }>`
          select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) as line
          from information_schema.columns where table_schema = current_schema()
          union all select indexdef from pg_indexes where schemaname = current_schema()
          union all select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
          where connamespace = current_schema()::regnamespace`;
  const rows = [...(await made.execute(db)).rows, ...(await constraints.execute(db)).rows];
  // Each PostgreSQL test has a schema of its own.
  return rows.map(({ line }) => line.replaceAll(/\btest_\w+\./g, '')).toSorted();
}

async function place(): Promise<Settings> {
  const { settings, drop } = await testSettings();
  onTestFinished(drop);
  return settings;
}

/** A database after the first migrations, with rows that later ones must keep. */
async function makeVersion(settings: Settings, steps: number): Promise<string[]> {
  const database = await openDatabase(settings, { migrations: knownMigrations.slice(0, steps) });
  await database.transaction(async (tx) => {
    await sql`update meta set value = 7 where name = 'change'`.execute(tx);
    if (steps === 1) return;
    await sql`insert into users (id, type, email, email_key, last_name, name, created_at, updated_at)
      values (1, 'doctor', 'a@example.ru', 'a@example.ru', 'Иванова', 'Анна', '2026', '2026')`.execute(tx);
    await sql`insert into subscriptions (user_id, kind, object, frequency, created_at)
      values (1, 'disease', '1', 'weekly', '2026')`.execute(tx);
    const action = sql.ref(has(steps, 'standard-names') ? 'action' : 'deed');
    await sql`insert into audit (id, at, ${action}, user_id) values (1, '2026', 'signed in', 1)`.execute(tx);
  });
  const schema = await schemaOf(database.kysely);
  await database.close();
  return schema;
}

async function newest(settings: Settings): Promise<string[]> {
  const database = await openDatabase(settings);
  const schema = await schemaOf(database.kysely);
  await database.close();
  return schema;
}

const has = (steps: number, name: string) =>
  knownMigrations.slice(0, steps).some((step) => step.endsWith(name));

test(`every earlier version migrates to the tables of a new database, with its rows (${dialect})`, async () => {
  const wanted = await newest(await place());
  for (let steps = 1; steps < knownMigrations.length; steps += 1) {
    const settings = await place();
    await makeVersion(settings, steps);
    const database = await openDatabase(settings);
    expect(await schemaOf(database.kysely)).toEqual(wanted);
    const [person, followed, action] = [
      await database.kysely.selectFrom('users').selectAll().execute(),
      await database.kysely.selectFrom('subscriptions').selectAll().execute(),
      await database.kysely.selectFrom('audit').selectAll().execute(),
    ];
    if (steps > 1) {
      expect(person).toMatchObject([{ name: 'Анна', frequency: 'weekly', password_least: 12 }]);
      // Existing subscribers get later changes only.
      expect(followed).toMatchObject([{ notified_seq: has(steps, 'digests') ? 0 : 7 }]);
      expect(action[0]?.hash === null).toBe(has(steps, 'editors'));
    }
    await database.close();
  }
}, 600_000);

test('existing records get their review day, except those with only names and codes', async () => {
  const settings = await place();
  const last = knownMigrations.indexOf('2026-12-12-review-dates');
  const before = await openDatabase(settings, { migrations: knownMigrations.toSpliced(last, 1) });
  const ids = await before.transaction(async (tx) => {
    const written: number[] = [];
    for (const fields of [{ about: 'Написано человеком.' }, {}]) {
      const orpha = 9001 + written.length;
      const draft = { title: `Болезнь ${orpha}`, title_status: 'translated', orpha, ...fields };
      const more = { state: 'published', origins: 'records', author: 'import' } as const;
      written.push((await writeRecord(tx, { kind: 'disease', fields: draft, ...more })).id);
    }
    await tx.updateTable('records').set({ review_due: null }).execute();
    return written;
  });
  await before.close();
  const database = await openDatabase(settings);
  const rows = await database.kysely
    .selectFrom('records')
    .select(['id', 'review_due'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: ids[0], review_due: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) },
    { id: ids[1], review_due: null },
  ]);
  await database.close();
});

test(`page views of the server stay, those of journals go (${dialect})`, async () => {
  const settings = await place();
  const last = knownMigrations.indexOf('2027-01-04-unread-tables');
  const before = await openDatabase(settings, { migrations: knownMigrations.slice(0, last) });
  await before.transaction(async (tx) => {
    for (const [origin, count] of [
      ['server', 2],
      ['journal', 9],
    ] as const)
      await sql`insert into page_reads (day, path, origin, via, count)
        values ('2026-11-20', '/news/', ${origin}, 'none', ${count})`.execute(tx);
  });
  await before.close();
  const database = await openDatabase(settings);
  expect(await database.kysely.selectFrom('page_reads').selectAll().execute()).toEqual([
    { day: '2026-11-20', path: '/news/', via: 'none', count: 2 },
  ]);
  await database.close();
});

/** Runs all migrations on a separate connection, with a callback before each statement. */
async function migrateWithHook(
  settings: Settings,
  onStatement: (statement: number, client: pg.PoolClient | undefined) => void,
): Promise<unknown> {
  let statements = 0;
  let client: pg.PoolClient | undefined;
  const teller: KyselyPlugin = {
    transformQuery({ node }) {
      onStatement((statements += 1), client);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const pool = settings.DATABASE_URL
    ? new pg.Pool({ connectionString: settings.DATABASE_URL, max: 1 })
    : undefined;
  pool
    ?.on('error', () => {})
    .on('connect', (connected) => {
      client = connected.on('error', () => {});
    });
  const db = new Kysely<Tables>({
    dialect: pool ? postgresDialect(pool) : sqliteDialect(fileIn(settings.DATA_DIR), 'write'),
    plugins: [teller],
  });
  try {
    await db.transaction().execute((tx) => migrate(tx as unknown as Kysely<never>, dialect));
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await db.destroy();
  }
}

const fileIn = (folder: string) => path.join(folder, 'register.sqlite');

test.runIf(dialect === 'sqlite')(
  'a power cut at any statement leaves the former version intact',
  async () => {
    const settings = await place();
    const before = await makeVersion(settings, 2);
    const copies: string[] = [];
    const folder = path.join(settings.DATA_DIR, 'cut');
    await mkdir(folder);
    const failed = await migrateWithHook(settings, (statement) => {
      const copy = path.join(folder, `${statement}.sqlite`);
      for (const end of ['', '-wal'])
        if (existsSync(fileIn(settings.DATA_DIR) + end))
          copyFileSync(fileIn(settings.DATA_DIR) + end, copy + end);
      copies.push(copy);
    });
    expect(failed).toBeUndefined();
    expect(copies.length).toBeGreaterThan(150);
    for (const copy of copies) {
      const db = new Kysely<Tables>({ dialect: sqliteDialect(copy, 'write') });
      expect(await schemaOf(db)).toEqual(before);
      await db.destroy();
    }
    expect(await newest(settings)).toEqual(await newest(await place()));
  },
);

test.runIf(dialect === 'postgres')(
  'a connection lost at a statement leaves the former version intact',
  async () => {
    const settings = await place();
    const before = await makeVersion(settings, 2);
    let all = 0;
    // Every eighth: all would take minutes.
    for (let last = 1; ; last += 8) {
      const failed = await migrateWithHook(settings, (statement, client) => {
        all = statement;
        // Cut without notice, as with the process.
        if (statement === last)
          (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
      });
      if (!failed) break;
      const database = await openDatabase(settings, { migrations: knownMigrations.slice(0, 2) });
      expect(await schemaOf(database.kysely)).toEqual(before);
      await database.close();
    }
    expect(all).toBeGreaterThan(150);
    expect(await newest(settings)).toEqual(await newest(await place()));
  },
  300_000,
);
