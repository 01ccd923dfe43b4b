import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib';

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
export function compressed(bytes: Uint8Array, isLasting = false): Siblings {
  return {
    '.br': brotliCompressSync(bytes, brotliAt(bytes, isLasting ? 11 : 6)),
    '.gz': gzipSync(bytes, { level: isLasting ? 9 : 6 }),
  };
}

interface Siblings {
  '.br': Uint8Array;
  '.gz': Uint8Array;
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

/** The names for the browser's index: read by everybody who searches, and written when editors have paused. */
const isNamesFile = (file: string) => /\/search\/names-\d\.json$/.test(file);

/** Of the siblings. */
export const endings = ['.br', '.gz'] as const;

/** Writes FILE.br and FILE.gz. */
export function compressFile(file: string, isLasting = isNamesFile(file)): void {
  writeSiblings(file, compressed(readFileSync(file), isLasting));
}

/** The same for a page that somebody waits for: both at once, on processors that have nothing else to do. */
export async function compressFileSoon(file: string): Promise<void> {
  const bytes = readFileSync(file);
  const quality = isNamesFile(file) ? 11 : 6;
  const [br, gz] = await Promise.all([
    brotliSoon(bytes, brotliAt(bytes, quality)),
    gzipSoon(bytes, { level: 6 }),
  ]);
  writeSiblings(file, { '.br': br, '.gz': gz });
}
const brotliSoon = promisify(brotliCompress);
const gzipSoon = promisify<Uint8Array, { level: number }, Uint8Array>(gzip);

/**
 * Those of the former bytes go first: ext4 flushes a file that replaces another at once, and that takes longer than all
 * else.
 */
function writeSiblings(file: string, siblings: Siblings): void {
  for (const [ending, body] of Object.entries(siblings)) {
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
