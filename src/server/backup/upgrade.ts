import { openDatabase } from '../database/database.ts';
import { appliedMigrations, knownMigrations, presentNames } from '../database/migrations.ts';
import type { Settings } from '../settings.ts';
import { makeBackup } from './backup.ts';
import { backupSecret } from './secret.ts';

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
  const database = await openDatabase(settings, { migrations: 'none' });
  try {
    const made = presentNames(await appliedMigrations(database.kysely, database.dialect));
    return made.length > 0 && knownMigrations.some((name) => !made.includes(name));
  } finally {
    await database.close();
  }
}
