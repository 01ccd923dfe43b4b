import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';

/** Files worth compressing; pictures and fonts are compressed already. */
export const isCompressible = (file: string) =>
  /\.(html|css|js|mjs|json|ndjson|xml|txt|svg|webmanifest|ics|csv)$/.test(file);

/** From so many bytes on a file is worth a longer search: they are few. */
const heavy = 24_000;

/**
 * The siblings of a file by their endings; level 6 costs a twentieth of level 11 and gives 13 % more bytes on our pages.
 * `lasting` is worth that: it is made once for many releases.
 */
export function compressed(bytes: Uint8Array, isLasting = false): { '.br': Uint8Array; '.gz': Uint8Array } {
  if (isLasting) return { '.br': brotli(bytes, 11), '.gz': gzipSync(bytes, { level: 9 }) };
  const light = brotli(bytes, 6);
  return {
    '.br': light.length > heavy && bytes.length < 300_000 ? brotli(bytes, 9) : light,
    '.gz': gzipSync(bytes, { level: 6 }),
  };
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
