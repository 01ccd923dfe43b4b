import { linkSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressFile, lacksCompressed, compressedOf, unpacksTo } from './compress.ts';
import { readFileIfExists, replaceFile } from './files.ts';
import { hasVariant } from './plan.ts';
import { fileOf } from './release.ts';

/**
 * Replaces a page in the live directory atomically; equal bytes are not written. Returns whether it changed.
 * An old compressed variant is not served, being older, until `writeCompressed`.
 */
export function placePage(folder: string, address: string, bytes: Uint8Array): boolean {
  const file = path.join(folder, fileOf(address));
  if (readFileIfExists(file)?.equals(bytes)) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  replaceFile(file, bytes);
  return true;
}

/** Writes the compressed variants where they are missing or older; `isForced`: all. */
export async function writeCompressed(
  folder: string,
  addresses: readonly string[],
  isForced = false,
): Promise<void> {
  const files = addresses.filter(hasVariant).map((address) => path.join(folder, fileOf(address)));
  // One at a time, for the memory of the compressor.
  for (const file of files) if (isForced || lacksCompressed(file)) await compressFile(file);
}

/**
 * Adds a page to a new directory. Unchanged bytes are hard-linked from the previous release, with the variant
 * if it fits; published files are never written in place. Returns whether it changed.
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
  makeDirectory(folder, path.dirname(file));
  if (!isSame || !linkWhole(former, { to: file, bytes, withVariant: hasVariant(address) }))
    writeFileSync(file, bytes);
  return !isSame;
}

const made = new Set<string>();
let madeIn = '';

/** Directories of the latest release, each made once: the call costs as much as a file. */
function makeDirectory(folder: string, directory: string): void {
  if (madeIn !== folder) made.clear();
  madeIn = folder;
  if (made.has(directory)) return;
  mkdirSync(directory, { recursive: true });
  made.add(directory);
}

/** Links the page of the previous release; undefined if there was none. */
export function keepPage(folder: string, address: string, before: string | undefined): Buffer | undefined {
  const name = fileOf(address);
  const bytes = before === undefined ? undefined : readFileIfExists(path.join(before, name));
  if (bytes) addPage(folder, address, { bytes, before });
  return bytes;
}

function linkWhole(
  from: string,
  { to, bytes, withVariant }: { to: string; bytes: Uint8Array; withVariant: boolean },
): boolean {
  if (withVariant && (lacksCompressed(from) || !unpacksTo(from, bytes))) return false;
  try {
    linkSync(from, to);
    if (withVariant) linkSync(compressedOf(from), compressedOf(to));
    return true;
  } catch {
    // Hard links are unsupported or exhausted.
    return false;
  }
}

/** Removes a page and its empty folders. */
export function removePage(folder: string, address: string): void {
  const file = path.join(folder, fileOf(address));
  for (const one of [file, compressedOf(file)])
    for (const ending of ['', '.new']) rmSync(one + ending, { force: true });
  for (let parent = path.dirname(file); parent.length > folder.length; parent = path.dirname(parent)) {
    try {
      rmdirSync(parent);
    } catch {
      // Not empty or missing, and so are its parents.
      return;
    }
  }
}
