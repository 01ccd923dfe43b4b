import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { isTextFile } from '#domain/text-file.ts';

/**
 * Whether a file has a compressed sibling: all text but what machines ask for record by record, two small files of three.
 * Those the server packs for who asks, as it does with gzip for who takes no brotli.
 */
export const hasCompressed = (file: string): boolean =>
  isTextFile(file) && !/[/\\](index\.json|feed\.xml)$/.test(file);

/** The compressed sibling of FILE is FILE.br. */
export const compressedOf = (file: string): string => `${file}.br`;

/** Whether the name is that of a sibling. */
export const isCompressed = (file: string): boolean => file.endsWith('.br');

/**
 * The bytes of a sibling. Mean of the 888 pages of the starter catalogue (40.7 kB), milliseconds of one processor and
 * bytes:
 *
 *     brotli 4   0.7   10,058     brotli 9   19.5  8,902     zstd 3    0.3  10,701
 *     brotli 5   0.9    9,116     brotli 11  79    8,256     zstd 9    1.0   9,753
 *     brotli 6   1.0    9,050     gzip 6     1.0  10,047     zstd 19  28     9,450
 *
 * So a page is compressed once, at brotli 6: level 9 costs twenty times as much for 150 bytes, and gzip beside it as much
 * again for readers whose browsers are of 2016. `isLasting` is worth level 11: it is made once for many releases.
 */
export function compressed(bytes: Uint8Array, isLasting = false): Buffer {
  return brotliCompressSync(bytes, brotliAt(bytes, isLasting ? 11 : 6));
}

/** A window that is no larger than the file: room for more is cleared for each of thousands of small ones. */
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

/** Files of the browser's index and of the aid by signs: read by all who use them, and written when editors have paused. */
const isReadByAll = (file: string) =>
  /\/(?:search\/names-\d|diagnostics\/signs\/(?:diseases-\d|links))\.json$/.test(file);

/** Writes FILE.br. */
export function compressFile(file: string, isLasting = isReadByAll(file)): void {
  writeSibling(file, compressed(readFileSync(file), isLasting));
}

/** The same for a page that somebody waits for, on a processor that has nothing else to do. */
export async function compressFileSoon(file: string): Promise<void> {
  const bytes = readFileSync(file);
  writeSibling(file, await brotliSoon(bytes, brotliAt(bytes, isReadByAll(file) ? 11 : 6)));
}
const brotliSoon = promisify(brotliCompress);

/**
 * That of the former bytes goes first: ext4 flushes a file that replaces another at once, and that takes longer than all
 * else.
 */
function writeSibling(file: string, body: Uint8Array): void {
  const sibling = compressedOf(file);
  rmSync(sibling, { force: true });
  writeFileSync(`${sibling}.new`, body);
  renameSync(`${sibling}.new`, sibling);
}

/** Whether the sibling of a file holds these bytes: after a power cut it may be empty or torn. */
export function unpacksTo(file: string, bytes: Uint8Array): boolean {
  try {
    return brotliDecompressSync(readFileSync(compressedOf(file))).equals(bytes);
  } catch {
    return false;
  }
}

/** Whether the sibling is missing, or older than the file, as after a publisher that died between the two. */
export function lacksCompressed(file: string): boolean {
  if (!hasCompressed(file)) return false;
  const own = statSync(file, { throwIfNoEntry: false });
  if (!own) return false;
  const sibling = statSync(compressedOf(file), { throwIfNoEntry: false });
  return !sibling || sibling.mtimeMs < own.mtimeMs;
}
