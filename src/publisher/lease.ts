import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Allows one publisher per folder; others wait. The lock is an operating system lock held through SQLite and
 * ends with its process.
 */
export async function withLease<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const lease = await acquire(file);
  try {
    return await work();
  } finally {
    lease.close();
  }
}

async function acquire(file: string): Promise<DatabaseSync> {
  for (;;) {
    const lease = new DatabaseSync(file, { timeout: 0 });
    try {
      lease.exec('pragma journal_mode = off; begin exclusive');
      return lease;
    } catch (error) {
      lease.close();
      // SQLITE_BUSY: another publisher runs.
      if ((error as { errcode?: number }).errcode !== 5) throw error;
    }
    await pause(200);
  }
}
