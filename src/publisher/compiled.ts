import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { threadId } from 'node:worker_threads';
import type { AnyRecord } from '#domain/kinds/index.ts';
import type { RenderRequest } from '#domain/render-request.ts';
import { compressFile, hasCompressed } from './compress.ts';
import type { Operator } from './documents.ts';
import { withLease } from './lease.ts';

/** The site as compiled code: renders any of its addresses from the copy of the catalogue it is given. */
export interface CompiledSite {
  readFrom(snapshotFile: string): void;
  /** These facts of the copy have changed, or any may have: what is remembered of them does not hold. */
  forget(facts?: ReadonlySet<string>): void;
  /** Routes by their patterns: '/deseases/[id]'. */
  routes(): string[];
  /** The addresses of a route, from its own `getStaticPaths`, and what that has read. */
  addressesOf(route: string): Promise<{ addresses: string[]; facts: ReadonlySet<string> }>;
  /** Forgets what is remembered of the copy when others have written into it since. */
  refresh(): void;
  /** The bytes of a page and what it has read; throws what the page threw. `told` is what is known of one request. */
  render(address: string, told?: RenderRequest): Promise<{ bytes: Uint8Array; facts: ReadonlySet<string> }>;
  /** The page as it would be with the record written so. */
  renderWith(record: AnyRecord, address: string): Promise<Uint8Array>;
}

export interface Compiled {
  /** Names the code: the same sources and settings give the same name. */
  code: string;
  /** Absolute path of the module that exports `site`. */
  entry: string;
  /** Scripts, styles, fonts and public files, as they are served, with their compressed siblings. */
  client: string;
}

/** What is kept of a compilation; the same sources of another edition are compiled again. */
const edition = 5;

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Beside the packages, since the compiled code imports them. */
const cache = path.join(root, 'node_modules', '.register');

export async function loadSite(entry: string): Promise<CompiledSite> {
  const { site } = (await import(pathToFileURL(entry).href)) as { site: CompiledSite };
  return site;
}

/**
 * Compiles the site unless these very sources have been compiled already. Public address and operator are written into it
 * afterwards: another one costs a copy and no compilation.
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
    await mkdir(cache, { recursive: true });
    // Processes that want the same at once wait for the first.
    await withLease(path.join(cache, 'compiling.lock'), async () => {
      if (!existsSync(anywhere)) await compileSources(anywhere);
    });
    await forgetOld([sources, code]);
  }
  if (!existsSync(folder))
    await makeFolder(folder, async (unfinished) => {
      await writeSite(siteUrl, { from: anywhere, to: unfinished });
      if (operator) await writeOperator(operator, { from: anywhere, to: unfinished });
    });
  for (const used of [anywhere, folder]) await utimes(used, new Date(), new Date());
  return { code, entry: entryOf(code), client: path.join(operator ? folder : anywhere, 'client') };
}

async function compileSources(folder: string): Promise<void> {
  await makeFolder(folder, async (unfinished) => {
    await runAstro({ REGISTER_MODE: 'compile', REGISTER_OUT_DIR: unfinished, SITE_URL: noSite });
    const client = path.join(unfinished, 'client');
    for (const file of await filesIn(client))
      if (hasCompressed(file)) compressFile(path.join(client, file), true);
  });
}

/** Stands in the compiled code until it is known where it is published. */
const noSite = 'http://site.invalid';

async function writeSite(siteUrl: string, { from, to }: { from: string; to: string }): Promise<void> {
  for (const file of await filesIn(path.join(from, 'server'))) {
    const place = path.join(to, 'server', file);
    await mkdir(path.dirname(place), { recursive: true });
    const text = await readFile(path.join(from, 'server', file), 'utf8');
    await writeFile(place, text.replaceAll(noSite, siteUrl));
  }
}

/** The files of the client, with the documents of this operator in place of those that name none. */
async function writeOperator(operator: Operator, { from, to }: { from: string; to: string }): Promise<void> {
  const client = path.join(to, 'client');
  // With their times: a compressed file that is older than its source is not served.
  await cp(path.join(from, 'client'), client, { recursive: true, preserveTimestamps: true });
  const { writeDocuments } = await import('./documents.ts');
  await writeDocuments(client, operator);
}

/** Readers of the cache find a folder whole or not at all. */
async function makeFolder(folder: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  // Two threads of a start may want the same at once.
  const unfinished = `${folder}.${process.pid}-${threadId}`;
  await mkdir(cache, { recursive: true });
  try {
    await fill(unfinished);
    // Another process may have made the same meanwhile: either result will do.
    if (!existsSync(folder)) await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Where the compiled code of this name is, if it is kept. */
export const entryOf = (code: string) => path.join(cache, code, 'server', 'entry.mjs');

/**
 * Astro writes the environment into `import.meta.env`; a test runner built on Vite has the answers for development there,
 * and the site would be compiled as if it were being developed.
 */
const ownEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(DEV|PROD|MODE|SSR|BASE_URL)$/.test(name)),
  );

/**
 * Runs `astro build` in a process of its own with the given environment and, if one is named, another configuration; its
 * output is shown only when it fails.
 */
export async function runAstro(environment: Record<string, string>, config?: string): Promise<void> {
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
  // Astro warns of every page whose `getStaticPaths` it leaves to us.
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

/** The server and the starter catalogue never get into pages, tests neither; of the publisher only its two ends do. */
function isCompiled(file: string): boolean {
  return !/^src[/\\](server|starter|publisher[/\\](?!entry|adapter))[/\\.\w]*|\.test\.tsx?$/.test(file);
}

const sourcesIn = async (folder: string) =>
  (await filesIn(path.join(root, folder))).map((file) => path.join(folder, file));

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Compilations that nobody has asked for since are no longer read by anybody. */
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
