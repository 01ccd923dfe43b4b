import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { backup as copySqlite, DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#domain/operator-error.ts';
import { openDatabase, type Database, type ReadDatabase } from '../database/database.ts';
import { findServer, lockDataDir } from '../database/lock.ts';
import { appliedMigrations, knownMigrations, presentNames } from '../database/migrations.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';
import type { Settings } from '../settings.ts';
import { openStorage, type StoragePlace } from '../uploads/storage.ts';
import { packArchive, unpackArchive, type FileTally, type Unpacked } from './archive.ts';
import { openBackup, writeBackup } from './file.ts';
import { placeOfKey, putKey, readKey } from './key.ts';
import { withLateLinks } from './links.ts';
import { backupsFolder, maxBackupAgeMs, nextBackup } from './names.ts';
import { countRows, emptyTable, insertRows, rowsOf, Tallying, tallyOf, type Tally } from './rows.ts';
import { shapeOf } from './shape.ts';

type Place = Pick<Settings, 'DATABASE_URL'> & StoragePlace;

interface Copied {
  /** Rows of each table. */
  tables: Record<string, number>;
  uploads: FileTally;
}

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
): Promise<Copied & { bytes: number; file: string }> {
  const folder = await makeStage(place.DATA_DIR);
  try {
    await copyDatabase(place, folder);
    const copy = await openDatabase(within(place, folder), { migrations: 'none' });
    const tables = await countRows(copy.kysely, await shapeOf(copy.kysely, copy.dialect));
    await copy.close();
    const file = typeof given === 'string' ? given : await nextBackup(place.DATA_DIR, given);
    const uploads: FileTally = { files: 0, bytes: 0 };
    // Never in plain text next to password hashes.
    const key = secret === undefined ? null : await readKey(place.DATA_DIR);
    const tar = packArchive({ folder, key, storage: openStorage(place), uploads });
    return { bytes: await writeBackup(file, tar, secret), tables, uploads, file };
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
    throw new OperatorError(
      `Для копии не хватило места на диске. Освободите место в ${path.resolve(place.DATA_DIR)} и повторите.`,
      {
        cause: error,
      },
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

/** Copies the database of any release to `register.sqlite` in the folder; an empty one gets tables first. */
async function copyDatabase(place: Place, folder: string): Promise<void> {
  let database = await openDatabase(place, { migrations: 'none' });
  const applied = await appliedMigrations(database.kysely, database.dialect);
  if (applied.length === 0) {
    await database.close();
    database = await openDatabase(place);
  }
  try {
    if (database.dialect === 'postgres') await copyPostgres(database, within(place, folder));
    else {
      const source = new DatabaseSync(path.join(place.DATA_DIR, 'register.sqlite'), { readOnly: true });
      try {
        // All pages in one step: a copy in several restarts with every write.
        await copySqlite(source, path.join(folder, 'register.sqlite'), { rate: 2 ** 30 });
      } finally {
        source.close();
      }
    }
  } finally {
    await database.close();
  }
}

async function copyPostgres(database: Database, to: Place): Promise<void> {
  await database.snapshot(async (db) => {
    const migrations = presentNames(await appliedMigrations(db, 'postgres'));
    const copy = await openDatabase(to, { migrations, isFlushed: false });
    try {
      await pour(db, database, copy);
    } finally {
      await copy.close();
    }
  });
}

/** Restores a backup into an empty DATA_DIR or database, entirely or not at all. */
export async function restoreBackup(
  place: Place,
  file: string,
  secretOf?: () => Promise<string>,
): Promise<Copied> {
  const tar = await openBackup(file, secretOf);
  const lock = await lockDataDir(place.DATA_DIR);
  const folder = path.join(place.DATA_DIR, 'restoring');
  const storage = openStorage(place);
  const unpacked: Unpacked = { key: null, names: [], uploads: { files: 0, bytes: 0 } };
  let isNewKey = false;
  try {
    await demandEmptyPlace(place);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
    await unpackArchive(tar, { folder, storage, into: unpacked });
    const tables = await migrateCopy(within(place, folder));
    isNewKey = unpacked.key === null ? false : await putKey(place.DATA_DIR, unpacked.key);
    if (place.DATABASE_URL) await pourInto(within(place, folder), place);
    else await rename(path.join(folder, 'register.sqlite'), databaseFile(place));
    return { tables, uploads: unpacked.uploads };
  } catch (error) {
    if (isNewKey) await rm(placeOfKey(place.DATA_DIR), { force: true });
    await storage.remove(unpacked.names);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    lock.release();
  }
}

/** The embedded database in another folder, under the same keys. */
const within = (place: Place, folder: string): Place => ({
  ...place,
  DATA_DIR: folder,
  DATABASE_URL: undefined,
});

const databaseFile = ({ DATA_DIR }: Place) => path.join(DATA_DIR, 'register.sqlite');

async function demandEmptyPlace(place: Place): Promise<void> {
  for await (const _ of openStorage(place).list())
    throw place.UPLOADS_URL ? bucketNotEmpty() : notEmpty(place);
  if (place.DATABASE_URL) return;
  if (await stat(databaseFile(place)).catch(() => undefined)) throw notEmpty(place);
}

/** Brings the unpacked database to this version; returns the rows that the backup had. */
async function migrateCopy(place: Place): Promise<Record<string, number>> {
  const copy = await openDatabase(place, { migrations: 'none' });
  let tables: Record<string, number>;
  try {
    const migrations = presentNames(await appliedMigrations(copy.kysely, copy.dialect));
    if (migrations.some((name) => !knownMigrations.includes(name)))
      throw new OperatorError('Копия сделана более новой версией портала: обновите программу.');
    tables = await countRows(copy.kysely, await shapeOf(copy.kysely, copy.dialect));
  } finally {
    await copy.close();
  }
  await (await openDatabase(place)).close();
  return tables;
}

const notEmpty = ({ DATABASE_URL, DATA_DIR }: Place) =>
  new OperatorError(
    DATABASE_URL
      ? 'База данных DATABASE_URL или папка DATA_DIR не пуста: копия восстанавливается только на пустое место.'
      : `В папке данных ${path.resolve(DATA_DIR)} уже есть данные: задайте пустую DATA_DIR.`,
  );

const bucketNotEmpty = () =>
  new OperatorError(
    'В хранилище UPLOADS_URL уже есть файлы: копия восстанавливается только на пустое место.',
  );

/** Copies the embedded database to an empty PostgreSQL; uploads are not moved. */
export async function moveDatabase(
  { DATA_DIR }: Pick<Settings, 'DATA_DIR'>,
  to: string,
): Promise<{ tables: Record<string, Tally>; isServing: boolean }> {
  const isServing = findServer(DATA_DIR) !== undefined;
  return {
    tables: await pourInto({ DATA_DIR, DATABASE_URL: undefined }, { DATA_DIR, DATABASE_URL: to }),
    isServing,
  };
}

async function pourInto(
  from: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
  to: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>,
): Promise<Record<string, Tally>> {
  const source = await openDatabase(from);
  try {
    const target = await openDatabase(to);
    try {
      return await source.snapshot((db) => pour(db, source, target));
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Copies all rows into an empty database with the same tables, and compares them. */
async function pour(db: ReadDatabase, source: Database, target: Database): Promise<Record<string, Tally>> {
  return await target.transaction((tx) =>
    withLateLinks(tx, target.dialect, async () => {
      for (const shape of await shapeOf(tx, target.dialect))
        if (shape.table !== 'meta' && (await tallyOf(tx, shape)).rows > 0)
          throw notEmpty({ DATA_DIR: '', DATABASE_URL: target.dialect });
      await emptyTable(tx, 'meta');
      const tables: Record<string, Tally> = {};
      for (const shape of await shapeOf(db, source.dialect)) {
        const tallying = new Tallying();
        for await (const rows of rowsOf(db, shape)) {
          tallying.add(rows);
          await insertRows(tx, shape, rows);
        }
        const [was, is] = [tallying.end(), await tallyOf(tx, shape)];
        if (was.rows !== is.rows || was.sha256 !== is.sha256)
          throw new OperatorError(
            `Таблица ${shape.table} не совпала: строк ${is.rows} вместо ${was.rows}. Ничего не записано.`,
          );
        tables[shape.table] = was;
      }
      return tables;
    }),
  );
}
