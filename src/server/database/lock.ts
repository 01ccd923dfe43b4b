import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '#domain/operator-error.ts';

interface RunningServer {
  pid: number;
  /** Null until it listens. */
  url: string | null;
}

/** Commands hold the lock for a moment to look for a server; a server waits that long. */
const lockTimeoutMs = 500;

/**
 * Locks DATA_DIR for this server, or names the process that holds it. An operating system lock held through
 * SQLite: it ends with its process, and no stale process id can be confused with it.
 */
export async function lockDataDir(folder: string) {
  const place = path.resolve(folder);
  const lock = await acquireLock(place);
  const note = path.join(place, 'server.json');
  const write = (server: RunningServer) => {
    writeFileSync(`${note}.${process.pid}`, JSON.stringify(server));
    renameSync(`${note}.${process.pid}`, note);
  };
  try {
    write({ pid: process.pid, url: null });
  } catch (error) {
    lock.close();
    throw unwritable(place, error);
  }
  return {
    /** Publishes the server's address for the command line. */
    announce: (url: string): void => write({ pid: process.pid, url }),
    release(): void {
      rmSync(note, { force: true });
      lock.close();
    },
  };
}

export function findServer(folder: string): RunningServer | undefined {
  try {
    using probe = open(path.resolve(folder), { readOnly: true });
    try {
      probe.exec('begin; select count(*) from sqlite_schema; commit');
      return undefined;
    } catch (error) {
      if (!isHeld(error)) throw error;
      return readNote(path.resolve(folder));
    }
  } catch {
    // No folder or lock file: never served.
    return undefined;
  }
}

async function acquireLock(place: string): Promise<DatabaseSync> {
  const deadline = Date.now() + lockTimeoutMs;
  for (;;) {
    let lock: DatabaseSync | undefined;
    try {
      mkdirSync(place, { recursive: true });
      lock = open(place, { readOnly: false });
      // Without a journal the lock creates no second file.
      lock.exec('pragma journal_mode = off; begin exclusive');
      return lock;
    } catch (error) {
      lock?.close();
      if (!isHeld(error)) throw unwritable(place, error);
      if (Date.now() > deadline) throw taken(place);
      await pause(50);
    }
  }
}

const open = (place: string, { readOnly }: { readOnly: boolean }) =>
  new DatabaseSync(path.join(place, 'server.lock'), { readOnly, timeout: 0 });

const isHeld = (error: unknown) => (((error as { errcode?: number }).errcode ?? 0) & 0xff) === 5;

function readNote(place: string): RunningServer | undefined {
  try {
    const note = JSON.parse(readFileSync(path.join(place, 'server.json'), 'utf8')) as RunningServer;
    return Number.isInteger(note.pid) ? { pid: note.pid, url: note.url ?? null } : undefined;
  } catch {
    return undefined;
  }
}

function taken(place: string): OperatorError {
  const server = readNote(place);
  const who = server ? `процесс ${server.pid}${server.url ? `, ${server.url}` : ''}` : 'процесс неизвестен';
  return new OperatorError(
    `Папка данных ${place} занята другим сервером (${who}): остановите его или задайте другую DATA_DIR.`,
  );
}

function unwritable(place: string, cause: unknown): OperatorError {
  const code = (cause as { code?: string }).code;
  return new OperatorError(
    `Папка данных DATA_DIR недоступна для записи: ${place}${code?.startsWith('E') ? ` (${code.replace('ERR_SQLITE_ERROR', 'SQLite')})` : ''}.`,
    { cause },
  );
}
