import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { OperatorError } from '#domain/operator-error.ts';
import { makeSemaphore, overloaded } from '../base/semaphore.ts';
import { auditKeysOf, keysOfWriting, type AuditKeys, type AuditKeySettings } from '../base/audit-keys.ts';
import type { Settings } from '../settings.ts';
import { migrate } from './migrations.ts';
import { isOutOfRoom, isWriterBusy } from './storage-errors.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';
import type { Dialect, Tables } from './tables.ts';
import { currentWriteLimits, inBackground, inPassing } from './write-wait.ts';

/** Type of read-only queries; readers and transactions fit. */
export type ReadDatabase = Kysely<Tables>;
export type WriteTransaction = Transaction<Tables>;

export interface Database extends AsyncDisposable {
  /** Id of this process among those of the database. */
  id: string;
  /** For reading; `transaction` writes. */
  kysely: ReadDatabase;
  dialect: Dialect;
  auditKeys: AuditKeys;
  /** An atomic write. Writers are serialised, also between processes, so numbers grow in commit order. */
  transaction<Result>(action: (tx: WriteTransaction) => Promise<Result>): Promise<Result>;
  snapshot<Result>(action: (db: ReadDatabase) => Promise<Result>): Promise<Result>;
  /** Whether writes have space: none has failed recently, and a trial write succeeds. */
  hasRoom(): Promise<boolean>;
  /** A write without effect; fails like any write. */
  tryWrite(): Promise<void>;
  onCommit(listener: () => void): void;
  /** Removes deleted data from the database files, including the WAL. */
  settle(): Promise<void>;
  announce(): void;
  /** Pools of connections to PostgreSQL in this process; none with SQLite. */
  pools: readonly ConnectionPool[];
  close(): Promise<void>;
}

export interface ConnectionPool {
  name: 'read' | 'write' | 'copy';
  /** Open connections, unused ones among them, and queries that wait for one. */
  readonly counts: { open: number; idle: number; waiting: number };
}

/** Location of a database; audit keys default to the portal's. */
type Place = Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'> &
  Pick<AuditKeySettings, 'AUDIT_KEY' | 'AUDIT_KEY_FILE'>;

export async function openDatabase(
  settings: Place,
  {
    migrations,
    isFlushed = true,
  }: {
    /** Migrations to apply; default: all; `none`: opens the database of any release unchanged. */
    migrations?: readonly string[] | 'none';
    /** SQLite syncs each commit, which a power cut requires. Tests may disable it. */
    isFlushed?: boolean;
  } = {},
): Promise<Database> {
  const auditKeys = auditKeysOf(settings);
  const database = settings.DATABASE_URL
    ? openPostgres(settings.DATABASE_URL, auditKeys)
    : await openSqlite(settings.DATA_DIR, { auditKeys, isFlushed });
  try {
    await database.transaction(async (tx) => {
      await sql`select 1`.execute(tx);
      if (migrations === 'none') return;
      // A migration may rewrite a large table.
      if (database.dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(tx);
      await migrate(tx as unknown as Kysely<never>, database.dialect, migrations);
    });
  } catch (error) {
    await database.close();
    throw explained(error, settings);
  }
  return database;
}

async function openSqlite(
  folder: string,
  { auditKeys, isFlushed }: { auditKeys: AuditKeys; isFlushed: boolean },
): Promise<Database> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw explained(error, { DATA_DIR: folder });
  }
  const file = path.join(folder, 'register.sqlite');
  // The writer first: it creates the file.
  const writer = new Kysely<Tables>({ dialect: sqliteDialect(file, 'write', isFlushed) });
  const reader = new Kysely<Tables>({ dialect: sqliteDialect(file, 'read') });
  return assemble('sqlite', {
    id: randomUUID(),
    auditKeys,
    reader,
    writer,
    pools: [],
    queue: (tx) => tx,
    async snapshot(action) {
      // A separate connection: a snapshot must not hold back other readers.
      const still = new Kysely<Tables>({ dialect: sqliteDialect(file, 'read') });
      try {
        await sql`begin`.execute(still);
        return await action(still);
      } finally {
        await still.destroy();
      }
    },
  });
}

/** Limits in milliseconds for a read statement and for an idle transaction. */
const readStatementMs = 60_000;
const idleTransactionMs = 60_000;

/** One connection for writers, separate ones for long reads: readers wait for neither. */
function openPostgres(url: string, auditKeys: AuditKeys): Database {
  const id = randomUUID();
  const pools: ConnectionPool[] = [];
  const open = (name: ConnectionPool['name'], config: pg.PoolConfig) => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      idle_in_transaction_session_timeout: idleTransactionMs,
      application_name: 'orphan-register',
      ...config,
    });
    // A broken connection fails its own query and is replaced; an `error` event without a listener would end
    // the process. The pool emits it for idle connections only.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    pools.push({
      name,
      get counts() {
        return { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount };
      },
    });
    return new Kysely<Tables>({ dialect: postgresDialect(pool) });
  };
  const reader = open('read', { max: 10, statement_timeout: readStatementMs });
  const writer = open('write', { max: 1 });
  // A backup reads everything and may write to a slow disk.
  const still = open('copy', { max: 3, idle_in_transaction_session_timeout: 10 * 60_000 });
  return assemble('postgres', {
    id,
    pools,
    auditKeys,
    reader,
    writer,
    still,
    async queue(tx, waitMs) {
      const { statementMs } = currentWriteLimits();
      // 0 would disable `lock_timeout`. Other processes are notified of the commit (`cluster.ts`).
      await sql`select set_config('lock_timeout', ${String(Math.max(1, Math.ceil(waitMs)))}, true),
        set_config('statement_timeout', ${String(statementMs)}, true),
        pg_notify('orphan_register', md5(current_schema()) || ' ' || ${id}::text),
        pg_advisory_xact_lock(hashtext('orphan-register ' || current_schema()))`.execute(tx);
    },
    snapshot: (action) =>
      still.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(action),
  });
}

interface Parts extends Pick<Database, 'id' | 'pools' | 'auditKeys' | 'snapshot'> {
  reader: Kysely<Tables>;
  writer: Kysely<Tables>;
  still?: Kysely<Tables>;
  /** Waits for writers of other processes, up to the limit. */
  queue: (tx: WriteTransaction, waitMs: number) => unknown;
}

/** Milliseconds that a failed write for lack of space is remembered. */
const roomMemory = 2000;

function assemble(
  dialect: Dialect,
  { id, auditKeys, pools, reader, writer, still, queue, snapshot }: Parts,
): Database {
  const listeners: (() => void)[] = [];
  const announce = () =>
    inBackground(() => {
      for (const listener of listeners) listener();
    });
  const { write, tryWrite, hasRoom } = openWriter({ writer, queue, auditKeys });
  const close = async () => {
    for (const pool of [reader, writer, still]) await pool?.destroy();
  };
  return {
    pools,
    id,
    kysely: reader,
    dialect,
    auditKeys,
    async transaction(action) {
      const result = await write(action);
      announce();
      return result;
    },
    announce,
    tryWrite,
    settle: async () => (dialect === 'sqlite' ? await truncateLog(writer) : undefined),
    snapshot,
    hasRoom,
    onCommit: (listener) => void listeners.push(listener),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Writes of this process, one after another, and whether the disk has room for them. */
function openWriter({ writer, queue, auditKeys }: Pick<Parts, 'writer' | 'queue' | 'auditKeys'>) {
  let hadRoom = true;
  let missedAt = -Infinity;
  // Writers of this process queue before taking the connection.
  const writers = makeSemaphore({ width: 1, maxQueue: Infinity });
  const write: Database['transaction'] = async (action) => {
    const { waitMs } = currentWriteLimits();
    const deadline = performance.now() + waitMs;
    try {
      const result = await writers.run(
        () =>
          writer.transaction().execute(async (tx) => {
            await queue(tx, deadline - performance.now());
            keysOfWriting.give(tx, auditKeys);
            return await action(tx);
          }),
        waitMs,
      );
      hadRoom = true;
      return result;
    } catch (error) {
      if (isOutOfRoom(error)) {
        hadRoom = false;
        missedAt = performance.now();
      }
      throw isLockTimeout(error) ? overloaded() : error;
    }
  };
  const tryWrite = () =>
    inPassing(() =>
      write(async (tx) => {
        await tx
          .updateTable('meta')
          .set((eb) => ({ value: eb.ref('value') }))
          .where('name', '=', 'change')
          .execute();
      }),
    );

  async function hasRoom(): Promise<boolean> {
    // A small write may fit where a larger one does not.
    if (performance.now() - missedAt < roomMemory) return false;
    if (hadRoom) return true;
    try {
      await tryWrite();
      return true;
    } catch (error) {
      if (isOutOfRoom(error) || isWriterBusy(error)) return false;
      throw error;
    }
  }

  return { write, tryWrite, hasRoom };
}

/** Checkpoints and truncates the WAL. */
async function truncateLog(writer: Kysely<Tables>): Promise<void> {
  for (let number = 0; number < 20; number += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer);
    if (rows[0]?.busy === 0) return;
    // A reader still uses an older state.
    await pause(50);
  }
}

const isLockTimeout = (error: unknown) => (error as { code?: string }).code === '55P03';

/** A message for the operator if a folder, file or server is the cause; other errors unchanged. */
function explained(error: unknown, settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL'>): unknown {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message?: string };
  const cause = { cause: error };
  if (message?.startsWith('corrupted migrations'))
    return new OperatorError('База данных создана более новой версией портала: обновите программу.', cause);
  if (settings.DATABASE_URL) {
    const { host } = new URL(settings.DATABASE_URL);
    const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'];
    if (code && unreachable.includes(code))
      return new OperatorError(`База данных DATABASE_URL недоступна: ${host} не отвечает (${code}).`, cause);
    if (code && ['28P01', '28000', '3D000', '42501'].includes(code))
      return new OperatorError(
        `База данных DATABASE_URL (${host}) не впускает: ${(error as Error).message}.`,
        cause,
      );
    return error;
  }
  const folder = path.resolve(settings.DATA_DIR);
  if (code && ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code))
    return new OperatorError(`Папка данных DATA_DIR недоступна для записи: ${folder} (${code}).`, cause);
  // SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM
  if (errcode !== undefined && [14, 8, 3].includes(errcode & 0xff))
    return new OperatorError(`Папка данных DATA_DIR недоступна для записи: ${folder}.`, cause);
  // SQLITE_NOTADB, SQLITE_CORRUPT
  if (errcode !== undefined && [26, 11].includes(errcode & 0xff))
    return new OperatorError(`Файл базы повреждён или это не база: ${folder}/register.sqlite.`, cause);
  return error;
}

/** Runs a write, rolls it back and returns its result. */
export async function dryRun<Result>(
  { transaction }: Database,
  action: (tx: WriteTransaction) => Promise<Result>,
): Promise<Result> {
  const done: { result: Result }[] = [];
  const rollback = new Error('dry run');
  try {
    await transaction(async (tx) => {
      done.push({ result: await action(tx) });
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  return done[0]!.result;
}
