import { execFile } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { digestOf, sizeIn, type Pages } from '#data/pages.ts';
import { compressedOf, holdsBytes } from './compress.ts';
import { readFileIfExists, releaseFilesIn } from './files.ts';
import { writeCompressed } from './place.ts';
import { hasVariant } from './plan.ts';
import { fileOf, type ReleaseFacts, type siteFolders } from './release.ts';

/**
 * Published files are not synced singly, which would cost more than rendering. After a power cut the last
 * ones may be truncated: a mark exists while that is possible, and a start that finds it checks every file.
 */
type Folders = ReturnType<typeof siteFolders>;

export const mayBeTruncated = ({ unflushed }: Folders): boolean => existsSync(unflushed);

/** Set before the first write; an earlier mark stays. */
export function markUnsynced({ unflushed }: Folders): void {
  if (!existsSync(unflushed)) writeFileSync(unflushed, '');
}

/** Files older than this (disk clock, milliseconds) are synced; two seconds allow for clock changes. */
const flushedBefore = ({ unflushed }: Folders): number => statSync(unflushed).mtimeMs - 2000;

/**
 * Syncs everything and removes the mark; without `sync` the mark stays, and the next start checks all files.
 */
export async function flush({ site, unflushed }: Folders): Promise<void> {
  if (!existsSync(unflushed)) return;
  const isDone = await promisify(execFile)('sync', ['-f', site]).then(
    () => true,
    () => false,
  );
  if (isDone) rmSync(unflushed, { force: true });
}

/** Whether the replica is readable; it is written without syncing. */
export function isIntact(snapshot: string): boolean {
  if (!existsSync(snapshot)) return true;
  try {
    const database = new DatabaseSync(snapshot);
    try {
      const rows = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
      return rows.every(({ quick_check: result }) => result === 'ok');
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, with any extended code. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && [11, 26].includes(errcode & 0xff);
}

/**
 * After an unclean end: marks damaged pages, restores client files and rewrites damaged variants. Synced pages are
 * checked by size only.
 */
export async function repair(
  { folders, client, pageIndex }: { folders: Folders; client: string; pageIndex: Pages },
  { version }: ReleaseFacts,
): Promise<void> {
  const folder = folders.release(version);
  const digests = pageIndex.digests();
  const before = flushedBefore(folders);
  const damaged: string[] = [];
  const bare: string[] = [];
  for (const [address, digest] of digests) {
    const file = path.join(folder, fileOf(address));
    if (isFlushed(file, { before, size: sizeIn(digest), withVariant: hasVariant(address) })) continue;
    const bytes = readFileIfExists(file);
    if (!bytes || digestOf(bytes) !== digest) damaged.push(address);
    else if (hasVariant(address) && !holdsBytes(file, bytes)) bare.push(address);
  }
  await restoreFiles(client, folder, new Set([...digests.keys()].map(fileOf)));
  await restoreFiles(path.join(client, '_astro'), path.join(folders.assets, '_astro'));
  for (const address of [...damaged, ...bare])
    rmSync(compressedOf(path.join(folder, fileOf(address))), { force: true });
  pageIndex.markPages(damaged);
  await writeCompressed(folder, bare);
}

/** Whether page and variant are older than this, and the page has this size. */
function isFlushed(
  file: string,
  { before, size, withVariant }: { before: number; size: number; withVariant: boolean },
): boolean {
  const own = statSync(file, { throwIfNoEntry: false });
  if (!own || own.size !== size || own.mtimeMs >= before) return false;
  if (!withVariant) return true;
  const variant = statSync(compressedOf(file), { throwIfNoEntry: false });
  return variant !== undefined && variant.size > 0 && variant.mtimeMs < before;
}

/** Compiled files, unless a page is in their place, that are not or not the same in a folder. */
export const differingFiles = async (
  client: string,
  folder: string,
  pages: ReadonlySet<string> = new Set(),
): Promise<string[]> =>
  (await releaseFilesIn(client)).filter(
    (file) =>
      !pages.has(file) && !holdsBytes(path.join(folder, file), readFileIfExists(path.join(client, file))!),
  );

/** Copies client files that differ from the compiled ones, with their variants. */
export async function restoreFiles(from: string, to: string, pages?: ReadonlySet<string>): Promise<void> {
  if (!existsSync(from)) return;
  for (const name of await differingFiles(from, to, pages))
    for (const file of [name, compressedOf(name)]) {
      if (!existsSync(path.join(from, file))) continue;
      // Replaced, never written in place: it may be hard-linked.
      await rm(path.join(to, file), { force: true });
      await cp(path.join(from, file), path.join(to, file), { preserveTimestamps: true });
    }
}
