import pg from 'pg';
import type { Settings } from '../settings.ts';
import type { Database } from './database.ts';

/** Coordination of the processes of one database; a portal on SQLite is one process. */
export interface Cluster {
  /** Claims work for this process until release or exit; false while another holds it. */
  claim(name: string): Promise<boolean>;
  /** Whether this process holds the claim; false while the database is unreachable. */
  holds(name: string): boolean;
  release(name: string): Promise<void>;
  /** Live processes including this one; the last known number while the database is unreachable. */
  countProcesses(): Promise<number>;
  /** Sends to the other processes, at most once each: never to a disconnected one. */
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

/** Milliseconds between attempts to connect, and of silence that means a lost connection. */
const reconnectMs = 1000;
const queryTimeoutMs = 5000;

/**
 * Joins the processes that share DATABASE_URL. Claims are advisory locks of one session, so PostgreSQL
 * releases those of a dead process; a lost session is reopened and claims again.
 */
export async function joinCluster(
  { DATABASE_URL }: Pick<Settings, 'DATABASE_URL'>,
  database: Pick<Database, 'id' | 'announce'>,
): Promise<Cluster> {
  if (!DATABASE_URL) return singleProcess;
  const cluster = new PostgresCluster(DATABASE_URL, database);
  await cluster.open();
  return cluster;
}

/** Connection for claims and messages, and identity of the processes of its schema. */
interface Session {
  client: pg.Client;
  key: number;
  scope: string;
}

class PostgresCluster implements Cluster {
  readonly #url: string;
  readonly #database: Pick<Database, 'id' | 'announce'>;
  readonly #listeners: ((message: string) => void)[] = [];
  readonly #claims = new Set<string>();
  readonly #held = new Set<string>();
  #session: Session | undefined;
  #lastCount = 1;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(url: string, database: Pick<Database, 'id' | 'announce'>) {
    this.#url = url;
    this.#database = database;
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'orphan-register cluster',
      connectionTimeoutMillis: queryTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', ({ payload = '' }) => this.#receive(payload));
    try {
      await client.connect();
      // The server ends the session and its claims soon after this machine loses the network.
      await client.query(`select set_config('tcp_keepalives_idle', '5', false),
        set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false)`);
      await client.query('listen orphan_register');
      const { rows } = await client.query<{ key: number; scope: string }>(
        `select hashtext('orphan-register processes ' || current_schema()) as key, md5(current_schema()) as scope`,
      );
      const { key, scope } = rows[0]!;
      await client.query('select pg_advisory_lock_shared($1, 1)', [key]);
      this.#session = { client, key, scope };
      for (const name of this.#claims) await this.#tryLock(name);
    } catch (error) {
      this.#session = undefined;
      await client.end().catch(() => {});
      throw error;
    }
    // Commits of others meanwhile were not announced here.
    this.#database.announce();
  }

  async claim(name: string): Promise<boolean> {
    this.#claims.add(name);
    const isOurs = await this.#tryLock(name).catch(() => false);
    if (!isOurs) this.#claims.delete(name);
    return isOurs;
  }

  holds(name: string): boolean {
    return this.#held.has(name);
  }

  async release(name: string): Promise<void> {
    this.#claims.delete(name);
    if (!this.#held.delete(name) || !this.#session) return;
    const { client, key } = this.#session;
    await client.query('select pg_advisory_unlock($1, hashtext($2))', [key, name]).catch(() => {});
  }

  async countProcesses(): Promise<number> {
    const result = await this.#session?.client
      .query<{ count: string }>(
        `select count(*) from pg_locks where locktype = 'advisory' and objsubid = 2 and objid = 1
          and classid = $1::int::oid and database = (select oid from pg_database where datname = current_database())`,
        [this.#session.key],
      )
      .catch(() => undefined);
    return (this.#lastCount = Number(result?.rows[0]?.count ?? this.#lastCount));
  }

  async send(message: string): Promise<void> {
    if (!this.#session) return;
    const { client, scope } = this.#session;
    const payload = `${scope} ${this.#database.id} ${message}`;
    await client.query("select pg_notify('orphan_register', $1)", [payload]);
  }

  onMessage(listener: (message: string) => void): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#held.clear();
    const client = this.#session?.client;
    this.#session = undefined;
    await client?.end().catch(() => {});
  }

  #lose(client: pg.Client): void {
    if (this.#session?.client !== client) return;
    this.#session = undefined;
    this.#held.clear();
    client.end().catch(() => {});
    this.#reconnect();
  }

  #reconnect(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.open().catch(() => this.#reconnect()), reconnectMs).unref();
  }

  /** `SCOPE SENDER`: a commit (`database.ts`); `SCOPE SENDER TEXT`: a message. */
  #receive(payload: string): void {
    const [, scope, sender, message] = /^(\S+) (\S+)(?: (.*))?$/s.exec(payload) ?? [];
    if (scope !== this.#session?.scope || sender === this.#database.id) return;
    if (message === undefined) return this.#database.announce();
    for (const listener of this.#listeners) listener(message);
  }

  async #tryLock(name: string): Promise<boolean> {
    if (this.#held.has(name)) return true;
    const session = this.#session;
    const result = await session?.client.query<{ isOurs: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as "isOurs"',
      [session.key, name],
    );
    const isOurs = result?.rows[0]?.isOurs === true && this.#session === session;
    if (isOurs) this.#held.add(name);
    return isOurs;
  }
}
