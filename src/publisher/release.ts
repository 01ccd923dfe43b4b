import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Policy } from './policy.ts';

/** What a release says of itself in `release.json`; the server builds its security policy from it. */
export interface ReleaseFacts {
  version: string;
  /** Name of the compiled code, and how far the catalogue had come. */
  code: string;
  seq: number;
  terms: number;
  pages: number;
  made_at: string;
  csp: Policy;
  /** Some of its pages are not in their places yet: the server draws each when it is asked for. */
  isGrowing?: boolean | undefined;
  /** Name of the dictionary that its pages are offered with. */
  dictionary?: string | undefined;
}

/** Folders of the published site inside DATA_DIR/site. */
export function siteFolders(dataDir: string) {
  const site = path.join(dataDir, 'site');
  return {
    site,
    releases: path.join(site, 'releases'),
    /** The link that readers follow. */
    current: path.join(site, 'current'),
    /** Hashed files of this and earlier releases: a reader may still hold an older page. */
    assets: path.join(site, 'assets'),
    snapshot: path.join(site, 'snapshot.sqlite'),
    lease: path.join(site, 'publishing.lock'),
    /** What PUBLISH_URL has been given. */
    delivered: path.join(site, 'delivered.sqlite'),
    /** Stands while files may be in the system's memory alone: a start that finds it checks every file. */
    unflushed: path.join(site, 'unflushed'),
  };
}

/** '/' → index.html, '/news/7/' → news/7/index.html, '/404/' → 404.html, '/sitemap.xml' → sitemap.xml */
export function fileOf(address: string): string {
  if (address === '/404/') return '404.html';
  const decoded = decodeURIComponent(address).slice(1);
  return decoded === '' || decoded.endsWith('/') ? `${decoded}index.html` : decoded;
}

/** At once, as all that somebody waits for is read and written: a turn through the pool of threads takes longer. */
export function currentRelease(dataDir: string): ReleaseFacts | undefined {
  try {
    return JSON.parse(
      readFileSync(path.join(siteFolders(dataDir).current, 'release.json'), 'utf8'),
    ) as ReleaseFacts;
  } catch {
    // No link, no file or half a file: there is no release to build on.
    return undefined;
  }
}

/** A new empty release with the client's files in it, and their compressed siblings. Names are never used twice: reused ones tore pages in trials. */
export async function beginRelease(
  dataDir: string,
  client: string,
): Promise<{ version: string; folder: string }> {
  const { releases, assets } = siteFolders(dataDir);
  const version = `${new Date().toISOString().replace(/\D/g, '')}-${process.pid}`;
  const folder = path.join(releases, version);
  await mkdir(releases, { recursive: true });
  // With their times: a sibling that is older than its file is not served.
  const whole = { recursive: true, preserveTimestamps: true };
  await cp(client, folder, whole);
  await cp(path.join(client, '_astro'), path.join(assets, '_astro'), whole).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  return { version, folder };
}

/** The dialogs of this release outlive it: an open page of it may want them later. */
async function keepDialogs(
  { releases, assets }: ReturnType<typeof siteFolders>,
  version: string,
): Promise<void> {
  const from = path.join(releases, version, 'dialogs');
  const whole = { recursive: true, preserveTimestamps: true };
  if (existsSync(from)) await cp(from, path.join(assets, 'dialogs'), whole);
}

/** Makes the release the one that readers get, in one rename; keeps the two latest others. */
export async function switchTo(dataDir: string, facts: ReleaseFacts): Promise<void> {
  const folders = siteFolders(dataDir);
  const { site, releases, current } = folders;
  await keepDialogs(folders, facts.version);
  await writeFile(path.join(releases, facts.version, 'release.json'), JSON.stringify(facts));
  const link = path.join(site, `current.${facts.version}`);
  await symlink(path.join('releases', facts.version), link);
  await rename(link, current);
  await forgetOldReleases(dataDir);
}

/** Renews what the live release says of itself; readers' pages follow in place. */
export function updateRelease(dataDir: string, facts: ReleaseFacts): void {
  const file = path.join(siteFolders(dataDir).releases, facts.version, 'release.json');
  writeFileSync(`${file}.new`, JSON.stringify(facts));
  renameSync(`${file}.new`, file);
}

export async function discardRelease(dataDir: string, version: string): Promise<void> {
  await rm(path.join(siteFolders(dataDir).releases, version), { recursive: true, force: true });
}

/** A release without its note was begun by a publisher that died: the caller holds the lease, so nobody works on it. */
async function forgetOldReleases(dataDir: string): Promise<void> {
  const { releases, current } = siteFolders(dataDir);
  const live = path.basename(await readlink(current));
  const others = (await readdir(releases)).filter((name) => name !== live).toSorted();
  const whole = others.filter((name) => existsSync(path.join(releases, name, 'release.json')));
  const kept = new Set(whole.slice(-2));
  for (const name of others) if (!kept.has(name)) await discardRelease(dataDir, name);
}
