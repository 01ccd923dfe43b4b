import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import type { AnyRecord } from '#domain/kinds/index.ts';
import type { RenderRequest } from '#domain/render-request.ts';
import { isTextFile } from '#domain/text-file.ts';
import { compressLasting } from './compress.ts';
import type { Operator } from './documents.ts';
import { filesIn } from './files.ts';
import { withLease } from './lease.ts';

/** The compiled site: renders any address from its replica. */
export interface CompiledSite {
  readFrom(snapshotFile: string): void;
  /** Drops cached reads of these tags, or of all. */
  forget(facts?: ReadonlySet<string>): void;
  /** Route patterns: '/deseases/[id]'. */
  routes(): string[];
  /** Addresses of a route from its `getStaticPaths`, and their cache tags. */
  addressesOf(route: string): Promise<{ addresses: string[]; facts: ReadonlySet<string> }>;
  /** Drops cached reads if another connection has written. */
  refresh(): void;
  /** The bytes of a page and its cache tags; throws what the page threw. */
  render(
    address: string,
    request?: RenderRequest,
  ): Promise<{ bytes: Uint8Array; facts: ReadonlySet<string> }>;
  /** The page as it would be with this record. */
  renderWith(record: AnyRecord, address: string): Promise<Uint8Array>;
}

export interface Compiled {
  /** Name of the code: equal sources and settings give equal names. */
  code: string;
  entry: string;
  /** Scripts, styles, fonts and public files with their compressed variants. */
  client: string;
}

/** Version of the cache format. */
const edition = 5;

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Next to the packages that the compiled code imports. */
const cache = path.join(root, 'node_modules', '.register');

export async function loadSite(entry: string): Promise<CompiledSite> {
  const { site } = (await import(pathToFileURL(entry).href)) as { site: CompiledSite };
  return site;
}

/**
 * Compiles the site unless the cache has these sources. Public address and operator are inserted afterwards
 * and need no compilation.
 */
export async function compile(
  siteUrl: string,
  { operator, onStart = () => {} }: { operator?: Operator | undefined; onStart?: () => void } = {},
): Promise<Compiled> {
  const sources = await hashSources();
  const code = hashOf([sources, siteUrl, ...(operator ? [JSON.stringify(operator)] : [])].join(' '));
  const anywhere = path.join(cache, sources);
  const folder = path.join(cache, code);
  if (!existsSync(anywhere)) {
    onStart();
    // Concurrent processes wait for the first.
    await inTurn(async () => {
      if (!existsSync(anywhere)) await compileSources(anywhere);
    });
    await forgetOld([sources, code]);
  }
  if (!existsSync(folder))
    await makeFolder(folder, async (unfinished) => {
      await writeSite(siteUrl, { from: anywhere, to: unfinished });
      if (operator) await writeOperator(operator, { from: anywhere, to: unfinished });
    });
  // A folder of another user, as in an image, stays as it is.
  for (const used of [anywhere, folder]) await utimes(used, new Date(), new Date()).catch(() => undefined);
  return { code, entry: entryOf(code), client: path.join(operator ? folder : anywhere, 'client') };
}

async function compileSources(folder: string): Promise<void> {
  await makeFolder(folder, async (unfinished) => {
    await buildAlone({ REGISTER_MODE: 'compile', REGISTER_OUT_DIR: unfinished, SITE_URL: noSite });
    const client = path.join(unfinished, 'client');
    for (const file of await filesIn(client)) if (isTextFile(file)) compressLasting(path.join(client, file));
  });
}

const noSite = 'http://site.invalid';

async function writeSite(siteUrl: string, { from, to }: { from: string; to: string }): Promise<void> {
  for (const file of await filesIn(path.join(from, 'server'))) {
    const place = path.join(to, 'server', file);
    await mkdir(path.dirname(place), { recursive: true });
    const text = await readFile(path.join(from, 'server', file), 'utf8');
    await writeFile(place, text.replaceAll(noSite, siteUrl));
  }
}

/** Client files with this operator's documents. */
async function writeOperator(operator: Operator, { from, to }: { from: string; to: string }): Promise<void> {
  const client = path.join(to, 'client');
  // Timestamps matter: a compressed file older than its source is not served.
  await cp(path.join(from, 'client'), client, { recursive: true, preserveTimestamps: true });
  const { writeDocuments } = await import('./documents.ts');
  await writeDocuments(client, operator);
}

async function makeFolder(folder: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  // Two threads may build the same folder at once.
  const unfinished = `${folder}.${process.pid}-${threadId}`;
  await mkdir(cache, { recursive: true });
  try {
    await fill(unfinished);
    // Another process may have finished first; either result is fine.
    if (!existsSync(folder)) await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

export const entryOf = (code: string) => path.join(cache, code, 'server', 'entry.mjs');

/** Without Vite's variables of a test runner, which would compile the site in development mode. */
const ownEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(DEV|PROD|MODE|SSR|BASE_URL)$/.test(name)),
  );

/** Builds of one checkout share `.astro/.prerender`, which each clears: they take turns, also between processes. */
export async function inTurn<Result>(build: () => Promise<Result>): Promise<Result> {
  await mkdir(cache, { recursive: true });
  return withLease(path.join(cache, 'astro.lock'), build);
}

/** Runs `astro build` in a child process; its output is shown only on failure. */
export const runAstro = (environment: Record<string, string>, config?: string): Promise<void> =>
  inTurn(() => buildAlone(environment, config));

async function buildAlone(environment: Record<string, string>, config?: string): Promise<void> {
  const astro = path.join(root, 'node_modules', 'astro', 'bin', 'astro.mjs');
  const args = [
    '--disable-warning=ExperimentalWarning',
    astro,
    'build',
    ...(config ? ['--config', config] : []),
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...ownEnvironment(), ...environment, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exitCode = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  );
  if (exitCode === 0) return;
  // Astro warns about every page whose `getStaticPaths` the publisher calls.
  const lines = output.split('\n').filter((line) => !/\[WARN\] \[router\]/.test(line));
  throw new Error(`The site does not compile:\n${lines.join('\n')}`);
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(String(edition));
  const files = [
    'astro.config.mjs',
    'package-lock.json',
    'tsconfig.json',
    ...(await sourcesIn('src')),
    ...(await sourcesIn('public')),
  ];
  for (const file of files.filter(isCompiled).toSorted())
    hash.update(file).update(await readFile(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Sources that affect pages: not the server, the starter catalogue or tests; of the publisher only its two
 * ends.
 */
function isCompiled(file: string): boolean {
  return !/^src[/\\](server|starter|publisher[/\\](?!entry|adapter))[/\\.\w]*|\.test\.tsx?$/.test(file);
}

const sourcesIn = async (folder: string) =>
  (await filesIn(path.join(root, folder))).map((file) => path.join(folder, file));

const keptFor = 24 * 3600 * 1000;

async function forgetOld(current: readonly string[]): Promise<void> {
  const names = (await readdir(cache)).filter(
    (name) => /^[0-9a-f]{16}$/.test(name) && !current.includes(name),
  );
  for (const name of names) {
    const { mtimeMs } = await stat(path.join(cache, name));
    if (mtimeMs < Date.now() - keptFor) await rm(path.join(cache, name), { recursive: true, force: true });
  }
}
