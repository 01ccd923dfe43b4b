import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from './files.ts';
import type { Policy } from './policy.ts';

/** Contents of `release.json`; the server derives its security policy from it. */
export interface ReleaseFacts {
  version: string;
  /** Name of the code, and the last included change. */
  code: string;
  seq: number;
  pages: number;
  made_at: string;
  csp: Policy;
  /** Some pages are not rendered yet; the server renders them on demand. */
  isGrowing?: boolean | undefined;
  /** Holds the files that are rendered on demand too. */
  isComplete?: boolean | undefined;
  /** Compression dictionary of its pages. */
  dictionary?: string | undefined;
}

export function siteFolders(dataDir: string) {
  const site = path.join(dataDir, 'site');
  const releases = path.join(site, 'releases');
  return {
    site,
    releases,
    /** Folder of a release. */
    release: (version: string) => path.join(releases, version),
    /** The symbolic link that is served. */
    current: path.join(site, 'current'),
    /** Hashed files of this and earlier releases, for open pages. */
    assets: path.join(site, 'assets'),
    snapshot: path.join(site, 'snapshot.sqlite'),
    lease: path.join(site, 'publishing.lock'),
    /** Record of deliveries to PUBLISH_URL. */
    delivered: path.join(site, 'delivered.sqlite'),
    /** Exists while files may be unsynced: a start that finds it checks every file. */
    unflushed: path.join(site, 'unflushed'),
  };
}

/** '/' → index.html, '/news/7/' → news/7/index.html, '/404/' → 404.html, '/sitemap.xml' → sitemap.xml */
export function fileOf(address: string): string {
  if (address === '/404/') return '404.html';
  const decoded = decodeURIComponent(address).slice(1);
  return decoded === '' || decoded.endsWith('/') ? `${decoded}index.html` : decoded;
}

export const isPage = (address: string): boolean => fileOf(address).endsWith('.html');

/** Synchronous: requests wait for it, and the thread pool takes longer. */
export function currentRelease(dataDir: string): ReleaseFacts | undefined {
  try {
    return JSON.parse(
      readFileSync(path.join(siteFolders(dataDir).current, 'release.json'), 'utf8'),
    ) as ReleaseFacts;
  } catch {
    // No link, no file or a truncated file: no release.
    return undefined;
  }
}

/** Creates a release with the client's files. Names are unique: reuse mixed pages in trials. */
export async function beginRelease(
  dataDir: string,
  client: string,
): Promise<{ version: string; folder: string }> {
  const { release, assets } = siteFolders(dataDir);
  const version = `${new Date().toISOString().replace(/\D/g, '')}-${process.pid}`;
  const folder = release(version);
  await mkdir(path.dirname(folder), { recursive: true });
  // Timestamps matter: a variant older than its file is not served.
  await cp(client, folder, { recursive: true, preserveTimestamps: true });
  // Names are hashes of contents: known files stay.
  await keepFiles(path.join(client, '_astro'), path.join(assets, '_astro'), false);
  return { version, folder };
}

async function keepFiles(from: string, to: string, isForced: boolean): Promise<void> {
  if (existsSync(from)) await cp(from, to, { recursive: true, preserveTimestamps: true, force: isForced });
}

/** Makes a release live with one rename; keeps the two latest others. */
export async function switchTo(dataDir: string, facts: ReleaseFacts): Promise<void> {
  const { site, release, current, assets } = siteFolders(dataDir);
  await keepFiles(path.join(release(facts.version), 'dialogs'), path.join(assets, 'dialogs'), true);
  await writeFile(path.join(release(facts.version), 'release.json'), JSON.stringify(facts));
  const link = path.join(site, `current.${facts.version}`);
  await symlink(path.join('releases', facts.version), link);
  await rename(link, current);
  await forgetOldReleases(dataDir);
}

export function updateRelease(dataDir: string, facts: ReleaseFacts): void {
  replaceFile(path.join(siteFolders(dataDir).release(facts.version), 'release.json'), JSON.stringify(facts));
}

export async function discardRelease(dataDir: string, version: string): Promise<void> {
  await rm(siteFolders(dataDir).release(version), { recursive: true, force: true });
}

/** A release without `release.json` was abandoned by a crash: the caller holds the lease. */
async function forgetOldReleases(dataDir: string): Promise<void> {
  const { releases, current } = siteFolders(dataDir);
  const live = path.basename(await readlink(current));
  const others = (await readdir(releases)).filter((name) => name !== live).toSorted();
  const whole = others.filter((name) => existsSync(path.join(releases, name, 'release.json')));
  const kept = new Set(whole.slice(-2));
  for (const name of others) if (!kept.has(name)) await discardRelease(dataDir, name);
}
