import { rm } from 'node:fs/promises';
import path from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { headOf, type Head as AuditHead } from '../audit/heads.ts';
import {
  openDatabase,
  type Database,
  type ReadDatabase,
  type WriteTransaction,
} from '../database/database.ts';
import { findServer, lockDataDir } from '../database/lock.ts';
import { appliedMigrations, knownMigrations, presentNames } from '../database/migrations.ts';
import type { Settings } from '../settings.ts';
import { openStorage, type StoragePlace } from '../uploads/storage.ts';
import { readLines, writeLines } from './file.ts';
import { fileLines, FilesBack, hasFiles, type FileTally } from './files.ts';
import { placeOfKey, putKey, readKey } from './key.ts';
import { withLateLinks } from './links.ts';
import { nextBackup } from './names.ts';
import { emptyTable, insertRows, rowsOf, Tallying, tallyOf, type BackupRow, type Tally } from './rows.ts';
import { shapeOf, type TableShape } from './shape.ts';

type Place = Pick<Settings, 'DATABASE_URL'> & StoragePlace;

interface Copied {
  tables: Record<string, Tally>;
  uploads: FileTally;
}

interface Head {
  made_at: string;
  migrations: string[];
  /** Absent in old backups. */
  secret_key?: string | null;
  /** Last row of the audit log; absent in old backups. */
  audit?: Omit<AuditHead, 'from'> | null;
}

/**
 * Backs up database and uploads during operation. All rows come from one snapshot, in SQLite as in
 * PostgreSQL: SQLite's own backup restarts with every foreign write, and rows can be restored into either
 * database. Uploads are immutable, so later reads match the snapshot.
 */
export async function makeBackup(
  place: Place,
  /** The file, or a time: then a file in DATA_DIR named by it and the audit head. */
  given: string | Date,
  /** Encrypts the backup; without it the key of second factors is left out. */
  secret?: string,
): Promise<Copied & { bytes: number; file: string }> {
  const database = await openToCopy(place);
  const copied: Copied = { tables: {}, uploads: { files: 0, bytes: 0 } };
  try {
    return await database.snapshot(async (db) => {
      const audit = await headOf(db);
      const file = typeof given === 'string' ? given : await nextBackup(place.DATA_DIR, given, audit);
      const lines = linesOf(db, { database, place, copied, audit, isSealed: secret !== undefined });
      const { bytes } = await writeLines(file, lines, secret);
      return { ...copied, bytes, file };
    });
  } finally {
    await database.close();
  }
}

/** Opens without migrating an older release; an empty database gets tables. */
async function openToCopy(place: Place): Promise<Database> {
  const database = await openDatabase(place, { migrations: 'none' });
  if ((await appliedMigrations(database.kysely, database.dialect)).length > 0) return database;
  await database.close();
  return await openDatabase(place);
}

interface Source {
  database: Database;
  place: Place;
  copied: Copied;
  audit: Omit<AuditHead, 'from'> | undefined;
  isSealed: boolean;
}

async function* linesOf(
  db: ReadDatabase,
  { database, place, copied, audit, isSealed }: Source,
): AsyncGenerator<string> {
  const head: Head = {
    made_at: new Date().toISOString(),
    migrations: await appliedMigrations(db, database.dialect),
    // Never in plain text next to password hashes.
    secret_key: isSealed ? await readKey(place.DATA_DIR) : null,
    audit: audit ?? null,
  };
  yield `${JSON.stringify(head)}\n`;
  for (const shape of await shapeOf(db, database.dialect)) {
    yield `${JSON.stringify({ table: shape.table, columns: shape.columns })}\n`;
    const tallying = new Tallying();
    for await (const rows of rowsOf(db, shape)) {
      tallying.add(rows);
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
    copied.tables[shape.table] = tallying.end();
  }
  yield* fileLines(openStorage(place), copied.uploads);
  yield `${JSON.stringify({ end: copied })}\n`;
}

/** Restores a backup into an empty DATA_DIR or database, entirely or not at all. */
export async function restoreBackup(
  place: Place,
  file: string,
  secretOf?: () => Promise<string>,
): Promise<Copied> {
  const lines = await readLines(file, secretOf);
  const first = await lines.next();
  const head = JSON.parse(String(first.value)) as Head;
  const migrations = presentNames(head.migrations);
  if (migrations.some((name) => !knownMigrations.includes(name)))
    throw new OperatorError('Копия сделана более новой версией портала: обновите программу.');
  const lock = await lockDataDir(place.DATA_DIR);
  try {
    const storage = openStorage(place);
    if (await hasFiles(storage)) throw place.UPLOADS_URL ? bucketNotEmpty() : notEmpty(place);
    const files = new FilesBack(storage);
    const isNewKey = head.secret_key ? await putKey(place.DATA_DIR, head.secret_key) : false;
    // First at the version of the backup; migrations then change its rows.
    const database = await openDatabase(place, { migrations });
    let copied: Copied;
    try {
      copied = await database.transaction((tx) =>
        withLateLinks(tx, database.dialect, () => pourBack(tx, { database, place, lines, files })),
      );
    } catch (error) {
      if (isNewKey) await rm(placeOfKey(place.DATA_DIR), { force: true });
      await files.undo();
      throw error;
    } finally {
      await database.close();
    }
    await (await openDatabase(place)).close();
    return copied;
  } finally {
    lock.release();
  }
}

interface Pouring {
  database: Database;
  place: Place;
  lines: AsyncGenerator<string>;
  files: FilesBack;
}

async function pourBack(tx: WriteTransaction, { database, place, lines, files }: Pouring): Promise<Copied> {
  const shapes = await shapeOf(tx, database.dialect);
  await demandEmpty(tx, shapes, place);
  await emptyTable(tx, 'meta');
  let table: Pick<TableShape, 'table' | 'columns'> | undefined;
  let rows: BackupRow[] = [];
  let expected: Copied | undefined;
  const flush = async () => {
    if (table) await insertRows(tx, table, rows);
    rows = [];
  };
  for await (const line of lines) {
    const parsed = JSON.parse(line) as BackupRow | string | Record<string, unknown>;
    if (Array.isArray(parsed)) {
      rows.push(parsed);
      if (rows.length >= 500) await flush();
    } else if (typeof parsed === 'string') files.add(parsed);
    else {
      await flush();
      if ('table' in parsed) table = parsed as unknown as TableShape;
      else if ('file' in parsed) await files.begin(String(parsed['file']));
      else expected = parsed['end'] as Copied;
    }
  }
  await files.end();
  if (!expected) throw new OperatorError('Копия неполная: в ней нет последней строки.');
  await compareRows(tx, shapes, expected.tables);
  if (JSON.stringify(files.tally) !== JSON.stringify(expected.uploads))
    throw new OperatorError('Файлов восстановлено не столько, сколько было в копии.');
  return expected;
}

/** Compares all rows of all tables. */
async function compareRows(
  db: ReadDatabase,
  shapes: TableShape[],
  expected: Record<string, Tally>,
): Promise<void> {
  for (const shape of shapes) {
    const [was, is] = [expected[shape.table], await tallyOf(db, shape)];
    if (was?.rows !== is.rows || was.sha256 !== is.sha256)
      throw new OperatorError(
        `Таблица ${shape.table} не совпала: строк ${is.rows} вместо ${was?.rows ?? 0}. Ничего не записано.`,
      );
  }
}

async function demandEmpty(tx: WriteTransaction, shapes: TableShape[], place: Place): Promise<void> {
  for (const shape of shapes) {
    const { rows } = shape.table === 'meta' ? { rows: 0 } : await tallyOf(tx, shape);
    if (rows > 0) throw notEmpty(place);
  }
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
  const source = await openDatabase({ DATA_DIR });
  try {
    const target = await openDatabase({ DATA_DIR, DATABASE_URL: to });
    try {
      return { tables: await source.snapshot((db) => pour(db, source, target, to)), isServing };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function pour(
  db: ReadDatabase,
  source: Database,
  target: Database,
  url: string,
): Promise<Record<string, Tally>> {
  return await target.transaction((tx) =>
    withLateLinks(tx, target.dialect, async () => {
      const shapes = await shapeOf(tx, target.dialect);
      await demandEmpty(tx, shapes, { DATA_DIR: '', DATABASE_URL: url });
      await emptyTable(tx, 'meta');
      const tables: Record<string, Tally> = {};
      for (const shape of await shapeOf(db, source.dialect)) {
        const tallying = new Tallying();
        for await (const rows of rowsOf(db, shape)) {
          tallying.add(rows);
          await insertRows(tx, shape, rows);
        }
        tables[shape.table] = tallying.end();
      }
      await compareRows(tx, shapes, tables);
      return tables;
    }),
  );
}
