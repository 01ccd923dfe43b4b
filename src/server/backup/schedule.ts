import { msPerDay } from '#domain/durations.ts';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '../database/database.ts';
import { appliedMigrations, knownMigrations, presentNames } from '../database/migrations.ts';
import type { Context } from '../request/context.ts';
import type { Settings } from '../settings.ts';
import { makeBackup } from './backup.ts';
import { madeBackups } from './names.ts';
import { backupSecret } from './file.ts';

export type BackupOrder = Parameters<typeof makeBackup>;

/** Makes a backup when the last is a day old, and deletes those older than BACKUPS_KEEP days. */
export async function keepBackup({ settings, now }: Pick<Context, 'settings' | 'now'>): Promise<void> {
  const made = await madeBackups(settings.DATA_DIR);
  const time = now().getTime();
  // A backup from the future was made under a wrong clock.
  if (made.every(({ at }) => Math.abs(time - at) >= msPerDay)) {
    const { secret } = await backupSecret(settings, { isNewFine: true });
    await inThread([settings, now(), secret]);
  }
  for (const { file, at } of made)
    if (time - at > settings.BACKUPS_KEEP * msPerDay) await rm(file, { force: true });
}

/** A backup reads every row: not on the event loop. */
const inThread = (order: BackupOrder) =>
  new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: order });
    worker.once('error', reject);
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The copy was not made'))));
  });

/**
 * Backs up a database before its migration, with the daily backups of DATA_DIR. Returns the path; undefined
 * when there is nothing to migrate.
 */
export async function backupBeforeUpgrade(settings: Settings, at: Date): Promise<string | undefined> {
  if (!(await isOlder(settings))) return undefined;
  const { secret } = await backupSecret(settings, { isNewFine: true });
  return (await makeBackup(settings, at, secret)).file;
}

async function isOlder(settings: Settings): Promise<boolean> {
  await using database = await openDatabase(settings, { migrations: 'none' });
  const made = presentNames(await appliedMigrations(database.kysely, database.dialect));
  return made.length > 0 && knownMigrations.some((name) => !made.includes(name));
}
