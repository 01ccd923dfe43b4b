import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { isWriterBusy } from './storage-errors.ts';
import { currentWriteLimits } from './write-wait.ts';

/**
 * Kysely over node:sqlite. A reading connection is read-only and does not wait for the writer (WAL); the
 * writing connection serves one transaction at a time.
 */
export function sqliteDialect(file: string, access: 'read' | 'write', isFlushed = true): Dialect {
  return {
    createAdapter: () => (access === 'read' ? new ReaderAdapter() : new WriterAdapter()),
    createDriver: () => fileDriver(file, access, isFlushed),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** SQLite's DDL is transactional; Kysely's exception is for pragmas, which the migrations do not use. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Statements are synchronous, so readers can share a connection. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

function fileDriver(file: string, access: 'read' | 'write', isFlushed: boolean): Driver {
  let open: { database: DatabaseSync; connection: Connection } | undefined;
  return {
    async init() {
      const database = new DatabaseSync(file, { timeout: 5000 });
      try {
        await untilFree(() => database.exec('pragma journal_mode = wal'));
        database.exec(isFlushed ? 'pragma synchronous = full' : 'pragma synchronous = off');
        database.exec('pragma foreign_keys = on; pragma temp_store = memory');
        // A large import makes a long WAL, which is truncated to this size afterwards.
        database.exec('pragma journal_size_limit = 33554432');
        // Deleted data are overwritten, or an erased person would stay in free pages.
        database.exec('pragma secure_delete = on');
        // One transaction of an import or restore touches pages all over the file: with the default 2 MB a
        // restore of the whole base takes four times as long.
        if (access === 'write') database.exec('pragma cache_size = -131072');
        // The writer retries without blocking the process; see beginTransaction.
        database.exec(access === 'read' ? 'pragma query_only = on' : 'pragma busy_timeout = 0');
      } catch (error) {
        database.close();
        throw error;
      }
      open = { database, connection: new Connection(database) };
    },

    async acquireConnection() {
      if (!open) throw new Error('The database is not open');
      return open.connection;
    },

    /** IMMEDIATE takes the write lock at once: the transaction cannot fail later for another writer. */
    async beginTransaction(connection) {
      await untilFree(() => connection.executeQuery(CompiledQuery.raw('begin immediate')));
    },

    async commitTransaction(connection) {
      await connection.executeQuery(CompiledQuery.raw('commit'));
    },

    async rollbackTransaction(connection) {
      // On a full disk SQLite has already rolled back.
      if (open?.database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    },

    async releaseConnection() {},

    async destroy() {
      open?.database.close();
      open = undefined;
    },
  };
}

class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, StatementSync>({ max: 200 });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    while (isLongRow()) await breath();
    const statement = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    // A new statement: one being iterated must not be run by another caller.
    const statement = this.#database.prepare(sql);
    for (const row of statement.iterate(...(parameters as SQLInputValue[]))) yield { rows: [row as Row] };
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement) return statement;
    statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** Milliseconds of consecutive statements before a pause. */
const longestRow = 10;
let rowBegan = 0;
let pausing: Promise<void> | undefined;

const isLongRow = () => performance.now() - rowBegan > longestRow;

/** Statements are synchronous: without a pause a long series blocks the server. */
function breath(): Promise<void> {
  return (pausing ??= new Promise((resolve) => {
    setImmediate(() => {
      pausing = undefined;
      rowBegan = performance.now();
      resolve();
    });
  }));
}

/** Retries with growing delays while another process writes. */
async function untilFree<Result>(action: () => Result | Promise<Result>): Promise<Result> {
  const deadline = performance.now() + currentWriteLimits().waitMs;
  for (let wait = 2; ; wait = Math.min(wait * 2, 100)) {
    try {
      return await action();
    } catch (error) {
      if (!isWriterBusy(error) || performance.now() > deadline) throw error;
      await pause(wait);
    }
  }
}
