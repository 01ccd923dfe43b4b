import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { follow, ForeignCopy, type Followed } from '#data/follow.ts';
import { openForWriting } from '#data/snapshot.ts';
import { differingFiles } from './compare.ts';
import { compile, loadSite, type Compiled } from './compiled.ts';
import { isCompressible } from './compress.ts';
import { withLease } from './lease.ts';
import { beginRelease, currentRelease, discardRelease, siteFolders, switchTo } from './release.ts';
import { compressAll, renderAll } from './render.ts';

export interface Publication {
  /** Where the API answers: pages are made from what it has published. */
  api: string;
  dataDir: string;
  siteUrl: string;
  /** Renders everything anew even when nothing has changed. */
  isForced?: boolean;
  onStep?: (step: Step) => void;
}

export type Step =
  | { step: 'compiling' }
  | { step: 'following'; done: number; total: number }
  | { step: 'rendering'; done: number; total: number }
  | { step: 'compressing' };

export type Published =
  | { state: 'same' }
  | { state: 'published'; version: string; pages: number; changed: number; renderMs: number };

/**
 * Brings the published site up to date with the API: compiles what has changed in the code, follows the changes of the
 * catalogue, renders into a new directory and switches to it. When anything fails, the last good site stays as it was.
 */
export async function publish({
  api,
  dataDir,
  siteUrl,
  isForced = false,
  onStep = () => {},
}: Publication): Promise<Published> {
  const { site, snapshot, lease } = siteFolders(dataDir);
  await mkdir(site, { recursive: true });
  return withLease(lease, async () => {
    const compiled = await compile(siteUrl, () => onStep({ step: 'compiling' }));
    const followed = await followInto(snapshot, api, (done, total) =>
      onStep({ step: 'following', done, total }),
    );
    const live = await currentRelease(dataDir);
    const isSame = live?.code === compiled.code && live.seq === followed.seq && live.terms === followed.terms;
    if (isSame && !isForced) return { state: 'same' };
    return release(dataDir, snapshot, compiled, followed, onStep);
  });
}

/**
 * Renders every page of the live release anew, from the copy of the catalogue that it was made from, and names the
 * files whose bytes differ. Throws when nothing is published or when the code has changed since.
 */
export async function verify({
  dataDir,
  siteUrl,
  onStep = () => {},
}: Omit<Publication, 'api'>): Promise<string[]> {
  const { current, snapshot, lease } = siteFolders(dataDir);
  return withLease(lease, async () => {
    const live = await currentRelease(dataDir);
    const compiled = await compile(siteUrl, () => onStep({ step: 'compiling' }));
    if (live?.code !== compiled.code) throw new OutdatedRelease('The live release was made by other code');
    const { version, folder } = await beginRelease(dataDir, compiled.client);
    try {
      const addresses = await addressesFrom(compiled.entry, snapshot);
      const job = { entry: compiled.entry, snapshot, out: folder };
      await renderAll(job, addresses, (done, total) => onStep({ step: 'rendering', done, total }));
      return await differingFiles(current, folder);
    } finally {
      await discardRelease(dataDir, version);
    }
  });
}

/** There is nothing that a fresh render could be compared with: publish first. */
export class OutdatedRelease extends Error {
  override name = 'OutdatedRelease';
}

async function release(
  dataDir: string,
  snapshot: string,
  compiled: Compiled,
  followed: Followed,
  onStep: (step: Step) => void,
): Promise<Published> {
  const { version, folder } = await beginRelease(dataDir, compiled.client);
  const job = { entry: compiled.entry, snapshot, out: folder };
  try {
    const startedAt = performance.now();
    const addresses = await addressesFrom(compiled.entry, snapshot);
    const csp = await renderAll(job, addresses, (done, total) => onStep({ step: 'rendering', done, total }));
    const renderMs = performance.now() - startedAt;
    const { code } = compiled;
    const { seq, terms, changed } = followed;
    onStep({ step: 'compressing' });
    await compressAll(job, await filesToCompress(folder));
    await switchTo(dataDir, {
      version,
      code,
      seq,
      terms,
      pages: addresses.length,
      made_at: new Date().toISOString(),
      csp,
    });
    return { state: 'published', version, pages: addresses.length, changed, renderMs };
  } catch (error) {
    await discardRelease(dataDir, version);
    throw error;
  }
}

/** A copy of another database (restored, emptied) is thrown away and made anew. */
async function followInto(
  file: string,
  api: string,
  onProgress: (done: number, total: number) => void,
): Promise<Followed> {
  const copy = openForWriting(file);
  try {
    return await follow(copy, api, onProgress);
  } catch (error) {
    if (!(error instanceof ForeignCopy)) throw error;
  } finally {
    copy.close();
  }
  for (const part of ['', '-wal', '-shm']) await rm(file + part, { force: true });
  return followInto(file, api, onProgress);
}

async function addressesFrom(entry: string, snapshot: string): Promise<string[]> {
  const site = await loadSite(entry);
  site.readFrom(snapshot);
  return site.addresses();
}

async function filesToCompress(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isCompressible(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}
