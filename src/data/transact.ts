import type { DatabaseSync } from 'node:sqlite';

/** All or nothing; within a transaction that runs already the work is a part of it. */
export function transact(database: DatabaseSync, work: () => void): void {
  if (database.isTransaction) return work();
  database.exec('begin immediate');
  try {
    work();
    database.exec('commit');
  } catch (error) {
    // On a full disk SQLite has gone back by itself: another error would hide the reason.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
