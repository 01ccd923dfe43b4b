import { cpSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '#domain/operator-error.ts';
import { madeBackups } from '#server/backup/names.ts';
import { siteFolders } from '#publisher/release.ts';
import { openDatabase } from '#server/database/database.ts';
import { appliedMigrations, presentNames } from '#server/database/migrations.ts';
import type { Settings } from '#server/settings.ts';
import type { Journal } from './journal.ts';
import { output } from './processes.ts';
import { closedEnvironment } from './trial.ts';

export async function readMigrations(settings: Settings): Promise<string[]> {
  await using database = await openDatabase(settings, { migrations: 'none' });
  return presentNames(await appliedMigrations(database.kysely, database.dialect));
}

/**
 * Replaces a migrated database by the copy that its start made before. Returns where the migrated one is
 * kept; undefined when it was not migrated.
 */
export async function putBack(
  settings: Settings,
  journal: Journal,
  former: string,
): Promise<string | undefined> {
  const applied = await readMigrations(settings);
  if (applied.every((name) => journal.migrations.includes(name))) return undefined;
  const copies = (await madeBackups(settings.DATA_DIR))
    .filter(({ at }) => at >= journal.stoppedAt)
    .map(({ file }) => file);
  if (settings.DATABASE_URL)
    throw new OperatorError(
      `База PostgreSQL уже новая. Не удаляя её, создайте пустую, задайте её в DATABASE_URL и выполните в ${former}: npm run restore -- ${copies.at(-1) ?? 'ФАЙЛ'} (с пустой DATA_DIR).`,
    );
  const restored = path.join(settings.DATA_DIR, 'restored-before-upgrade');
  await restoreFormer(copies, restored, former);
  // Files that the new release deleted come back, those that it added stay.
  const uploads = path.join(restored, 'uploads');
  if (existsSync(uploads))
    cpSync(uploads, path.join(settings.DATA_DIR, 'uploads'), { recursive: true, force: false });
  const live = path.join(settings.DATA_DIR, 'register.sqlite');
  const aside = path.join(
    settings.DATA_DIR,
    `failed-upgrade-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`,
  );
  mkdirSync(aside, { recursive: true });
  for (const file of [live, path.join(restored, 'register.sqlite')]) foldLog(file);
  linkSync(live, path.join(aside, 'register.sqlite'));
  // The publisher's replica may hold later changes; without it the next start reads the catalogue again.
  for (const part of ['', '-wal', '-shm'])
    rmSync(`${siteFolders(settings.DATA_DIR).snapshot}${part}`, { force: true });
  // At each moment there is one whole database.
  renameSync(path.join(restored, 'register.sqlite'), live);
  rmSync(restored, { recursive: true });
  return aside;
}

/** The newest copy that the former release accepts: it refuses those made after the migration. */
async function restoreFormer(copies: string[], folder: string, former: string): Promise<void> {
  let reason = 'копии нет';
  for (const file of copies) {
    rmSync(folder, { recursive: true, force: true });
    try {
      await output(process.execPath, [path.join(former, 'scripts/run.mjs'), 'restore', file], {
        cwd: former,
        env: closedEnvironment(folder),
      });
      return;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw new OperatorError(
    `Копия, сделанная перед изменением базы, не восстановлена (${reason}). База новой версии цела; устраните причину и повторите команду.`,
  );
}

/** Moves the write-ahead log into the file. */
function foldLog(file: string): void {
  const database = new DatabaseSync(file);
  const { busy } = database.prepare('pragma wal_checkpoint(truncate)').get() ?? {};
  database.close();
  if (busy || existsSync(`${file}-wal`)) throw new OperatorError(`База ${file} открыта другим процессом.`);
}
