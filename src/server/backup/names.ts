import { msPerHour } from '#domain/durations.ts';
import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** A day, and the time that a backup may take. */
export const maxBackupAgeMs = 26 * msPerHour;

export const backupsFolder = (dataDir: string) => path.join(dataDir, 'backups');

/** Name of the next backup in DATA_DIR: its time, to the millisecond: a start that was killed may be repeated at once. */
export async function nextBackup(dataDir: string, at: Date): Promise<string> {
  const place = backupsFolder(dataDir);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const moment = at.toISOString().slice(0, 23).replaceAll(/[:.]/g, '');
  return path.join(place, `${moment}.backup`);
}

export const lastBackup = async (dataDir: string) => (await madeBackups(dataDir)).at(0);

/** Backups in DATA_DIR with their times, newest first. */
export async function madeBackups(dataDir: string): Promise<{ file: string; at: number }[]> {
  const folder = backupsFolder(dataDir);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.backup'));
  const made = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return { file, at: (await stat(file)).mtimeMs };
    }),
  );
  return made.toSorted((one, other) => other.at - one.at);
}
