import { linkSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressFileSoon, hasCompressed, lacksCompressed, compressedOf, unpacksTo } from './compress.ts';
import { fileOf } from './release.ts';

/**
 * Puts a page into the live directory: a concurrent reader gets the old bytes or the new ones. The same bytes are
 * not written again. Tells whether readers get other bytes now. Its sibling is that of the page before until
 * `placeSibling`: being older, it is not served.
 */
export function placePage(folder: string, address: string, bytes: Uint8Array): boolean {
  const file = path.join(folder, fileOf(address));
  if (readFileIfExists(file)?.equals(bytes)) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
  return true;
}

/** Writes the sibling of a page that has changed, or that a publisher which died has left without. */
export async function writeCompressed(folder: string, address: string, isChanged: boolean): Promise<void> {
  const file = path.join(folder, fileOf(address));
  if (hasCompressed(file) && (isChanged || lacksCompressed(file))) await compressFileSoon(file);
}

/**
 * Puts a page into a new directory. The bytes of the release before are not written and compressed again but linked:
 * files are replaced by others and never written into; a sibling that does not hold the page is left behind. Tells
 * whether readers will get other bytes.
 */
export function addPage(
  folder: string,
  address: string,
  { bytes, before }: { bytes: Uint8Array; before: string | undefined },
): boolean {
  const name = fileOf(address);
  const file = path.join(folder, name);
  const former = before && path.join(before, name);
  const isSame = former !== undefined && (readFileIfExists(former)?.equals(bytes) ?? false);
  mkdirSync(path.dirname(file), { recursive: true });
  if (!isSame || !linkWhole(former, { to: file, bytes })) writeFileSync(file, bytes);
  return !isSame;
}

/** Carries the page of the release before over into a new directory; nothing where there was none. */
export function keepPage(folder: string, address: string, before: string | undefined): Buffer | undefined {
  const name = fileOf(address);
  const bytes = before === undefined ? undefined : readFileIfExists(path.join(before, name));
  if (bytes) addPage(folder, address, { bytes, before });
  return bytes;
}

function linkWhole(from: string, { to, bytes }: { to: string; bytes: Uint8Array }): boolean {
  if (hasCompressed(from) && (lacksCompressed(from) || !unpacksTo(from, bytes))) return false;
  try {
    linkSync(from, to);
    if (hasCompressed(from)) linkSync(compressedOf(from), compressedOf(to));
    return true;
  } catch {
    // A file system without links, or with too many of them to one file.
    return false;
  }
}

/** Takes a page away, and the folders that are empty without it. */
export function removePage(folder: string, address: string): void {
  const file = path.join(folder, fileOf(address));
  for (const one of [file, compressedOf(file)])
    for (const ending of ['', '.new']) rmSync(one + ending, { force: true });
  for (let parent = path.dirname(file); parent.length > folder.length; parent = path.dirname(parent)) {
    try {
      rmdirSync(parent);
    } catch {
      // Not empty, or not there: so it is with all above it.
      return;
    }
  }
}

export function readFileIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}
