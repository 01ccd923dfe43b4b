import type { DatabaseSync } from 'node:sqlite';

/** All or nothing; joins a running transaction. */
export function transact(database: DatabaseSync, work: () => void): void {
  if (database.isTransaction) return work();
  database.exec('begin immediate');
  try {
    work();
    database.exec('commit');
  } catch (error) {
    // On a full disk SQLite has already rolled back; a second error would hide the reason.
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
