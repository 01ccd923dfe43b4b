import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { openDatabase, type Database } from '#server/database/database.ts';
import { readSettings, type Settings } from '#server/settings.ts';

/** The database that this run of the tests uses; CI runs them on both. */
export const dialect = process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite';

/** Settings of a portal of its own: a fresh folder, and a fresh schema when PostgreSQL is tried; `drop` removes both. */
export async function testSettings(
  more: Record<string, string> = {},
): Promise<{ settings: Settings; drop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'register-test-'));
  const schema = await createSchema();
  const settings = readSettings({
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    ...(schema ? { DATABASE_URL: schema.url } : {}),
    ...more,
  });
  return {
    settings,
    async drop() {
      await schema?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A fresh database with its tables: a SQLite file, or a schema of PostgreSQL when TEST_DATABASE_URL is set.
 * Inside a test it goes away when the test ends; elsewhere call `close`.
 */
export async function openTestDatabase(
  more: Record<string, string> = {},
): Promise<Database & { settings: Settings }> {
  const { settings, drop } = await testSettings(more);
  const database = await openDatabase(settings);
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
    // Outside of a test the caller closes it.
  }
  return { ...database, settings, close };
}

async function createSchema(): Promise<{ url: string; drop: () => Promise<void> } | undefined> {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return undefined;
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: base });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`create schema ${name}`);
  const url = new URL(base);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, drop: () => run(`drop schema ${name} cascade`) };
}
