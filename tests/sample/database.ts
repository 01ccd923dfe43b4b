import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openDatabase, type Database } from '#server/database/database.ts';
import { readSettings, type Settings } from '#server/settings.ts';

/** Database of this test run; CI uses both. */
export const dialect = process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite';

interface OwnSettings {
  settings: Settings;
  drop: () => Promise<void>;
}

/** Settings of a separate portal: a new folder, and a new schema on PostgreSQL; `drop` removes both. */
export const testSettings = async (more: Record<string, string> = {}): Promise<OwnSettings> =>
  settingsWith(await createSchema(), more);

async function settingsWith(place: Place | undefined, more: Record<string, string>): Promise<OwnSettings> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-test-'));
  const settings = readSettings({
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    // Tests are faster than people, and share one network.
    RATE_LIMIT: '0',
    ...(place ? { DATABASE_URL: place.url } : {}),
    ...more,
  });
  return {
    settings,
    async drop() {
      await place?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A new database with tables: a SQLite file, or a PostgreSQL schema with TEST_DATABASE_URL. Removed at the
 * end of the test; outside tests call `close`.
 */
export async function openTestDatabase(
  more: Record<string, string> = {},
): Promise<Database & { settings: Settings }> {
  const { place, file } = await copyTemplate();
  const { settings, drop } = await settingsWith(place, more);
  if (file) await copyFile(file, path.join(settings.DATA_DIR, path.basename(file)));
  const database = await openDatabase(settings, { isFlushed: false });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await database.close();
    await drop();
  };
  try {
    onTestFinished(close);
  } catch {
    // Outside a test the caller closes it.
  }
  return { ...database, settings, close };
}

/** A PostgreSQL schema or database. */
interface Place {
  url: string;
  drop: () => Promise<void>;
}

async function createSchema(): Promise<Place | undefined> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(base, `create schema ${name}`);
  return { url: inSchema(base, name), drop: () => query(base, `drop schema ${name} cascade`) };
}

/** A migrated database, made once a process: copying it takes a tenth of the time. */
let template: Promise<string> | undefined;

/** SQLite: a file to copy; PostgreSQL: the copy. */
async function copyTemplate(): Promise<{ file?: string; place?: Place }> {
  const base = process.env.TEST_DATABASE_URL;
  template ??= base ? makeTemplateDatabase(base) : makeTemplateFile();
  const made = await template;
  if (!base) return { file: made };
  const name = `test_${randomBytes(8).toString('hex')}`;
  await query(base, `create database ${name} template ${made} strategy file_copy`);
  const url = inSchema(inDatabase(base, name), 'public');
  // Also drops open connections.
  return { place: { url, drop: () => query(base, `drop database ${name} with (force)`) } };
}

async function makeTemplateFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-test-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await (await openDatabase({ DATA_DIR: folder })).close();
  return path.join(folder, 'register.sqlite');
}

async function makeTemplateDatabase(base: string): Promise<string> {
  const name = `test_template_${process.pid}`;
  await query(base, `drop database if exists ${name}`);
  await query(base, `create database ${name}`);
  await (await openDatabase({ DATA_DIR: tmpdir(), DATABASE_URL: inDatabase(base, name) })).close();
  return name;
}

const inSchema = (base: string, name: string): string => {
  const url = new URL(base);
  url.searchParams.set('options', `-c search_path=${name}`);
  return url.href;
};

const inDatabase = (base: string, name: string): string => {
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
};

async function query(base: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: base });
  await client.connect();
  await client.query(sql);
  await client.end();
}
