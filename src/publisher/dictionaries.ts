import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import {
  dictionaryFile,
  dictionaryFolder,
  dictionaryHashIn,
  usesDictionary,
} from '#domain/shared-dictionary.ts';
import { compressFile, compressedOf } from './compress.ts';
import { makeDictionary } from './dictionary.ts';
import { readFileIfExists } from './place.ts';
import { fileOf, siteFolders } from './release.ts';

/** Pages that a dictionary is made from, at most. */
const sampled = 160;

/** A dictionary that no release names any more is kept so long for readers who hold it. */
const keptFor = 14 * 24 * 3600 * 1000;

/**
 * Makes the dictionary of a release from its pages and puts it beside those of former ones; gives its name. Once for a
 * whole release and never for an edit, so that readers use one for long; the same pages give the same. `undefined`
 * where there are too few pages.
 */
export async function renewDictionary(
  { assets }: Pick<ReturnType<typeof siteFolders>, 'assets'>,
  folder: string,
  { addresses, former }: { addresses: readonly string[]; former: string | undefined },
): Promise<string | undefined> {
  const bytes = makeDictionary(pagesOf(folder, addresses));
  const hash = bytes && createHash('sha256').update(bytes).digest('hex');
  const place = path.join(assets, dictionaryFolder);
  await mkdir(place, { recursive: true });
  if (bytes && hash && !existsSync(path.join(place, dictionaryFile(hash))))
    await saveDictionary(path.join(place, dictionaryFile(hash)), bytes);
  for (const name of [hash, former]) if (name) await renewTime(path.join(place, dictionaryFile(name)));
  await forgetOld(place);
  return hash;
}

/** Onto the disk before a release names it: what a power cut has torn would be a dictionary of another name. */
async function saveDictionary(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(`${file}.new`, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  compressFile(file, true);
}

/** Its days are counted from the last release that named it. A sibling that is older than its file is not served. */
async function renewTime(file: string): Promise<void> {
  const now = new Date();
  for (const one of [file, compressedOf(file)]) if (existsSync(one)) await utimes(one, now, now);
}

async function forgetOld(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (dictionaryHashIn(name) === undefined) continue;
    const file = path.join(place, name);
    const { mtimeMs } = await stat(file);
    if (mtimeMs >= Date.now() - keptFor) continue;
    for (const one of [file, compressedOf(file)]) await rm(one, { force: true });
  }
}

/** Some pages that everybody may read, in the order of their addresses; more of the large: theirs are the bytes to save. */
function pagesOf(folder: string, addresses: readonly string[]): Buffer[] {
  const pages = addresses
    .filter(usesDictionary)
    .toSorted()
    .map((address) => path.join(folder, fileOf(address)))
    .map((file) => ({ file, size: statSync(file, { throwIfNoEntry: false })?.size ?? 0 }));
  const step = pages.reduce((sum, { size }) => sum + size, 0) / sampled;
  let passed = 0;
  return pages.flatMap(({ file, size }) => {
    const before = Math.floor(passed / step);
    passed += size;
    const bytes = Math.floor(passed / step) > before ? readFileIfExists(file) : undefined;
    return bytes ? [bytes] : [];
  });
}
