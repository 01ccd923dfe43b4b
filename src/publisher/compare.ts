import { existsSync } from 'node:fs';
import path from 'node:path';
import { compressedOf, unpacksTo } from './compress.ts';
import { readFileIfExists, releaseFilesIn } from './files.ts';

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
  const known = new Set(pages);
  const ofClient = await differingClientFiles(client, folder, known);
  const compiled = new Set(await releaseFilesIn(client));
  const orphans = (await releaseFilesIn(folder)).filter((file) => !known.has(file) && !compiled.has(file));
  return [...new Set([...differing, ...ofClient, ...orphans])].toSorted();
}

/** Compiled files, unless a page is in their place, that are not or not the same in a folder. */
export async function differingClientFiles(
  client: string,
  folder: string,
  pages: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  return (await releaseFilesIn(client)).filter(
    (file) =>
      !pages.has(file) && !isTrue(path.join(folder, file), readFileIfExists(path.join(client, file))!),
  );
}
