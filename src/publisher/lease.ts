import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * One publisher at a time for a folder: the second waits. The lock is one of the operating system's, held through
 * SQLite, and ends with its process however that dies.
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
      // 5 is SQLITE_BUSY: somebody else publishes.
      if ((error as { errcode?: number }).errcode !== 5) throw error;
    }
    await pause(200);
  }
}
