import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isCompressed, compressedOf, unpacksTo } from './compress.ts';
import { readFileIfExists } from './place.ts';

/**
 * Names of files that differ between two folders. Compressed variants and `release.json` are ignored: only
 * the publisher writes them.
 */
export async function differingFiles(one: string, other: string): Promise<string[]> {
  const [ours, theirs] = await Promise.all([filesIn(one), filesIn(other)]);
  const differing: string[] = [];
  for (const file of [...new Set([...ours, ...theirs])].toSorted()) {
    const [a, b] = await Promise.all([readBytes(path.join(one, file)), readBytes(path.join(other, file))]);
    if (!a || !b || !a.equals(b)) differing.push(file);
  }
  return differing;
}

/** Whether the file and its compressed variant hold these bytes. */
export function isTrue(file: string, bytes: Uint8Array): boolean {
  if (!readFileIfExists(file)?.equals(bytes)) return false;
  return !existsSync(compressedOf(file)) || unpacksTo(file, bytes);
}

/**
 * Wrong files of a live directory: pages known to differ, orphans, and client files unlike the compiled ones.
 */
export async function filesThatDiffer({
  folder,
  client,
  pages,
  differing,
}: {
  folder: string;
  client: string;
  pages: readonly string[];
  differing: readonly string[];
}): Promise<string[]> {
  const wrong = new Set(differing);
  const known = new Set(pages);
  for (const file of await filesIn(client)) {
    if (!known.has(file) && !isTrue(path.join(folder, file), readFileIfExists(path.join(client, file))!))
      wrong.add(file);
    known.add(file);
  }
  for (const file of await filesIn(folder)) if (!known.has(file)) wrong.add(file);
  return [...wrong].toSorted();
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) => entry.isFile() && !isCompressed(entry.name) && !/^release\.json(\.new)?$/.test(entry.name),
    )
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

async function readBytes(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}
