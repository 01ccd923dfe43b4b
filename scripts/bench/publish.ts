import { statSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rename, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '#domain/operator-error.ts';
import type { EditedRecord } from '#contract/editors.ts';
import { compile } from '#publisher/compiled.ts';
import { siteFolders } from '#publisher/release.ts';
import { importFile } from '#server/import/run.ts';
import { startServer, type Server } from '#server/main.ts';
import { readSettings, type Settings } from '#server/settings.ts';
import { addPerson, withSession, type Browser } from '../../tests/sample/people.ts';
import { startPublisher } from '../publishing.ts';
import { median, paceOf, quantile, seconds, weightOf, type Weight } from './publish/figures.ts';
import { measurePeers, type PublishPeer } from './publish/peers.ts';
import { multiply } from './publish/records.ts';
import { publishApart, type Apart } from './publish/apart.ts';
import { readArguments } from '../arguments.ts';

export const usage = {
  name: 'bench publish',
  arguments: '[SIZES…]',
  about:
    'one changed title from the press of the button to the reader, and the whole site, at so many records, by default 1000',
  options: {
    peers: { about: 'beside plain and incremental astro build, Eleventy and Hugo' },
  },
} as const;

const starter = path.join(import.meta.dirname, '../../src/starter');
const siteUrl = 'http://register.example';
/** Title changes; the first ones warm up. */
const rounds = { warming: 10, counted: 100 };

/** `npm run bench -- publish [--peers] [SIZES…]`: sizes in records, by default 1000. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, usage);
  const withPeers = values.peers;
  const sizes = positionals.map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 500 || size > 200_000))
    throw new OperatorError('Размеры — числа записей от 500 до 200000: npm run bench -- publish 1000 10000.');
  for (const size of sizes.length > 0 ? sizes : [1000]) {
    const folder = await mkdtemp(path.join(tmpdir(), 'register-bench-'));
    try {
      await measure(size, folder, withPeers);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function measure(size: number, folder: string, withPeers: boolean): Promise<void> {
  const settings = readSettings({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    SITE_URL: siteUrl,
  });
  await using server = await startServer({ settings });
  const startedAt = performance.now();
  const report = (what: string) =>
    console.log(
      `${size}: ${what} … (${seconds(performance.now() - startedAt)} s, load ${loadavg()[0]?.toFixed(1)})`,
    );
  report('records');
  await importFile(server.database, { format: 'records', input: starter });
  await multiply(server.database, size);
  report('compiling');
  await compile(siteUrl);
  const options = { api: server.url, dataDir: folder, siteUrl };
  report('the first publication');
  const first = await publishApart(options, 'first');
  report('a full render');
  // Into an empty directory, because unchanged files are linked otherwise. The old one is moved aside and
  // deleted at the end: thousands of deletions slow the file system threefold.
  const { releases, current } = siteFolders(folder);
  await rename(releases, path.join(folder, 'before'));
  await rm(current);
  const full = await publishApart(options, 'full');
  const made = await weightOf(await realpath(siteFolders(folder).current));
  report('one title, cold');
  const row: Record<string, string> = {
    records: String(size),
    'files of pages': String(full.pages),
    'first publication, s (the catalogue is read too)': seconds(first.rendered),
    'full render, s': seconds(full.rendered),
    'full render: processor, s': seconds(full.processor),
    'full render: memory, MB': String(full.megabytes),
    'full render: files/s, MB/s': `${paceOf(made, full.rendered)['files/s']}, ${paceOf(made, full.rendered)['MB/s']}`,
    'and their .br, s': seconds(full.compressed),
    'and their .br: processor, s': seconds(full.compressing),
    'disk, MB: files, with .br': `${(made.bytes / 1e6).toFixed(0)}, ${(made.bytesInAll / 1e6).toFixed(0)}`,
  };
  const editor = await deskOf(server, settings);
  const cold: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const { press } = await editor.prepare();
    const pressedAt = performance.now();
    await press();
    await publishApart(options, 'content');
    cold.push(performance.now() - pressedAt);
  }
  row['one title, cold, ms'] = median(cold).toFixed(0);
  report('one title, warm');
  const warm = await measureWarm(server, settings, editor);
  Object.assign(row, warm.row);
  print(row);
  if (!withPeers) return;
  report('the peers');
  const peers = await measurePeers(server, folder, async () => (await editor.prepare()).press());
  compare(peers, { full, made, title: warm.onDisk });
}

/** Table of all builders: output, time, and multiple of ours. */
function compare(
  peers: Record<string, PublishPeer>,
  { full, made, title }: { full: Apart; made: Weight; title: number },
): void {
  const inAll = full.rendered + full.compressed;
  const ours = {
    'ours, readers have it': { ...paceOf(made, full.rendered), 'one title, ms': title.toFixed(0) },
    'ours, with .br': paceOf(made, inAll),
  };
  const theirs = Object.entries(peers).flatMap(([name, { whole, update = whole, weight }]) => {
    if (whole === undefined || update === undefined || !weight) return [];
    const ratios = {
      'everything / ours': (whole / full.rendered).toFixed(2),
      'everything / ours with .br': (whole / inAll).toFixed(2),
      'one title / ours': Math.round(update / title),
    };
    return [[name, { ...paceOf(weight, whole), 'one title, ms': update.toFixed(0), ...ratios }] as const];
  });
  console.table({ ...ours, ...Object.fromEntries(theirs) });
  for (const [name, { note }] of Object.entries(peers)) if (note) console.log(`${name}: ${note}`);
}

function print(row: Record<string, string>): void {
  const width = Math.max(...Object.keys(row).map(({ length }) => length));
  for (const [name, value] of Object.entries(row)) console.log(`${name.padEnd(width)}  ${value}`);
}

/** A draft with another title, ready to publish. */
interface Ready {
  id: number;
  title: string;
  press(): Promise<void>;
}

interface Desk {
  prepare(): Promise<Ready>;
}

/** An editor who drafts and publishes titles through the API. */
async function deskOf(server: Server, settings: Settings): Promise<Desk> {
  const portal = { ...server, settings };
  const person = await addPerson(portal, 'editor', { email: 'bench@example.org' });
  const browser: Browser = await withSession(portal, person);
  const diseases = await server.database.kysely
    .selectFrom('records')
    .select('id')
    .where('kind', '=', 'disease')
    .where('state', '=', 'published')
    .orderBy('id')
    .limit(90)
    .execute();
  let renamed = 0;
  const call = async (method: 'get' | 'post', url: string, fields?: Record<string, unknown>) => {
    const answer = method === 'get' ? await browser.get(url) : await browser.post(url, fields);
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${answer.text}`);
    return answer.data as EditedRecord;
  };
  return {
    async prepare() {
      renamed += 1;
      const { id } = diseases[(renamed * 37) % diseases.length]!;
      const before = await call('get', `/api/editors/records/${id}`);
      const base = String(before.fields['title']).replace(/ \(правка \d+\)$/, '');
      const title = `${base} (правка ${renamed})`;
      const saved = await call('post', `/api/editors/records/${id}/draft`, {
        fields: JSON.stringify({ title }),
        expected_version: String(before.draft?.version ?? 0),
        base_version: String(before.version),
      });
      const fields = { reason: 'Измерение', expected_version: String(saved.draft?.version ?? 0) };
      return {
        id,
        title,
        press: async () => void (await call('post', `/api/editors/records/${id}/publish`, fields)),
      };
    },
  };
}

/** The server in operation: publishes a title and polls the page until it is there. */
async function measureWarm(
  server: Server,
  settings: Settings,
  editor: Desk,
): Promise<{ row: Record<string, string>; onDisk: number }> {
  const worker = startPublisher(server, settings);
  const { current } = siteFolders(settings.DATA_DIR);
  const times: Record<'answered' | 'own page on disk' | 'all pages live' | 'seen by a client', number[]> = {
    answered: [],
    'own page on disk': [],
    'all pages live': [],
    'seen by a client': [],
  };
  const touched: number[] = [];
  const isIdle = () => server.context.publication.now.state === 'idle';
  try {
    while (!isIdle()) await pause(20);
    for (let round = 0; round < rounds.warming + rounds.counted; round += 1) {
      const lastId = await lastPublication(server);
      const { id, title, press } = await editor.prepare();
      const pressedAt = performance.now();
      const answered = press().then(() => performance.now() - pressedAt);
      const file = path.join(current, 'deseases', String(id), 'index.html');
      let onDisk = 0;
      let isSeen = 0;
      while (!isSeen) {
        if (!onDisk && statSync(file).mtimeMs + slack >= performance.timeOrigin + pressedAt) {
          if ((await readFile(file, 'utf8')).includes(title)) onDisk = performance.now();
        }
        const html = onDisk ? await (await fetch(new URL(`/deseases/${id}/`, server.url))).text() : '';
        if (html.includes(title)) isSeen = performance.now();
        else await pause(1);
      }
      const live = await ended(server, lastId);
      await answered;
      if (round < rounds.warming) continue;
      times.answered.push(await answered);
      times['own page on disk'].push(onDisk - pressedAt);
      times['seen by a client'].push(isSeen - pressedAt);
      times['all pages live'].push(live.at - pressedAt);
      touched.push(live.pages);
    }
  } finally {
    await worker.stop();
  }
  const row: Record<string, string> = {};
  for (const [name, values] of Object.entries(times))
    row[`one title, ${name}, ms p50 / p95`] = `${quantile(values, 0.5)} / ${quantile(values, 0.95)}`;
  row['pages touched, p50 / most'] = `${quantile(touched, 0.5)} / ${Math.max(...touched)}`;
  return { row, onDisk: median(times['own page on disk']) };
}

/** Granularity of file timestamps, in milliseconds. */
const slack = 10;

async function lastPublication(server: Server): Promise<number> {
  const { last } = await server.database.kysely
    .selectFrom('publications')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Waits for the end of a later publication: all pages and compressed variants are in place. */
async function ended(server: Server, after: number): Promise<{ at: number; pages: number }> {
  for (;;) {
    const found = await server.database.kysely
      .selectFrom('publications')
      .select(['id', 'changed'])
      .where('id', '>', after)
      .where('state', '=', 'live')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (found) return { at: performance.now(), pages: found.changed ?? 0 };
    await pause(2);
  }
}
