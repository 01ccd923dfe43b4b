import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressOf, getKind, publicKinds } from '#domain/kinds/index.ts';
import { publish } from '#publisher/publish.ts';
import { siteFolders } from '#publisher/release.ts';
import { makeBackup, restoreBackup } from '#server/backup/backup.ts';
import { startServer, type Server } from '#server/main.ts';
import { catalogueSource } from '#server/publication/source.ts';
import type { Settings } from '#server/settings.ts';
import { journalOf } from '../scripts/publishing.ts';
import { dialect, testSettings } from './sample/database.ts';
import { siteUrl } from './sample/published-starter.ts';

/**
 * Databases of older releases, made by `tests/sample/upgrades/make.ts`: eight records of each kind,
 * demonstration accounts and cases.
 */
const releases = ['v1.0.0'] as const;
/** AUDIT_KEY of every fixture. */
const auditKey = 'k'.repeat(32);
/** Contents of every fixture besides records. */
const people = { users: 4, cases: 12 };

describe.each(releases)(`a database of the release %s (${dialect})`, { timeout: 400_000 }, (release) => {
  test('is backed up, upgraded, and all its pages are published', async () => {
    const settings = await olderPortal(release);
    // A backup restored into PostgreSQL is upgraded before the server starts.
    const server = await startServer({ settings });
    try {
      await expectWhole(server, settings);
    } finally {
      await server.close();
    }
    expect(await backupsOf(settings)).toHaveLength(dialect === 'sqlite' ? 1 : 0);
  });
});

describe.runIf(dialect === 'sqlite')('an interrupted upgrade', { timeout: 400_000 }, () => {
  test('is completed by the next start, wherever it was killed', async () => {
    const settings = await olderPortal(releases[0]);
    for (const ms of [150, 300, 450, 600, 900, 1500]) await startAndKill(settings, ms);
    const server = await startServer({ settings });
    try {
      await expectWhole(server, settings);
    } finally {
      await server.close();
    }
  });
});

test.runIf(dialect === 'sqlite').each([
  ['a failed upgrade', 'create table server_reads (day text primary key)', 'server_reads'],
  [
    'a refused upgrade',
    "delete from kysely_migration where name = '2027-01-03-used-codes'",
    'старше версии 1.0.0',
  ],
])('%s leaves the database unchanged and no backup', async (_, change, problem) => {
  const settings = await olderPortal(releases[0]);
  const database = new DatabaseSync(path.join(settings.DATA_DIR, 'register.sqlite'));
  database.exec(change);
  const migrations = () => database.prepare('select * from kysely_migration').all();
  const before = migrations();
  await expect(startServer({ settings })).rejects.toThrow(problem);
  expect(migrations()).toEqual(before);
  database.close();
  expect(await backupsOf(settings)).toEqual([]);
});

async function olderPortal(release: (typeof releases)[number]): Promise<Settings> {
  const { settings, drop } = await testSettings({
    SITE_URL: siteUrl,
    BACKUP_KEY: 'the key of copies in this test',
    AUDIT_KEY: auditKey,
  });
  onTestFinished(drop);
  const packed = await readFile(new URL(`sample/upgrades/${release}.sqlite.gz`, import.meta.url));
  if (dialect === 'sqlite') {
    await writeFile(path.join(settings.DATA_DIR, 'register.sqlite'), gunzipSync(packed));
    return settings;
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'register-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(path.join(folder, 'register.sqlite'), gunzipSync(packed));
  const copy = path.join(folder, 'older.backup');
  await makeBackup({ DATA_DIR: folder }, copy);
  await restoreBackup(settings, copy);
  return settings;
}

async function expectWhole(server: Server, settings: Settings): Promise<void> {
  const { database, context } = server;
  await publish({
    source: catalogueSource(context),
    dataDir: settings.DATA_DIR,
    siteUrl,
    listener: journalOf(context.publication),
    isLast: true,
  });
  expect(await database.kysely.selectFrom('publication_troubles').selectAll().execute()).toEqual([]);
  const live = siteFolders(settings.DATA_DIR).current;
  const records = await database.kysely
    .selectFrom('records')
    .select(['id', 'kind', 'code'])
    .where('state', '=', 'published')
    .execute();
  const kinds = publicKinds.filter(({ keyedBy }) => keyedBy !== null).map(({ name }) => name);
  const missing = records
    .filter(({ kind }) => kinds.includes(kind))
    .map((record) => addressOf(getKind(record.kind), record))
    .filter((address) => !existsSync(path.join(live, address, 'index.html')));
  expect(missing).toEqual([]);
  for (const [table, count] of Object.entries(people))
    expect(
      await database.kysely
        .selectFrom(table as 'users')
        .select('id')
        .execute(),
    ).toHaveLength(count);
}

async function startAndKill({ DATA_DIR, BACKUP_KEY, AUDIT_KEY }: Settings, ms: number): Promise<void> {
  const child = spawn(process.execPath, [path.resolve('src/server/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR,
      BACKUP_KEY,
      AUDIT_KEY,
      SITE_URL: siteUrl,
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  await pause(ms);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

const backupsOf = async ({ DATA_DIR }: Settings) => {
  await mkdir(path.join(DATA_DIR, 'backups'), { recursive: true });
  return await readdir(path.join(DATA_DIR, 'backups'));
};
