import path from 'node:path';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import {
  dictionaryFile,
  dictionaryFolder,
  dictionaryHashIn,
  usesDictionary,
} from '#domain/shared-dictionary.ts';
import { compressLasting, compressedOf } from './compress.ts';
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
/**
 * Number of pages that a dictionary is cut from, evenly by address. At 1,000 records a page takes 1,890 bytes with it on
 * average; with three pages chosen by trial 2,361, for twice the time. With six a kind of pages may have no part in it.
 */
const chosen = 8;

/** Window in bytes, and the number of pages that must share it. */
const width = 16;
const shared = 4;
/** Longer common runs are taken once. */
const repeated = 128;

/**
 * A compression dictionary of shared content (RFC 9842): bytes that at least four pages have, so that nothing
 * of one record remains. Deterministic. `undefined` with too few pages.
 */
export function makeDictionary(pages: readonly Uint8Array[]): Buffer | undefined {
  if (pages.length < shared) return undefined;
  const common = commonOf(evenly(pages, chosen), pages);
  return common.length > 0 ? common : undefined;
}

function commonOf(pages: readonly Uint8Array[], all: readonly Uint8Array[]): Buffer {
  const isCommon = windowsOf(all);
  const taken = new Uint8Array(slots);
  const parts: Uint8Array[] = [];
  for (const page of pages) {
    const marks = marksOf(page);
    const kept = new Uint8Array(page.length);
    let until = 0;
    for (let at = 0; at < page.length; at++) {
      if (at < marks.length && isCommon[marks[at]!]) until = at + width;
      if (at < until) kept[at] = 1;
    }
    dropRepeated(kept, marks, taken);
    for (let at = 0; at < marks.length; at++) taken[marks[at]!] = 1;
    for (let from = kept.indexOf(1); from >= 0;) {
      const end = kept.indexOf(0, from);
      parts.push(page.subarray(from, end < 0 ? page.length : end));
      from = end < 0 ? -1 : kept.indexOf(1, end);
    }
  }
  return Buffer.concat(parts);
}

/** Drops runs of an earlier page except their ends, which keep the context of their neighbours. */
function dropRepeated(kept: Uint8Array, marks: Uint32Array, taken: Uint8Array): void {
  let run = 0;
  for (let at = 0; at <= marks.length; at++) {
    if (at < marks.length && taken[marks[at]!]) run++;
    else {
      if (run > repeated) kept.fill(0, at - run + 2 * width, at - width);
      run = 0;
    }
  }
}

/** Hash slots of windows that enough pages share. */
function windowsOf(pages: readonly Uint8Array[]): Uint8Array {
  const count = new Uint8Array(slots);
  const last = new Uint16Array(slots);
  for (const [index, page] of pages.entries()) {
    const marks = marksOf(page);
    for (let at = 0; at < marks.length; at++) {
      const mark = marks[at]!;
      if (last[mark] === index + 1) continue;
      last[mark] = index + 1;
      count[mark] = Math.min(count[mark]! + 1, 255);
    }
  }
  return count.map((pagesWithIt) => (pagesWithIt < shared ? 0 : 1));
}

const bits = 22;
const slots = 2 ** bits;
const factor = 0x9e3779b1;

/** Rolling hash of each window: one pass over the page. */
function marksOf(page: Uint8Array): Uint32Array {
  const marks = new Uint32Array(Math.max(0, page.length - width + 1));
  let leaving = 1;
  for (let power = 0; power < width; power++) leaving = Math.imul(leaving, factor);
  let hash = 0;
  for (let at = 0; at < page.length; at++) {
    hash = (Math.imul(hash, factor) + page[at]! + 1) | 0;
    if (at >= width) hash = (hash - Math.imul(leaving, page[at - width]! + 1)) | 0;
    if (at >= width - 1) marks[at - width + 1] = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> (32 - bits);
  }
  return marks;
}

function evenly<Item>(items: readonly Item[], limit: number): Item[] {
  if (items.length <= limit) return [...items];
  return Array.from({ length: limit }, (_, at) => items[Math.floor((at * items.length) / limit)]!);
}
