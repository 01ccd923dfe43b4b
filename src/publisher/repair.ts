import { execFile } from 'node:child_process';
import { cp, readdir, rm } from 'node:fs/promises';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { digestOf, sizeIn } from '#data/pages.ts';
import { isTrue } from './compare.ts';
import { hasCompressed, isCompressed, compressedOf } from './compress.ts';
import { readFileIfExists } from './place.ts';
import { fileOf, siteFolders } from './release.ts';
import { compressAll } from './render.ts';
import type { PublisherContext } from './context.ts';

/**
 * Published files are not synced one by one: that would cost more than rendering them. After a power cut the last ones may
 * be empty or truncated, so a mark exists while that is possible, and a start that finds it checks every file.
 */
type Folders = ReturnType<typeof siteFolders>;

export const mayBeTruncated = ({ unflushed }: Folders): boolean => existsSync(unflushed);

/** Before the first byte is written; the mark that stands already tells of an earlier one. */
export function markUnsynced({ unflushed }: Folders): void {
  if (!existsSync(unflushed)) writeFileSync(unflushed, '');
}

/** Files older than this, by the clock of the disk in milliseconds, were seen onto it: two seconds for clocks that are set. */
const flushedBefore = ({ unflushed }: Folders): number => statSync(unflushed).mtimeMs - 2000;

/** Everything is on the disk, and the mark goes; without such a command it stays, and the next start looks at all. */
export async function flush({ site, unflushed }: Folders): Promise<void> {
  if (!existsSync(unflushed)) return;
  const isDone = await promisify(execFile)('sync', ['-f', site]).then(
    () => true,
    () => false,
  );
  if (isDone) rmSync(unflushed, { force: true });
}

/** Whether the copy of the catalogue can be read; it is written without flushing, too. */
export function isIntact(snapshot: string): boolean {
  if (!existsSync(snapshot)) return true;
  try {
    const database = new DatabaseSync(snapshot);
    try {
      const rows = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
      return rows.every(({ quick_check: said }) => said === 'ok');
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, whatever their extended code. */
export function isDamage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number };
  return errcode !== undefined && [11, 26].includes(errcode & 0xff);
}

/** After an end that was not clean: pages that are not what was rendered are marked, siblings that do not fit are made again. */
export async function repair(context: PublisherContext, folder: string): Promise<void> {
  const { client, entry } = await context.compiled();
  const { pageIndex } = context.replica();
  const { pages, bare } = await findTorn({
    folder,
    client,
    folders: context.folders,
    digests: pageIndex.digests(),
  });
  pageIndex.markPages(pages);
  await compressAll({ entry, snapshot: context.folders.snapshot, out: folder, deed: 'place' }, bare);
}

/** What a power cut has done to a live directory. */
interface Torn {
  /** Addresses whose bytes are not those that were rendered. */
  pages: string[];
  /** Files whose siblings do not hold them; those are gone. */
  bare: string[];
}

/**
 * Looks at every file of the live directory: pages by their digests, files of the client by the compiled ones, which are
 * brought again, and siblings by what they unpack to. Of those that were flushed, being there with their size is enough.
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
}): Promise<Torn> {
  const torn: Torn = { pages: [], bare: [] };
  const { assets } = folders;
  const before = flushedBefore(folders);
  for (const [address, digest] of digests) {
    const file = path.join(folder, fileOf(address));
    if (isFlushed(file, { before, size: sizeIn(digest) })) continue;
    const bytes = readFileIfExists(file);
    if (!bytes || digestOf(bytes) !== digest) torn.pages.push(address);
    else if (hasCompressed(file) && !isTrue(file, bytes)) torn.bare.push(file);
  }
  const paged = new Set([...digests.keys()].map(fileOf));
  await bringAnew(client, folder, (name) => !paged.has(name));
  await bringAnew(path.join(client, '_astro'), path.join(assets, '_astro'), () => true);
  for (const page of torn.pages) dropSibling(path.join(folder, fileOf(page)));
  for (const file of torn.bare) dropSibling(file);
  return torn;
}

/** Whether a page of this size and its sibling are older than this. */
function isFlushed(file: string, { before, size }: { before: number; size: number }): boolean {
  const own = statSync(file, { throwIfNoEntry: false });
  if (!own || own.size !== size || own.mtimeMs >= before) return false;
  if (!hasCompressed(file)) return true;
  const sibling = statSync(compressedOf(file), { throwIfNoEntry: false });
  return sibling !== undefined && sibling.size > 0 && sibling.mtimeMs < before;
}

/** Files that are not as they were compiled are copied once more, with their siblings. */
async function bringAnew(from: string, to: string, isOurs: (name: string) => boolean): Promise<void> {
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
      // Never written into: the file may be linked into another release.
      await rm(theirs, { force: true });
      await cp(ours, theirs, { preserveTimestamps: true });
    }
  }
}

const dropSibling = (file: string) => rmSync(compressedOf(file), { force: true });
