import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '#domain/operator-error.ts';
import { findDescendants, findFreePort } from '../check/product.ts';
import { root } from '../check/tool.ts';
import { median } from './publish/figures.ts';
import { readArguments, readCount } from '../arguments.ts';

export const usage = {
  name: 'bench compare',
  arguments: 'REV',
  about:
    'this tree beside another revision in alternating runs: start, full render, edit, API and search by the commands that both have',
  options: {
    whole: { about: 'with the whole catalogue' },
    rounds: { value: 'N', about: 'rounds, usually 5' },
  },
} as const;

/** Milliseconds between samples of memory. */
const sampleMs = 100;

interface Side {
  name: string;
  tree: string;
  /** Figures of all rounds by measure: seconds, or megabytes. */
  figures: Record<string, number[]>;
}

interface Used {
  /** Seconds to the awaited line, or to the end. */
  wall: number;
  /** Seconds of all processors, children included. */
  processor: number;
  /** Peak of the memory of all processes together. */
  megabytes: number;
}

/**
 * `npm run bench -- compare REV [--whole] [--rounds 5]`: prints medians and ratios, this tree to the revision. The sides
 * take turns in going first.
 */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, usage);
  const [revision = ''] = positionals;
  const rounds = readCount(values.rounds ?? '5', '--rounds');
  const catalogue = values.whole ? 'whole' : 'starter';
  const folder = await mkdtemp(path.join(tmpdir(), 'register-compare-'));
  const other = path.join(folder, 'tree');
  try {
    addTree(revision, other);
    const sides: Side[] = [
      { name: 'this tree', tree: root, figures: {} },
      { name: revision, tree: other, figures: {} },
    ];
    // Compiles the site and fills the caches of both.
    for (const side of sides) await measure(side, path.join(folder, 'data'), catalogue, false);
    for (let round = 0; round < rounds; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        console.log(`round ${round + 1}: ${side.name} (load ${loadavg()[0]?.toFixed(1)})`);
        await measure(side, path.join(folder, 'data'), catalogue, true);
      }
    }
    print(sides);
  } finally {
    if (existsSync(other)) execFileSync('git', ['worktree', 'remove', '--force', other], { cwd: root });
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A work tree of the revision with its packages. `npm ci` refuses the lock files of early revisions, which lack
 * optional packages.
 */
function addTree(revision: string, tree: string): void {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', tree, revision], {
    cwd: root,
    stdio: 'inherit',
  });
  const lock = (of: string) => readFileSync(path.join(of, 'package-lock.json'), 'utf8');
  if (lock(root) !== lock(tree))
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'], {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  else
    cpSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (place) => !/node_modules\/\.(register|vite|cache)$/.test(place),
    });
}

/** One round of a side in an empty DATA_DIR. */
async function measure(
  { tree, figures }: Side,
  data: string,
  catalogue: string,
  isCounted: boolean,
): Promise<void> {
  const keep = (name: string, { wall, processor, megabytes }: Partial<Used>) => {
    if (!isCounted) return;
    for (const [unit, value] of Object.entries({
      s: wall,
      'processor, s': processor,
      'memory, MB': megabytes,
    }))
      if (value !== undefined) (figures[`${name}: ${unit}`] ??= []).push(value);
  };
  await rm(data, { recursive: true, force: true });
  const env = {
    DATA_DIR: data,
    CATALOGUE: catalogue,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
    RATE_LIMIT: '0',
    SITE_URL: 'http://127.0.0.1:4321',
  };
  const first = start(tree, ['start'], env);
  const isReady = await first.line(/^ready (\S+)/);
  if (!isReady) throw new OperatorError(`${tree}: the portal did not start.\n${first.output()}`);
  await first.stop();
  keep('first start', await first.used);
  const render = start(tree, ['publish', 'full'], env);
  keep('full render', await render.used);
  const second = start(tree, ['start'], env);
  const [, url = ''] = (await second.line(/^ready (\S+)/)) ?? [];
  try {
    const { wall } = second.soFar();
    keep('second start', { wall });
    for (const [name, addresses] of Object.entries(requests)) {
      await ask(url, addresses, 1);
      const before = second.soFar();
      const startedAt = performance.now();
      await ask(url, addresses, 100);
      const elapsed = (performance.now() - startedAt) / 1000;
      keep(name, { wall: elapsed, processor: second.soFar().processor - before.processor });
    }
  } finally {
    await second.stop();
    await second.used;
  }
  const publish = start(tree, ['bench', 'publish', '1000'], env);
  await publish.used;
  for (const [name, pattern] of Object.entries(publishRows)) {
    const [, ...values] = pattern.exec(publish.output()) ?? [];
    if (isCounted && values.length > 0)
      (figures[name] ??= []).push(values.reduce((sum, value) => sum + Number(value), 0));
  }
}

/** Rows of `bench publish 1000`; several figures of a row are added up. */
const publishRows = {
  '1,000 records, render and variants: processor, s':
    /^full render: processor, s +([\d.]+)$[^]*?^and their \.br: processor, s +([\d.]+)$/m,
  '1,000 records, render: memory, MB': /^full render: memory, MB +([\d.]+)$/m,
  '1,000 records, edit on disk: p50, ms': /^one title, own page on disk, ms p50 \/ p95 +([\d.]+)/m,
  '1,000 records, edit on disk: p95, ms': /^one title, own page on disk, ms p50 \/ p95 +[\d.]+ \/ ([\d.]+)$/m,
  '1,000 records, all pages live: p95, ms': /^one title, all pages live, ms p50 \/ p95 +[\d.]+ \/ ([\d.]+)$/m,
};

const words = [
  'гоше',
  'болезнь фабри',
  'gaucher',
  'E75.2',
  'спинальная',
  'синдром марфана',
  'ujit',
  'елиглустат',
];
const requests: Record<string, string[]> = {
  'API, 800 answers': [
    ...[1, 2, 3, 4].map((page) => `/api/diseases?page=${page}&page_size=20`),
    '/api/drugs?page_size=50',
    '/api/clinics?page_size=50',
    '/api/researches?page_size=50',
    '/api/page/home',
  ],
  'search, 800 answers': words.map((word) => `/api/fast-search?query=${encodeURIComponent(word)}`),
};

/** Requests of one client: earlier revisions limit their rate under every setting. */
const perClient = 5;

/** Requests every address so many times, four at a time, past the caches of clients. */
async function ask(url: string, addresses: readonly string[], times: number): Promise<void> {
  const all = Array.from({ length: times }, () => addresses).flat();
  const clients = Array.from({ length: Math.ceil(all.length / perClient) }, (_, i) =>
    all.slice(i * perClient, (i + 1) * perClient),
  );
  let next = 0;
  const worker = async () => {
    for (let client = next++; client < clients.length; client = next++) {
      const agent = new Agent({ keepAlive: true, localAddress: `127.1.${client >> 8}.${client & 255}` });
      for (const address of clients[client]!) await request(new URL(address, url), agent);
      agent.destroy();
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** An answer other than 200 would be measured for less than it costs. */
async function request(url: URL, agent: Agent): Promise<void> {
  const headers = { 'cache-control': 'no-cache', 'accept-encoding': 'identity' };
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new OperatorError(`${url.href}: ${response.statusCode}`);
}

/** A command of a tree, with what it and its children use. */
function start(tree: string, args: string[], env: Record<string, string>) {
  const inherited = Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TMPDIR'].map((name) => [name, process.env[name]]),
  );
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: tree,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let megabytes = 0;
  let processor = 0;
  let lineAt: number | undefined;
  const sample = () => {
    const processes = [child.pid!, ...findDescendants(child.pid!)].map(readProcess);
    megabytes = Math.max(
      megabytes,
      processes.reduce((sum, one) => sum + one.megabytes, 0),
    );
    // Children that have ended are counted by their parent.
    processor = Math.max(
      processor,
      processes.reduce((sum, one) => sum + one.processor, 0),
    );
  };
  const sampling = setInterval(sample, sampleMs);
  const ended = once(child, 'close').finally(() => clearInterval(sampling));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (one) => (output += `${one}\n`));
  const soFar = (): Used => {
    sample();
    return { wall: ((lineAt ?? performance.now()) - startedAt) / 1000, processor, megabytes };
  };
  return {
    output: () => output,
    soFar,
    async line(pattern: RegExp): Promise<RegExpExecArray | undefined> {
      const found = new Promise<RegExpExecArray>((resolve) => {
        lines.on('line', (one) => {
          const match = pattern.exec(one);
          if (!match) return;
          lineAt ??= performance.now();
          resolve(match);
        });
      });
      return await Promise.race([found, ended.then(() => undefined)]);
    },
    async stop(): Promise<void> {
      sample();
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), 30_000);
      await ended;
      clearTimeout(hard);
      await pause(100);
    },
    used: ended.then((): Used => ({
      wall: ((lineAt ?? performance.now()) - startedAt) / 1000,
      processor,
      megabytes,
    })),
  };
}

/** Hundredths of a second in /proc. */
const ticksPerSecond = 100;

function readProcess(pid: number): { processor: number; megabytes: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return { processor: ticks / ticksPerSecond, megabytes: Number(kilobytes) / 1024 };
  } catch {
    return { processor: 0, megabytes: 0 };
  }
}

function print([ours, theirs]: Side[]): void {
  const rows = Object.entries(ours!.figures).map(([name, values]) => {
    const [one, other] = [median(values), median(theirs!.figures[name] ?? [])];
    const digits = /(MB|ms)$/.test(name) ? 0 : 2;
    return [
      name,
      {
        [ours!.name]: one.toFixed(digits),
        [theirs!.name]: other.toFixed(digits),
        ratio: (one / other).toFixed(2),
      },
    ] as const;
  });
  console.table(Object.fromEntries(rows));
}
