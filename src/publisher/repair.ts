import { execFile } from 'node:child_process';
import { cp, readdir, rm } from 'node:fs/promises';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { digestOf, sizeIn } from '#data/pages.ts';
import type { WritableReplica } from '#data/writable-replica.ts';
import { isTrue } from './compare.ts';
import { isCompressed, compressedOf } from './compress.ts';
import { readFileIfExists, writeCompressed } from './place.ts';
import { hasVariant } from './plan.ts';
import { fileOf, siteFolders } from './release.ts';

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

/** After an unclean end: marks damaged pages and rewrites compressed variants. */
export async function repair(
  {
    folders,
    client,
    pageIndex,
  }: { folders: Folders; client: string; pageIndex: WritableReplica['pageIndex'] },
  folder: string,
): Promise<void> {
  const { pages, bare } = await findTorn({ folder, client, folders, digests: pageIndex.digests() });
  pageIndex.markPages(pages);
  await writeCompressed(folder, bare);
}

/** Damage in a live directory. */
interface TruncatedFiles {
  /** Addresses with damaged bytes. */
  pages: string[];
  /** Addresses whose damaged variants were removed. */
  bare: string[];
}

/**
 * Checks every file: pages by digest, client files by the compiled ones, which are restored, variants by
 * decompression. Synced files are checked by size only.
 */
async function findTorn({
  folder,
  client,
  folders,
  digests,
}: {
  folder: string;
  client: string;
  folders: Folders;
  digests: ReadonlyMap<string, string>;
}): Promise<TruncatedFiles> {
  const truncated: TruncatedFiles = { pages: [], bare: [] };
  const { assets } = folders;
  const before = flushedBefore(folders);
  for (const [address, digest] of digests) {
    const file = path.join(folder, fileOf(address));
    if (isFlushed(file, { before, size: sizeIn(digest), withVariant: hasVariant(address) })) continue;
    const bytes = readFileIfExists(file);
    if (!bytes || digestOf(bytes) !== digest) truncated.pages.push(address);
    else if (hasVariant(address) && !isTrue(file, bytes)) truncated.bare.push(address);
  }
  const paged = new Set([...digests.keys()].map(fileOf));
  await restoreFiles(client, folder, (name) => !paged.has(name));
  await restoreFiles(path.join(client, '_astro'), path.join(assets, '_astro'), () => true);
  for (const address of [...truncated.pages, ...truncated.bare])
    rmSync(compressedOf(path.join(folder, fileOf(address))), { force: true });
  return truncated;
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

/** Copies client files that differ from the compiled ones, with their variants. */
async function restoreFiles(from: string, to: string, isOurs: (name: string) => boolean): Promise<void> {
  if (!existsSync(from)) return;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const name = path.relative(from, source);
    if (!entry.isFile() || isCompressed(name) || !isOurs(name)) continue;
    const target = path.join(to, name);
    if (isTrue(target, readFileIfExists(source)!)) continue;
    for (const [ours, theirs] of [
      [source, target],
      [compressedOf(source), compressedOf(target)],
    ] as const) {
      if (!existsSync(ours)) continue;
      // Replaced, never written in place: it may be hard-linked.
      await rm(theirs, { force: true });
      await cp(ours, theirs, { preserveTimestamps: true });
    }
  }
}
