import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

/**
 * The siblings of a file by their endings. Mean of the 888 pages of the starter catalogue (40.7 kB), milliseconds of one
 * processor and bytes:
 *
 *     brotli 4   0.7   10,058     brotli 9   19.5  8,902     zstd 3    0.3  10,701
 *     brotli 5   0.9    9,116     brotli 11  79    8,256     zstd 9    1.0   9,753
 *     brotli 6   1.0    9,050     gzip 6     1.0  10,047     zstd 19  28     9,450
 *
 * So a page is compressed once, at brotli 6: level 9 costs twenty times as much for 150 bytes. `lasting` is worth
 * level 11: it is made once for many releases.
 */
export function compressed(bytes: Uint8Array, isLasting = false): { '.br': Uint8Array; '.gz': Uint8Array } {
  if (isLasting) return { '.br': brotli(bytes, 11), '.gz': gzipSync(bytes, { level: 9 }) };
  return { '.br': brotli(bytes, 6), '.gz': gzipSync(bytes, { level: 6 }) };
}

function brotli(bytes: Uint8Array, quality: number): Uint8Array {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return brotliCompressSync(bytes, { params });
}

/** Of the siblings. */
export const endings = ['.br', '.gz'] as const;

/**
 * Writes FILE.br and FILE.gz. Those of the former bytes go first: ext4 flushes a file that replaces another at once, and
 * that takes longer than all else.
 */
export function compressFile(file: string, isLasting = false): void {
  for (const [ending, body] of Object.entries(compressed(readFileSync(file), isLasting))) {
    rmSync(file + ending, { force: true });
    writeFileSync(`${file}${ending}.new`, body);
    renameSync(`${file}${ending}.new`, file + ending);
  }
}

/** Whether both siblings of a file hold these bytes: after a power cut they may be empty or torn. */
export function unpacksTo(file: string, bytes: Uint8Array): boolean {
  try {
    return (
      brotliDecompressSync(readFileSync(`${file}.br`)).equals(bytes) &&
      gunzipSync(readFileSync(`${file}.gz`)).equals(bytes)
    );
  } catch {
    return false;
  }
}

/** Whether a sibling is missing, or older than the file, as after a publisher that died between the two. */
export function lacksSiblings(file: string): boolean {
  const own = statSync(file, { throwIfNoEntry: false });
  if (!own) return false;
  return endings.some((ending) => {
    const sibling = statSync(file + ending, { throwIfNoEntry: false });
    return !sibling || sibling.mtimeMs < own.mtimeMs;
  });
}
