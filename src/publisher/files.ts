import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Files of a folder and its folders, by relative path. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** The same of a release, without compressed variants and `release.json`, which only the publisher writes. */
export const releaseFilesIn = async (folder: string): Promise<string[]> =>
  (await filesIn(folder)).filter((name) => !/\.br$|^release\.json(\.new)?$/.test(name)).toSorted();

export function readFileIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Readers see the former bytes or these. */
export function replaceFile(file: string, bytes: Uint8Array | string): void {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}
