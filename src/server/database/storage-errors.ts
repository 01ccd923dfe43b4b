import { HttpError } from '../http-error.ts';

/** Disk or quota is full. */
export function isOutOfRoom(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  // SQLITE_FULL, and SQLITE_IOERR of a log whose index cannot grow (SHMSIZE); disk_full of PostgreSQL.
  if (errcode !== undefined) return (errcode & 0xff) === 13 || errcode === (10 | (19 << 8));
  return code !== undefined && ['ENOSPC', 'EDQUOT', '53100'].includes(code);
}

/** The write lock timed out: nothing was written, and a retry makes sense. */
export function isWriterBusy(error: unknown): boolean {
  if (error instanceof HttpError) return error.status === 503;
  // SQLITE_BUSY, SQLITE_LOCKED
  return [5, 6].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);
}
