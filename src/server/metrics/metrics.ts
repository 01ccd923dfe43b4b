import { countRows } from '../database/page.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { OperatorError } from '#domain/operator-error.ts';
import { lastBackup } from '../backup/names.ts';
import { never } from '../database/outbox.ts';
import type { Context } from '../request/context.ts';
import manifest from '../../../package.json' with { type: 'json' };

/** A scrape more often than this repeats the answers of the database. */
const databaseIntervalMs = 10_000;
const databaseTimeoutMs = 2000;

/** Seconds: targets are 20 ms for reads and 1 s for everything. */
const durationBuckets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics of one process in the text format of Prometheus. */
export function createMetrics(context: Context) {
  const lasting = new Registry();
  collectDefaultMetrics({ register: lasting });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'register_http_requests_total',
    help: 'Answers by method, route and status.',
    labelNames,
    registers: [lasting],
  });
  const duration = new Histogram({
    name: 'register_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer.',
    labelNames: ['method', 'route'] as const,
    buckets: durationBuckets,
    registers: [lasting],
  });
  const database = refreshed(() => readDatabase(context));
  return {
    /** Counts an answer under its route: a template of the contract, never an address. */
    observe(request: FastifyRequest, reply: FastifyReply): void {
      const { method } = request;
      const route = routeOf(request);
      requests.inc({ method, route, status: String(reply.statusCode) });
      duration.observe({ method, route }, reply.elapsedTime / 1000);
    },
    /** Everything that can be read now; what cannot is left out. */
    async scrape(): Promise<{ type: string; body: string }> {
      const moment = new Registry();
      writeProcess(moment, context);
      await writeBackups(moment, context);
      const stored = await database();
      gauge(moment, 'register_database_up', 'Whether the database answers.', stored ? 1 : 0);
      if (stored) writeStored(moment, stored, context.now());
      const { contentType: type } = lasting;
      return { type, body: (await Promise.all([lasting, moment].map((one) => one.metrics()))).join('\n') };
    },
  };
}

/** Addresses are unbounded; routes are not. The site has one: `/*`. */
const routeOf = ({ routeOptions }: FastifyRequest): string =>
  routeOptions.url === undefined || routeOptions.url === '*' ? '/*' : routeOptions.url;

function gauge(
  register: Registry,
  name: string,
  help: string,
  value: number | Record<string, number>,
  label = 'name',
): void {
  const isOne = typeof value === 'number';
  const made = new Gauge({ name, help, labelNames: isOne ? [] : [label], registers: [register] });
  if (isOne) made.set(value);
  else for (const [key, one] of Object.entries(value)) made.set({ [label]: key }, one);
}

function writeProcess(register: Registry, { semaphores, database, publication }: Context): void {
  gauge(register, 'register_build_info', 'Version of the portal.', { [manifest.version]: 1 }, 'version');
  const loads = Object.entries(semaphores).map(([name, { load }]) => [name, load] as const);
  const by = (field: 'running' | 'waiting' | 'refused') =>
    Object.fromEntries(loads.map(([name, load]) => [name, load[field]]));
  gauge(register, 'register_queue_running', 'Tasks that run, by queue.', by('running'), 'queue');
  gauge(register, 'register_queue_waiting', 'Tasks that wait, by queue.', by('waiting'), 'queue');
  const refused = new Counter({
    name: 'register_queue_refused_total',
    help: 'Tasks refused with 503, by queue.',
    labelNames: ['queue'],
    registers: [register],
  });
  for (const [queue, load] of loads) refused.inc({ queue }, load.refused);
  for (const field of ['open', 'idle', 'waiting'] as const) {
    const counts = Object.fromEntries(database.pools.map(({ name, counts: all }) => [name, all[field]]));
    if (database.pools.length > 0)
      gauge(register, `register_pool_${field}`, `PostgreSQL connections, ${field}, by pool.`, counts, 'pool');
  }
  const { now } = publication;
  const states = ['idle', 'queued', 'running', 'stopped', 'away'] as const;
  gauge(
    register,
    'register_publication_state',
    'State of the publisher of this process: 1 for the present one.',
    Object.fromEntries(states.map((state) => [state, now.state === state ? 1 : 0])),
    'state',
  );
  gauge(
    register,
    'register_publication_failing',
    'Whether the last publication failed.',
    now.problem ? 1 : 0,
  );
}

async function writeBackups(register: Registry, { settings }: Context): Promise<void> {
  const last = await lastBackup(settings.DATA_DIR);
  if (!last) return;
  const help = 'Time of the last backup in DATA_DIR.';
  gauge(register, 'register_backup_last_timestamp_seconds', help, last.at / 1000);
}

type Stored = Awaited<ReturnType<typeof readDatabase>>;

/** Shared by all processes of one database. */
async function readDatabase({ db }: Context) {
  const letters = await db
    .selectFrom('outbox')
    .select(['attempts', 'created_at'])
    .where('sent_at', 'is', null)
    .where('due_at', '!=', never)
    .execute();
  const sent = await countRows(db.selectFrom('outbox').where('sent_at', 'is not', null));
  const purges = await countRows(db.selectFrom('purges').where('sent_at', 'is', null));
  const publications = await db
    .selectFrom('publications')
    .select((eb) => ['state', eb.fn.countAll<number | string>().as('count')])
    .groupBy('state')
    .execute();
  const last = await db
    .selectFrom('publications')
    .select(['live_at', 'milliseconds', 'rendered'])
    .where('live_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const alerts = await db.selectFrom('alerts').select('name').execute();
  return { letters, sent, purges, publications, last, alerts };
}

function writeStored(register: Registry, stored: Stored, now: Date): void {
  const { letters, sent, purges, publications, last, alerts } = stored;
  gauge(register, 'register_letters_waiting', 'Letters to be sent.', letters.length);
  const failed = letters.filter(({ attempts }) => attempts > 0).length;
  gauge(register, 'register_letters_failed', 'Waiting letters that have failed at least once.', failed);
  const oldest = Math.min(now.getTime(), ...letters.map(({ created_at }) => Date.parse(created_at)));
  const age = (now.getTime() - oldest) / 1000;
  gauge(register, 'register_letters_oldest_age_seconds', 'Age of the oldest waiting letter.', age);
  gauge(register, 'register_letters_sent', 'Letters sent in the last 90 days.', sent);
  gauge(register, 'register_purges_waiting', 'Purges that the cache in front has not confirmed.', purges);
  gauge(
    register,
    'register_publications',
    'Publications in the history, by state.',
    Object.fromEntries(publications.map(({ state, count }) => [state, Number(count)])),
    'state',
  );
  if (last?.live_at) {
    const at = Date.parse(last.live_at) / 1000;
    gauge(register, 'register_publication_last_timestamp_seconds', 'Time of the last publication.', at);
    const seconds = (last.milliseconds ?? 0) / 1000;
    gauge(
      register,
      'register_publication_last_duration_seconds',
      'Duration of the last publication.',
      seconds,
    );
    gauge(register, 'register_publication_last_pages', 'Pages of the last publication.', last.rendered);
  }
  const standing = Map.groupBy(alerts, ({ name }) => name);
  const counts = Object.fromEntries([...standing].map(([name, all]) => [name, all.length]));
  gauge(register, 'register_alerts', 'Standing alerts of the portal, by name.', counts, 'alert');
}

/** Reads at most once in an interval; undefined when that fails or takes too long. */
function refreshed<Value>(read: () => Promise<Value>): () => Promise<Value | undefined> {
  let kept: { at: number; value: Promise<Value | undefined> } | undefined;
  return () => {
    const at = performance.now();
    if (kept && at - kept.at < databaseIntervalMs) return kept.value;
    const late = pause(databaseTimeoutMs, undefined, { ref: false });
    const value = Promise.race([read().catch(() => undefined), late]);
    kept = { at, value };
    // A failure is tried again by the next scrape.
    void value.then((found) => found === undefined && kept?.value === value && (kept = undefined));
    return value;
  };
}

/** Answers `GET /metrics` at METRICS, apart from readers. Throws OperatorError when the address is taken. */
export async function serveMetrics(place: string, metrics: Metrics) {
  const { hostname, port } = new URL(`http://${place}`);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n');
      return;
    }
    metrics.scrape().then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host: hostname.replace(/[[\]]/g, ''), port: Number(port || 80) });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new OperatorError(
      `Адрес METRICS ${place} занят или недоступен: освободите его или задайте другой.`,
      { cause },
    );
  }
  const address = server.address() as AddressInfo;
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${host}:${address.port}/metrics`,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
    },
  };
}
