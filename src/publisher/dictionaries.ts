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
import { compressLasting, compressedOf } from './compress.ts';
import { makeDictionary } from './dictionary.ts';
import { readFileIfExists } from './files.ts';
import { fileOf, siteFolders } from './release.ts';

const sampled = 120;

/** Lifetime of a dictionary after the last release that names it. */
const keptFor = 14 * 24 * 3600 * 1000;

/**
 * Makes the dictionary of a release from its pages, once per full render and not for an edit, so that readers
 * can reuse it. `hasRemoved`: pages were removed, whose words no former dictionary may keep. Returns its name;
 * `undefined` with too few pages.
 */
export async function renewDictionary(
  { assets }: Pick<ReturnType<typeof siteFolders>, 'assets'>,
  folder: string,
  {
    addresses,
    former,
    hasRemoved = false,
  }: { addresses: readonly string[]; former: string | undefined; hasRemoved?: boolean },
): Promise<string | undefined> {
  const bytes = makeDictionary(pagesOf(folder, addresses));
  const hash = bytes && createHash('sha256').update(bytes).digest('hex');
  const place = path.join(assets, dictionaryFolder);
  await mkdir(place, { recursive: true });
  if (bytes && hash && !existsSync(path.join(place, dictionaryFile(hash))))
    await saveDictionary(path.join(place, dictionaryFile(hash)), bytes);
  for (const name of [hash, former]) if (name) await renewTime(path.join(place, dictionaryFile(name)));
  await forgetDictionaries(place, ({ name, madeAt }) =>
    hasRemoved ? name !== hash : madeAt < Date.now() - keptFor,
  );
  return hash;
}

/** Synced before a release names it: the name is a hash of the bytes. */
async function saveDictionary(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(`${file}.new`, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  compressLasting(file);
}

/** Restarts its lifetime, with that of the variant: older than its file, that would not be served. */
async function renewTime(file: string): Promise<void> {
  const now = new Date();
  for (const one of [file, compressedOf(file)]) if (existsSync(one)) await utimes(one, now, now);
}

async function forgetDictionaries(
  place: string,
  isOver: (dictionary: { name: string; madeAt: number }) => boolean,
): Promise<void> {
  for (const entry of await readdir(place)) {
    const name = dictionaryHashIn(entry);
    const file = path.join(place, entry);
    if (name === undefined || !isOver({ name, madeAt: (await stat(file)).mtimeMs })) continue;
    for (const one of [file, compressedOf(file)]) await rm(one, { force: true });
  }
}

/** A sample of public pages by address, favouring large ones. */
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
