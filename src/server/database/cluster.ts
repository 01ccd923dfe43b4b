import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';

/** What the processes of one database agree on; a portal on SQLite is one process. */
export interface Cluster {
  /** Claims a kind of work for this process, until it is released or the process ends; false while another has it. */
  claim(name: string): Promise<boolean>;
  /** Whether this process has claimed it; false while the database is away. */
  holds(name: string): boolean;
  release(name: string): Promise<void>;
  /** Living processes, this one included; the last known number while the database is away. */
  countProcesses(): Promise<number>;
  /** To the other processes, which get it once or, while they have no connection, never. */
  send(message: string): Promise<void>;
  onMessage(listener: (message: string) => void): void;
  close(): Promise<void>;
}

export const singleProcess: Cluster = {
  claim: async () => true,
  holds: () => true,
  release: async () => {},
  countProcesses: async () => 1,
  send: async () => {},
  onMessage: () => {},
  close: async () => {},
};

/** Milliseconds between two tries to connect, and after which a query without an answer means a lost connection. */
const reconnectMs = 1000;
const queryTimeoutMs = 5000;

/** The channel of `pg_notify` that the processes of a schema listen to; `database.ts` sends there on each commit. */
export const channelOf = (schema: string): string =>
  `register_${createHash('md5').update(schema).digest('hex')}`;

/**
 * Joins the processes that share DATABASE_URL. Claims are advisory locks of one session, so PostgreSQL itself ends those of a
 * process that dies; a session that was lost is opened again and claims again.
 */
export async function joinCluster(
  { DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>,
  database: Pick<Database, 'id' | 'announce'>,
): Promise<Cluster> {
  if (!DATABASE_URL) return singleProcess;
  const url = DATABASE_URL;
  const listeners: ((message: string) => void)[] = [];
  const claims = new Set<string>();
  const held = new Set<string>();
  let session: pg.Client | undefined;
  let channel = '';
  let lastCount = 1;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function open(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'orphan-register cluster',
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
    client.on('error', () => lose(client));
    client.on('end', () => lose(client));
    client.on('notification', ({ payload = '' }) => receive(payload));
    try {
      await client.connect();
      // The server ends the session, and its claims, soon after this machine has left the network.
      await client.query(`select set_config('tcp_keepalives_idle', '5', false),
        set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false)`);
      const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
      channel = channelOf(rows[0]?.schema ?? '');
      await client.query(`listen ${channel}`);
      await client.query(`select pg_advisory_lock_shared(${scope}, 1)`);
      session = client;
      for (const name of claims) await tryLock(name);
    } catch (error) {
      session = undefined;
      await client.end().catch(() => {});
      throw error;
    }
    // What others have written meanwhile was not heard of.
    database.announce();
  }

  function lose(client: pg.Client): void {
    if (session !== client) return;
    session = undefined;
    held.clear();
    client.end().catch(() => {});
    reconnect();
  }

  function reconnect(): void {
    if (isClosed) return;
    timer = setTimeout(() => void open().catch(reconnect), reconnectMs).unref();
  }

  function receive(payload: string): void {
    const [sender, message] = payload.split(/ (.*)/s, 2);
    if (sender === database.id) return;
    if (message === undefined) return database.announce();
    for (const listener of listeners) listener(message);
  }

  async function tryLock(name: string): Promise<boolean> {
    if (held.has(name)) return true;
    const client = session;
    const result = await client?.query<{ isOurs: boolean }>(
      `select pg_try_advisory_lock(${scope}, hashtext($1)) as "isOurs"`,
      [name],
    );
    const isOurs = result?.rows[0]?.isOurs === true && session === client;
    if (isOurs) held.add(name);
    return isOurs;
  }

  await open();
  return {
    async claim(name) {
      claims.add(name);
      const isOurs = await tryLock(name).catch(() => false);
      if (!isOurs) claims.delete(name);
      return isOurs;
    },
    holds: (name) => held.has(name),
    async release(name) {
      claims.delete(name);
      if (!held.delete(name)) return;
      await session?.query(`select pg_advisory_unlock(${scope}, hashtext($1))`, [name]).catch(() => {});
    },
    async countProcesses() {
      const result = await session
        ?.query<{ count: string }>(
          `select count(*) from pg_locks where locktype = 'advisory' and objsubid = 2 and objid = 1
            and classid = ${scope}::oid and database = (select oid from pg_database where datname = current_database())`,
        )
        .catch(() => undefined);
      return (lastCount = Number(result?.rows[0]?.count ?? lastCount));
    },
    async send(message) {
      await session?.query('select pg_notify($1, $2)', [channel, `${database.id} ${message}`]);
    },
    onMessage: (listener) => void listeners.push(listener),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      held.clear();
      const client = session;
      session = undefined;
      await client?.end().catch(() => {});
    },
  };
}

/** The first key of all advisory locks of a schema's processes. */
const scope = `hashtext('orphan-register processes ' || current_schema())`;
