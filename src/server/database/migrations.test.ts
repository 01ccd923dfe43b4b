import { copyFileSync, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Kysely, sql, type KyselyPlugin } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { dialect, testSettings } from '../../../tests/sample/database.ts';
import type { Settings } from '../settings.ts';
import { openDatabase, type Database, type ReadDatabase } from './database.ts';
import { migrate } from './migrations.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import { tables, type Tables } from './tables.ts';

/** Columns, indexes, constraints and applied migrations, however their statements were written. */
async function schemaOf(db: ReadDatabase): Promise<string[]> {
  const parts = [
    sql<Line>`select name as line from kysely_migration`,
    dialect === 'sqlite'
      ? sql<Line>`
          with tables as (select name, sql from sqlite_schema where type = 'table')
          select concat_ws(' ', tables.name, cid, info.name, type, "notnull", dflt_value, pk) as line
          from tables join pragma_table_info(tables.name) as info
          union all select concat_ws(' ', tables.name, list.name, "unique", origin, partial, seqno, info.name, coll)
          from tables join pragma_index_list(tables.name) as list join pragma_index_xinfo(list.name) as info
          union all select concat_ws(' ', tables.name, seq, "table", "from", "to", on_update, on_delete)
          from tables join pragma_foreign_key_list(tables.name)
          union all select concat_ws(' ', name, substr(sql, instr(sql, ' where ')))
          from sqlite_schema where type = 'index' and sql like '% where %'
          union all select concat_ws(' ', name, substr(sql, place, instr(substr(sql, place), '))')))
          from (select name, sql, instr(sql, 'check (') as place from tables) where place > 0`
      : sql<Line>`
          select concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) as line
          from information_schema.columns where table_schema = current_schema()
          union all select indexdef from pg_indexes where schemaname = current_schema()
          union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
          where connamespace = current_schema()::regnamespace`,
  ];
  const lines: string[] = [];
  for (const part of parts) lines.push(...(await part.execute(db)).rows.map(({ line }) => line));
  // Each PostgreSQL test has a schema of its own.
  return lines.map((line) => line.replaceAll(/\btest_\w+\./g, '')).toSorted();
}

interface Line {
  line: string;
}

async function place(): Promise<Settings> {
  const { settings, drop } = await testSettings();
  onTestFinished(drop);
  return settings;
}

/** Names of migrations before the baseline: of an early commit, of version 1.0.0, and of a commit after it. */
const early = ['2026-11-21-catalogue', '2026-12-31-standard-names'];
const first = [...early, '2027-01-03-used-codes'];
const later = [...first, '2027-01-04-unread-tables'];

/** A database with rows, as if made by the migrations of these former names. */
async function makeFormer(
  settings: Settings,
  names: readonly string[],
  migrations = ['0001-baseline'],
): Promise<string[]> {
  const database = await openDatabase(settings, { migrations });
  await database.transaction(async (tx) => {
    await sql`insert into users (id, type, email, email_key, last_name, name, created_at, updated_at)
      values (1, 'doctor', 'a@example.ru', 'a@example.ru', 'Иванова', 'Анна', '2026', '2026')`.execute(tx);
    await sql`delete from kysely_migration`.execute(tx);
    for (const name of names)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026')`.execute(tx);
  });
  const schema = await schemaOf(database.kysely);
  await database.close();
  return schema;
}

/** The schema after all migrations. */
async function newest(settings: Settings): Promise<string[]> {
  const database = await openDatabase(settings);
  const schema = await schemaOf(database.kysely);
  await database.close();
  return schema;
}

test.each([
  ['version 1.0.0', first, ['0001-baseline']],
  ['a commit after it', later, ['0001-baseline', '0002-unread-tables']],
])(`a database of %s is taken over with its rows (${dialect})`, async (_, names, migrations) => {
  const settings = await place();
  await makeFormer(settings, names, migrations);
  expect(await newest(settings)).toEqual(await newest(await place()));
  const database = await openDatabase(settings);
  expect(await database.kysely.selectFrom('users').select('name').execute()).toEqual([{ name: 'Анна' }]);
  await database.close();
});

test.runIf(dialect === 'sqlite')(
  'the tables that version 1.0.0 has made become those of a new database, with their rows',
  async () => {
    const settings = await place();
    const packed = await readFile(
      new URL('../../../tests/sample/upgrades/v1.0.0.sqlite.gz', import.meta.url),
    );
    await writeFile(fileIn(settings.DATA_DIR), gunzipSync(packed));
    const former = await openDatabase(settings, { migrations: 'none' });
    const before = await countRows(former);
    expect(before).toMatchObject({ users: 4 });
    await former.close();
    expect(Object.keys(before).length).toBeGreaterThan(50);
    expect(await newest(settings)).toEqual(await newest(await place()));
    const database = await openDatabase(settings);
    expect(await countRows(database)).toMatchObject(before);
    await database.close();
  },
);

/** Rows of the tables that the application reads and the database has. */
async function countRows({ kysely }: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const existing = (await kysely.introspection.getTables()).map(({ name }) => name);
  for (const table of Object.keys(tables).filter((name) => existing.includes(name)))
    counts[table] = (
      await kysely
        .selectFrom(table as 'users')
        .selectAll()
        .execute()
    ).length;
  return counts;
}

test(`a database before version 1.0.0 is refused and unchanged (${dialect})`, async () => {
  const settings = await place();
  const before = await makeFormer(settings, early);
  await expect(openDatabase(settings)).rejects.toThrow('старше версии 1.0.0: сначала поставьте v1.0.0');
  const database = await openDatabase(settings, { migrations: 'none' });
  expect(await schemaOf(database.kysely)).toEqual(before);
  await database.close();
});

test(`page views of the server stay, those of journals go (${dialect})`, async () => {
  const settings = await place();
  const before = await openDatabase(settings, { migrations: ['0001-baseline'] });
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

test(`followed and collected cases become saved cases (${dialect})`, async () => {
  const settings = await place();
  const before = await openDatabase(settings, { migrations: ['0001-baseline'] });
  await before.transaction(async (tx) => {
    for (const id of [1, 2])
      await sql`insert into users (id, type, email, email_key, last_name, name, created_at, updated_at)
        values (${id}, 'doctor', ${id}, ${id}, 'Иванова', 'Анна', '2026', '2026')`.execute(tx);
    for (const [id, user, title] of [
      [11, 1, 'Для лекции'],
      [12, 1, 'Дозы'],
      [13, 1, 'Разное'],
      [14, 2, 'Чужая'],
    ] as const)
      await sql`insert into case_collections (id, user_id, title, created_at)
        values (${id}, ${user}, ${title}, '2026')`.execute(tx);
    for (const [collection, id, user, note, at] of [
      [11, 21, 1, 'Показать снимок.', '2026-01'],
      [12, 21, 1, '', '2026-02'],
      [13, 21, 1, 'Похож на моего.', '2026-03'],
      [12, 22, 1, '', '2026-04'],
      [14, 21, 2, 'Заметка другого.', '2026-05'],
    ] as const)
      await sql`insert into case_collected (collection_id, case_id, user_id, note, created_at)
        values (${collection}, ${id}, ${user}, ${note}, ${at})`.execute(tx);
    for (const id of [22, 23])
      await sql`insert into cases (id, user_id, demo, state, version, published, edition, round, title, data, reason,
        question_outcome, created_at, updated_at)
        values (${id}, 2, 0, 'published', 1, 1, 1, 1, 'Случай', '{}', '', '', '2026', '2026')`.execute(tx);
    for (const id of [22, 23])
      await sql`insert into case_followers (case_id, user_id, created_at) values (${id}, 1, '2026-06')`.execute(
        tx,
      );
  });
  await before.close();
  const database = await openDatabase(settings);
  const saved = await database.kysely
    .selectFrom('saved_cases')
    .select(['user_id', 'case_id', 'folder', 'note', 'following', 'created_at'])
    .orderBy('user_id')
    .orderBy('case_id')
    .execute();
  const note = 'Показать снимок.\nТакже в подборке «Дозы».\nТакже в подборке «Разное»: Похож на моего.';
  expect(saved.map((row) => Object.values(row))).toEqual([
    [1, 21, 'Для лекции', note, 0, '2026-01'],
    [1, 22, 'Дозы', '', 1, '2026-04'],
    [1, 23, '', '', 1, '2026-06'],
    [2, 21, 'Чужая', 'Заметка другого.', 0, '2026-05'],
  ]);
  await database.close();
});

test(`choices of letters are carried over from their former tables (${dialect})`, async () => {
  const settings = await place();
  const before = await openDatabase(settings, { migrations: ['0001-baseline', '0002-unread-tables'] });
  const people: [frequency: string, paused: string | null, mailings: string | null][] = [
    ['weekly', null, 'news,events'],
    ['off', 'daily', null],
    ['weekly', null, null],
    ['daily', null, null],
    ['weekly', 'off', null],
  ];
  await before.transaction(async (tx) => {
    for (const [index, [frequency, paused, mailings]] of people.entries())
      await sql`insert into users (id, type, email, email_key, last_name, name, frequency, paused_frequency,
        paused_mailings, created_at, updated_at)
        values (${index + 1}, 'doctor', 'a', 'a', 'Иванова', 'Анна', ${frequency}, ${paused}, ${mailings},
        '2026', '2026')`.execute(tx);
    await sql`insert into subscriptions (user_id, kind, object, frequency, created_at, notified_seq, paused_from)
      values (1, 'disease', '12', 'now', '2027', 7, null),
        (1, 'filter', '/research/?q=a:b', 'off', '2027', 0, 'daily')`.execute(tx);
    await sql`insert into mailings (user_id, code, created_at) values (1, 'news', '2027')`.execute(tx);
    await sql`insert into notification_choices (user_id, kind, frequency, paused_from, paused_by)
      values (1, 'mention', 'off', '', 'notice'), (2, 'mention', 'daily', null, null),
        (3, 'week', 'off', '', 'notice'), (4, 'week', 'weekly', null, null), (5, 'week', 'weekly', null, null)`.execute(
      tx,
    );
  });
  await before.close();
  const database = await openDatabase(settings);
  const rows = await database.kysely
    .selectFrom('preferences')
    .select(['user_id', 'topic', 'frequency', 'previous', 'created_at', 'notified_seq'])
    .orderBy('user_id')
    .orderBy('topic')
    .execute();
  expect(rows.map((row) => Object.values(row))).toEqual([
    [1, 'disease:12', 'now', null, '2027', 7],
    [1, 'filter:/research/?q=a:b', 'off', 'daily', '2027', 0],
    [1, 'mailing:events', 'off', 'now', '2026', null],
    [1, 'mailing:news', 'now', null, '2027', null],
    [1, 'mention', 'off', '', '2026', null],
    [2, 'digest', 'off', 'daily', '2026', null],
    [2, 'mention', 'daily', null, '2026', null],
    [3, 'digest', 'off', 'weekly', '2026', null],
    [4, 'digest', 'weekly', null, '2026', null],
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
    const before = await makeFormer(settings, first);
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
    expect(copies.length).toBeGreaterThan(15);
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
    const before = await makeFormer(settings, first);
    let all = 0;
    for (let last = 1; ; last += 1) {
      const failed = await migrateWithHook(settings, (statement, client) => {
        all = statement;
        // Cut without notice, as with the process.
        if (statement === last)
          (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
      });
      if (!failed) break;
      const database = await openDatabase(settings, { migrations: 'none' });
      expect(await schemaOf(database.kysely)).toEqual(before);
      await database.close();
    }
    expect(all).toBeGreaterThan(15);
    expect(await newest(settings)).toEqual(await newest(await place()));
  },
  300_000,
);
