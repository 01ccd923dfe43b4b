import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { readFileIfExists, replaceFile } from './files.ts';

export const compressedOf = (file: string): string => `${file}.br`;

/** A window no larger than the file: clearing a larger one is costly for thousands of small files. */
const brotliAt = ({ length }: Uint8Array, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(
      constants.BROTLI_DEFAULT_WINDOW,
      Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + 16))),
    ),
  },
});

/** Compresses a file that outlives releases. */
export function compressLasting(file: string): void {
  const bytes = readFileSync(file);
  writeSibling(file, brotliCompressSync(bytes, brotliAt(bytes, 11)));
}

/**
 * Compresses a file of search or aid on the thread pool. Level 10: the list of names takes 34.6 kB and 0.1 s of processor,
 * at level 11 34.9 kB and 0.3 s, at level 6 39.6 kB and 0.01 s.
 */
export async function compressFile(file: string): Promise<void> {
  const bytes = readFileSync(file);
  writeSibling(file, await brotliSoon(bytes, brotliAt(bytes, 10)));
}
const brotliSoon = promisify(brotliCompress);

/** Removes the old variant first: ext4 flushes a replacing file at once, which is slow. */
function writeSibling(file: string, body: Uint8Array): void {
  const variant = compressedOf(file);
  rmSync(variant, { force: true });
  replaceFile(variant, body);
}

/** Whether the variant holds these bytes; a power cut may leave it truncated. */
export function unpacksTo(file: string, bytes: Uint8Array): boolean {
  try {
    return brotliDecompressSync(readFileSync(compressedOf(file))).equals(bytes);
  } catch {
    return false;
  }
}

/** Whether the file and its variant, if any, hold these bytes. */
export function holdsBytes(file: string, bytes: Uint8Array): boolean {
  if (!readFileIfExists(file)?.equals(bytes)) return false;
  return !existsSync(compressedOf(file)) || unpacksTo(file, bytes);
}

/** Whether the variant is missing or older than the file, as after a crash; a missing file lacks none. */
export function lacksCompressed(file: string): boolean {
  const own = statSync(file, { throwIfNoEntry: false });
  if (!own) return false;
  const variant = statSync(compressedOf(file), { throwIfNoEntry: false });
  return !variant || variant.mtimeMs < own.mtimeMs;
}
