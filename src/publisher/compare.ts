import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Files of either folder whose bytes differ or that only one of them has, by name. Compressed siblings and the
 * release's own note are left out: only the publisher makes them.
 */
export async function differingFiles(one: string, other: string): Promise<string[]> {
  const [ours, theirs] = await Promise.all([filesIn(one), filesIn(other)]);
  const differing: string[] = [];
  for (const file of [...new Set([...ours, ...theirs])].toSorted()) {
    const [a, b] = await Promise.all([read(path.join(one, file)), read(path.join(other, file))]);
    if (!a || !b || !a.equals(b)) differing.push(file);
  }
  return differing;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$|^release\.json$/.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

async function read(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}
