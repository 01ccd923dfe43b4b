import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { writeRecords } from '#server/catalogue/store.ts';
import type { Draft } from '#server/catalogue/draft.ts';
import { putTerms } from '#server/catalogue/terms.ts';
import { openDatabase } from '#server/database/database.ts';
import { findServer } from '#server/database/lock.ts';
import { readArguments, readCount } from '../arguments.ts';

export const usage = {
  name: 'bench api',
  arguments: '[RECORDS] [SECONDS]',
  about: 'reads of the API a second and their p99 beside a Fastify route that answers a constant',
} as const;

const areas = ['metabolic', 'neurology', 'hematology', 'oncology', 'cardiology'];

/** `npm run bench -- api [RECORDS] [SECONDS]`: rows are measured one after the other. */
export async function run(args: string[]): Promise<void> {
  const { positionals } = readArguments(args, usage);
  const [records = 10_000, seconds = 5] = positionals.map((text) => readCount(text, 'RECORDS SECONDS'));
  const folder = await mkdtemp(path.join(tmpdir(), 'register-bench-'));
  const started: ChildProcess[] = [];
  try {
    const ids = await fill(folder, records);
    const api = await startApi(folder, started);
    const constant = await startConstant(started);
    const [first = 1] = ids;
    const rows: Row[] = [];
    const measure = async (name: string, urls: string[]) => {
      const row = await shoot(name, urls, seconds);
      rows.push(row);
      return row;
    };
    const peer = await measure('constant (Fastify)', [constant]);
    const detail = await measure('one record', [`${api}api/diseases/${first}`]);
    await measure(
      `${ids.length} records in turn`,
      ids.map((id) => `${api}api/diseases/${id}`),
    );
    await measure('list, first page', [`${api}api/diseases`]);
    await measure(
      'lists, 160 pages',
      range(160).map((page) => `${api}api/diseases?page=${page}`),
    );
    await measure('filter with counts', [`${api}api/diseases/filter?areas=metabolic`]);
    const filters = areas.flatMap((area) =>
      range(20).map((page) => `${api}api/diseases/filter?areas=${area}&page=${page}`),
    );
    await measure(`${filters.length} filters with counts`, filters);
    rows.push(
      await pace(
        'records at 200 a second',
        ids.map((id) => `${api}api/diseases/${id}`),
        seconds,
      ),
    );
    await fetch(`${api}fhir/metadata`);
    rows.push(
      await pace(
        'FHIR $lookup at 200 a second',
        range(records).map(
          (code) => `${api}fhir/CodeSystem/$lookup?system=http://www.orpha.net&code=${code}`,
        ),
        seconds,
      ),
    );
    print(rows);
    console.log(`ratio of one record to the constant: ${(detail.perSecond / peer.perSecond).toFixed(2)}`);
  } finally {
    for (const child of started) child.kill('SIGTERM');
    await Promise.all(started.filter((child) => child.exitCode === null).map((child) => once(child, 'exit')));
    await rm(folder, { recursive: true, force: true });
  }
}

interface Row {
  name: string;
  perSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

/** Maximum throughput of twenty connections. */
async function shoot(name: string, urls: string[], duration: number): Promise<Row> {
  const [url = ''] = urls;
  const result = await autocannon({
    url: new URL(url).origin,
    connections: 20,
    duration,
    requests: urls.map((address) => ({ path: address.slice(new URL(address).origin.length) })),
  });
  return {
    name,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

/** Two hundred requests a second, open loop: latency is measured from the due time. */
async function pace(name: string, urls: string[], seconds: number): Promise<Row> {
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  let failed = 0;
  const send = async (number: number) => {
    const due = started + number * 5;
    await pause(Math.max(0, due - performance.now()));
    failed += (await statusOf(urls[number % urls.length] ?? '', agent)) === 200 ? 0 : 1;
    return performance.now() - due;
  };
  const times = (await Promise.all(range(seconds * 200).map(send))).toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  agent.destroy();
  return { name, perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), failed };
}

const statusOf = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    get(url, { agent }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode ?? 0)),
    ).on('error', reject);
  });

function print(rows: Row[]): void {
  console.log(
    `${'answers'.padEnd(28)}${'a second'.padStart(10)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'failed'.padStart(8)}`,
  );
  for (const { name, perSecond, p50, p99, failed } of rows)
    console.log(
      `${name.padEnd(28)}${perSecond.toFixed(0).padStart(10)}${String(p50).padStart(8)}${String(p99).padStart(8)}${String(failed).padStart(8)}`,
    );
}

/** A catalogue of average diseases: about 4 kB each, with signs, genes and sources. */
export async function fill(folder: string, count: number): Promise<number[]> {
  const database = await openDatabase({ DATA_DIR: folder, DATABASE_URL: undefined });
  const written = await database.transaction(async (tx) => {
    await putTerms(
      tx,
      'therapeuticarea',
      areas.map((code, position) => ({ code, title: code, position })),
    );
    return await writeRecords(tx, range(count).map(sampleDisease));
  });
  await database.close();
  return written.flatMap((answer) => (answer.outcome === 'rejected' ? [] : [answer.id]));
}

function sampleDisease(number: number): Draft {
  return {
    kind: 'disease',
    fields: {
      title: `${'АБВГДЕЖЗИК'.charAt(number % 10)}олезнь ${number}`,
      title_status: number % 3 ? 'translated' : 'established',
      title_en: `Disease ${number}`,
      orpha: number,
      areas: [areas[number % areas.length], areas[(number * 7) % areas.length]].filter(
        (area, i, all) => all.indexOf(area) === i,
      ),
      inheritance: number % 2 ? ['autosomal-recessive'] : ['autosomal-dominant', 'unknown'],
      onset: ['infancy', 'childhood'].slice(number % 2),
      genes: range(3).map((gene) => ({
        symbol: `G${number}-${gene}`,
        name: 'A gene with a name of its own',
        role: 'causal',
      })),
      signs: range(25).map((sign) => ({
        hpo: `HP:${String(sign).padStart(7, '0')}`,
        label: `Признак под номером ${sign}`,
        label_en: `Sign number ${sign}`,
        frequency: 'frequent',
      })),
      definition_en: 'A sentence that defines the disease as far as a measurement needs it. '.repeat(8),
    },
    sources: [{ title: 'Measurement', date: '2026-11-21', fields: ['signs', 'genes'] }],
    state: 'published',
    origins: 'records',
    author: 'bench',
  };
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** The server as in operation, without its log. */
async function startApi(folder: string, started: ChildProcess[]): Promise<string> {
  const server = path.resolve(import.meta.dirname, '../../src/server/main.ts');
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: '0',
    DATABASE_URL: '',
    LOG_LEVEL: 'info',
    RATE_LIMIT: '0',
  };
  started.push(spawn(process.execPath, [server], { env, stdio: ['ignore', 'ignore', 'inherit'] }));
  for (;;) {
    const url = findServer(folder)?.url;
    if (url) return url;
    await pause(20);
  }
}

async function startConstant(started: ChildProcess[]): Promise<string> {
  const program = `
    import Fastify from 'fastify';
    const app = Fastify();
    app.get('/', async () => ({ status: 'success', data: null }));
    console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
    process.once('SIGTERM', () => app.close());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return `${String(line).trim()}/`;
}
