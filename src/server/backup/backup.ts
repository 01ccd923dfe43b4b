import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { backup as copySqlite, DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase } from '../database/database.ts';
import { lockDataDir } from '../database/lock.ts';
import { appliedMigrations, presentNames } from '../database/migrations.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';
import type { Settings } from '../settings.ts';
import { openStorage, type StoragePlace } from '../uploads/storage.ts';
import { packArchive, unpackArchive } from './archive.ts';
import { copyRows } from './copy-rows.ts';
import { openBackup, writeBackup } from './file.ts';
import { backupsFolder, maxBackupAgeMs, nextBackup } from './names.ts';

type DatabasePlace = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>;
type Place = DatabasePlace & StoragePlace;

/**
 * Backs up database and uploads during operation. The database is copied of one moment, PostgreSQL into a new
 * SQLite file; uploads are immutable, so later reads match it.
 */
export async function makeBackup(
  place: Place,
  /** The file, or a time: then a file in DATA_DIR named by it. */
  given: string | Date,
  /** Encrypts the backup; without it the key of second factors is left out. */
  secret?: string,
): Promise<{ file: string; bytes: number; uploads: number }> {
  const folder = await makeStage(place.DATA_DIR);
  try {
    await copyDatabase(place, folder);
    const file = typeof given === 'string' ? given : await nextBackup(place.DATA_DIR, given);
    const names: string[] = [];
    // Never in plain text next to password hashes.
    const key = secret === undefined ? null : await readKey(place.DATA_DIR);
    const tar = packArchive({ folder, storage: openStorage(place), names }, key);
    return { file, bytes: await writeBackup(file, tar, secret), uploads: names.length };
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
    throw new OperatorError(
      `Для копии не хватило места на диске. Освободите место в ${path.resolve(place.DATA_DIR)} и повторите.`,
      { cause: error },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A new folder for a copy in the making; those of killed backups are removed. */
async function makeStage(dataDir: string): Promise<string> {
  const folder = backupsFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const stage = path.join(folder, name);
    if (name.startsWith('making-') && Date.now() - (await stat(stage)).mtimeMs > maxBackupAgeMs)
      await rm(stage, { recursive: true, force: true });
  }
  return await mkdtemp(path.join(folder, 'making-'));
}

/** Copies the database of any release to `register.sqlite` in the folder. */
async function copyDatabase(place: Place, folder: string): Promise<void> {
  await using database = await openDatabase(place, { migrations: 'none' });
  if (database.dialect === 'sqlite') {
    using source = new DatabaseSync(databaseIn(place.DATA_DIR), { readOnly: true });
    // All pages in one step: a copy in several restarts with every write.
    await copySqlite(source, databaseIn(folder), { rate: 2 ** 30 });
  } else
    await database.snapshot(async (db) => {
      const migrations = presentNames(await appliedMigrations(db, 'postgres'));
      await using copy = await openDatabase(embeddedIn(folder, place), { migrations, isFlushed: false });
      await copyRows(db, 'postgres', copy);
    });
}

/** Restores a backup into an empty DATA_DIR or database, entirely or not at all. Returns the number of uploads. */
export async function restoreBackup(
  place: Place,
  file: string,
  secretOf?: () => Promise<string>,
): Promise<number> {
  const tar = await openBackup(file, secretOf);
  const lock = await lockDataDir(place.DATA_DIR);
  const folder = path.join(place.DATA_DIR, 'restoring');
  const storage = openStorage(place);
  const names: string[] = [];
  let isNewKey = false;
  try {
    await demandEmptyPlace(place);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    const key = await unpackArchive(tar, { folder, storage, names });
    const unpacked = embeddedIn(folder, place);
    // Brings it to this version.
    await (await openDatabase(unpacked)).close();
    isNewKey = key !== null && (await putKey(place.DATA_DIR, key));
    if (place.DATABASE_URL) await moveDatabase(unpacked, place);
    else await rename(databaseIn(folder), databaseIn(place.DATA_DIR));
    return names.length;
  } catch (error) {
    if (isNewKey) await rm(placeOfKey(place.DATA_DIR), { force: true });
    for (const name of names) await storage.remove(name);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    lock.release();
  }
}

/** Copies a database to an empty one; uploads are not moved. */
export async function moveDatabase(from: DatabasePlace, to: DatabasePlace): Promise<void> {
  await using source = await openDatabase(from);
  await using target = await openDatabase(to);
  await source.snapshot((db) => copyRows(db, source.dialect, target));
}

const embeddedIn = (folder: string, place: Place): Place => ({
  ...place,
  DATA_DIR: folder,
  DATABASE_URL: undefined,
});

const databaseIn = (folder: string) => path.join(folder, 'register.sqlite');

async function demandEmptyPlace(place: Place): Promise<void> {
  for await (const _ of openStorage(place).list())
    throw place.UPLOADS_URL
      ? new OperatorError(
          'В хранилище UPLOADS_URL уже есть файлы: копия восстанавливается только на пустое место.',
        )
      : notEmpty(place);
  if (!place.DATABASE_URL && (await stat(databaseIn(place.DATA_DIR)).catch(() => undefined)))
    throw notEmpty(place);
}

const notEmpty = ({ DATA_DIR }: Place) =>
  new OperatorError(`В папке данных ${path.resolve(DATA_DIR)} уже есть данные: задайте пустую DATA_DIR.`);

const placeOfKey = (dataDir: string) => path.resolve(dataDir, 'secret.key');

/** The generated key of second factors: without it a backup lets no editor in. */
async function readKey(dataDir: string): Promise<string | null> {
  try {
    return await readFile(placeOfKey(dataDir), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a backup's key; returns whether it is new. A different key is never overwritten. */
async function putKey(dataDir: string, key: string): Promise<boolean> {
  const present = await readKey(dataDir);
  if (present === key) return false;
  if (present !== null)
    throw new OperatorError(
      `В папке данных ${path.resolve(dataDir)} другой ключ secret.key: задайте пустую DATA_DIR.`,
    );
  await writeFile(placeOfKey(dataDir), key, { mode: 0o600, flag: 'wx', flush: true });
  return true;
}
