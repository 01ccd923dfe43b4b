import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { portalDay } from '#domain/dates.ts';
import { withLease } from '#publisher/lease.ts';
import { publish } from '#publisher/publish.ts';
import { siteFolders } from '#publisher/release.ts';
import { importFile } from '#server/import/run.ts';
import { startServer } from '#server/main.ts';
import { catalogueSource } from '#server/publication/source.ts';
import { readSettings } from '#server/settings.ts';
import { journalOf } from '../../scripts/publishing.ts';
import { testSettings } from './database.ts';

/**
 * A part of the starter catalogue, imported and published once for each state of the code; test files get
 * copies.
 */

/** Public address of all test portals, so that they share a compilation. */
export const siteUrl = 'https://register.example';

/**
 * Records taken from the start of each starter file. Gaucher, Pompe and SMA are among the first diseases,
 * with their rules, drugs and clinics. Drugs fill two pages of their list.
 */
const recordCounts: Record<string, number> = {
  disease: 36,
  drug: 56,
  clinic: 12,
  diagnostic: 6,
  entitlement: 13,
  guideline: 10,
  event: 5,
  news: 22,
  research: 8,
  resource: 10,
  page: 5,
  project: 3,
};

type TestSettings = Awaited<ReturnType<typeof testSettings>>;

/** Settings of a portal with the catalogue and its published site; SQLite only. */
export const publishedStarter = (more: Record<string, string> = {}): Promise<TestSettings> =>
  copyStarter(['register.sqlite', 'site'], more);

/** The same before the first publication. */
export const importedStarter = (more: Record<string, string> = {}): Promise<TestSettings> =>
  copyStarter(['register.sqlite'], more);

async function copyStarter(parts: readonly string[], more: Record<string, string>): Promise<TestSettings> {
  const made = await findOrMake();
  const own = await testSettings({ SITE_URL: siteUrl, ...more });
  // Copied, not linked: the temporary folder may be on another disk. A compressed variant must not be older
  // than its page.
  const options = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
  for (const part of parts) await cp(path.join(made, part), path.join(own.settings.DATA_DIR, part), options);
  return own;
}

const root = path.join(import.meta.dirname, '../..');
const cache = path.join(root, 'node_modules/.cache/register-starter');
/** The current and the previous entry. */
const maxEntries = 2;

async function findOrMake(): Promise<string> {
  const folder = path.join(cache, await hashInputs());
  await mkdir(cache, { recursive: true });
  // Test files run in several processes: the first one builds, others wait.
  await withLease(path.join(cache, 'making.lock'), async () => {
    if (!existsSync(folder)) {
      const unfinished = `${folder}.unfinished`;
      await rm(unfinished, { recursive: true, force: true });
      await make(unfinished);
      await rename(unfinished, folder);
      await removeOldEntries();
    }
    await utimes(folder, new Date(), new Date());
  });
  return folder;
}

async function make(folder: string): Promise<void> {
  const settings = readSettings({
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: folder,
    SITE_URL: siteUrl,
  });
  const server = await startServer({ settings });
  try {
    const input = path.join(folder, 'records');
    await writePart(input);
    const { rejections } = await importFile(server.database, { format: 'records', input });
    if (rejections.length > 0)
      throw new Error(`The part of the starter catalogue is not whole: ${rejections[0]?.reason}`);
    await publish({
      source: catalogueSource(server.context),
      dataDir: folder,
      siteUrl,
      isComplete: true,
      listener: journalOf(server.context.publication),
      isLast: true,
    });
  } finally {
    await server.close();
  }
  // Only the file is copied: the WAL is checkpointed.
  const { snapshot } = siteFolders(folder);
  const copy = new DatabaseSync(snapshot);
  copy.exec('pragma wal_checkpoint(truncate)');
  copy.close();
}

/** Writes the first records of each file without references to others. */
async function writePart(folder: string): Promise<void> {
  const starter = path.join(root, 'src/starter');
  const files = (await readdir(starter)).filter((name) => name.endsWith('.ndjson'));
  const lines = await Promise.all(
    files.map(async (name) => (await readFile(path.join(starter, name), 'utf8')).trim().split('\n')),
  );
  const countOf = (name: string) => recordCounts[path.basename(name, '.ndjson')] ?? Infinity;
  const leftOut = new Set(
    files.flatMap((name, index) =>
      lines[index]!.slice(countOf(name)).map((line) => (JSON.parse(line) as { external: string }).external),
    ),
  );
  await mkdir(folder, { recursive: true });
  for (const [index, name] of files.entries()) {
    const kept = lines[index]!.slice(0, countOf(name));
    const pruned = kept.map((line) => JSON.stringify(withoutReferences(JSON.parse(line), leftOut)));
    await writeFile(path.join(folder, name), pruned.join('\n'));
  }
}

/** Removes absent records from lists, and list items that refer to them. */
function withoutReferences(value: unknown, absent: ReadonlySet<string>): unknown {
  const isReference = (one: unknown) => typeof one === 'string' && absent.has(one);
  if (Array.isArray(value))
    return value
      .filter((one) => !isReference(one) && !(isObject(one) && Object.values(one).some(isReference)))
      .map((one) => withoutReferences(one, absent));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, one]) => !isReference(one));
  return Object.fromEntries(kept.map(([key, one]) => [key, withoutReferences(one, absent)]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Hash of all inputs; pages contain the day. */
async function hashInputs(): Promise<string> {
  const hash = createHash('sha256').update(portalDay(new Date()));
  const files = [
    'astro.config.mjs',
    'package-lock.json',
    'tsconfig.json',
    path.relative(root, import.meta.filename),
    ...(await sourcesIn('src')),
    ...(await sourcesIn('public')),
  ];
  for (const file of files.toSorted()) hash.update(file).update(await readFile(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

async function removeOldEntries(): Promise<void> {
  const names = (await readdir(cache)).filter((name) => /^[0-9a-f]{16}/.test(name));
  const entries = await Promise.all(
    names.map(async (name) => {
      const folder = path.join(cache, name);
      return { folder, usedAt: (await stat(folder)).mtimeMs };
    }),
  );
  const old = entries.toSorted((a, b) => b.usedAt - a.usedAt).slice(maxEntries);
  for (const { folder } of old) await rm(folder, { recursive: true, force: true });
}
