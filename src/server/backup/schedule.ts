import { msPerDay } from '#domain/durations.ts';
import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { Context } from '../request/context.ts';
import { madeBackups } from './names.ts';
import { backupSecret } from './secret.ts';

export interface BackupOrder {
  settings: Context['settings'];
  at: Date;
  secret: string;
}

/** Makes a backup when the last is a day old, and deletes those older than BACKUPS_KEEP days. */
export async function keepBackup({ settings, now }: Pick<Context, 'settings' | 'now'>): Promise<void> {
  const made = await madeBackups(settings.DATA_DIR);
  const time = now().getTime();
  // A backup from the future was made under a wrong clock.
  if (made.every(({ at }) => Math.abs(time - at) >= msPerDay)) {
    const { secret } = await backupSecret(settings, { isNewFine: true });
    await inThread({ settings, at: now(), secret });
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
