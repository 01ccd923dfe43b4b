import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

export const compressedOf = (file: string): string => `${file}.br`;

export const isCompressed = (file: string): boolean => file.endsWith('.br');

/**
 * Compresses at brotli 6: level 9 takes twenty times as long for 150 bytes, and gzip is only for browsers of 2016.
 * `isLasting`: level 11, made once for many releases. Mean of the 888 pages of the starter catalogue (40.7 kB), CPU
 * milliseconds and bytes:
 *
 *     brotli 4   0.7   10,058     brotli 9   19.5  8,902     zstd 3    0.3  10,701
 *     brotli 5   0.9    9,116     brotli 11  79    8,256     zstd 9    1.0   9,753
 *     brotli 6   1.0    9,050     gzip 6     1.0  10,047     zstd 19  28     9,450
 */
export function compressed(bytes: Uint8Array, isLasting = false): Buffer {
  return brotliCompressSync(bytes, brotliAt(bytes, isLasting ? 11 : 6));
}

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

/** Files of search and aid: read by all their users and written in pauses. */
const isReadByAll = (file: string) =>
  /\/(?:search\/names-\d|diagnostics\/signs\/(?:diseases-\d|links))\.json$/.test(file);

/** Compresses a file that outlives releases. */
export function compressLasting(file: string): void {
  writeSibling(file, compressed(readFileSync(file), true));
}

/** Compresses a deferred file on the thread pool. */
export async function compressFile(file: string): Promise<void> {
  const bytes = readFileSync(file);
  writeSibling(file, await brotliSoon(bytes, brotliAt(bytes, isReadByAll(file) ? 11 : 6)));
}
const brotliSoon = promisify(brotliCompress);

/** Removes the old variant first: ext4 flushes a replacing file at once, which is slow. */
function writeSibling(file: string, body: Uint8Array): void {
  const variant = compressedOf(file);
  rmSync(variant, { force: true });
  writeFileSync(`${variant}.new`, body);
  renameSync(`${variant}.new`, variant);
}

/** Whether the variant holds these bytes; a power cut may leave it truncated. */
export function unpacksTo(file: string, bytes: Uint8Array): boolean {
  try {
    return brotliDecompressSync(readFileSync(compressedOf(file))).equals(bytes);
  } catch {
    return false;
  }
}

/** Whether the variant is missing or older than the file, as after a crash; a missing file lacks none. */
export function lacksCompressed(file: string): boolean {
  const own = statSync(file, { throwIfNoEntry: false });
  if (!own) return false;
  const variant = statSync(compressedOf(file), { throwIfNoEntry: false });
  return !variant || variant.mtimeMs < own.mtimeMs;
}
