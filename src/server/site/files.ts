import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip, zstdCompress } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { PageError } from '#domain/page-error.ts';
import { isTextFile } from '#domain/text-file.ts';

export const fileIn = (address: string): string => (address.endsWith('/') ? `${address}index.html` : address);

export interface SiteFile {
  body: Buffer;
  etag: string;
  modified: Date;
  encoding: 'br' | 'gzip' | 'dcz' | undefined;
}

interface Kept extends SiteFile {
  stamp: string;
}

const maxCachedBytes = 96 * 2 ** 20;
/** Maximum bytes of on-demand compression. */
const maxPackedBytes = 8 * 2 ** 20;
const fileCache = new LRUCache<string, Kept>({
  maxSize: maxCachedBytes,
  sizeCalculation: ({ body }) => body.length || 1,
});

/**
 * Reads a file or its compressed variant; compresses small ones without. Small files are cached in memory.
 * Throws `PageError` 503 for a truncated page.
 */
export async function readSiteFile(file: string, accepted: string): Promise<SiteFile | undefined> {
  const facts = look(file);
  if (!facts) return undefined;
  if (takes(accepted, 'br')) {
    const variant = look(`${file}.br`);
    // A page is replaced before its variant: an older variant is outdated.
    if (variant && variant.mtimeMs >= facts.mtimeMs) {
      const found = await cached(`${file}.br`, variant, 'br', () => readVariant(file));
      if (found) return found;
    }
  }
  const encoding = isTextFile(file) && facts.size <= maxPackedBytes ? encodingOf(accepted) : undefined;
  return await readPacked(file, facts, encoding, encoding ? pack[encoding] : (page) => page);
}

/** A compression dictionary (RFC 9842); its name is its SHA-256 in hex. */
export interface Dictionary {
  name: string;
  bytes: Buffer;
}

const packWith = promisify(zstdCompress);

/** Skippable zstd frame with the 32-byte hash of the dictionary (RFC 9842, 5). */
const beforeHash = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/** A page compressed with a dictionary. Throws like `readSiteFile`. */
export async function readWithDictionary(
  file: string,
  { name, bytes: dictionary }: Dictionary,
): Promise<SiteFile | undefined> {
  const facts = look(file);
  if (!facts) return undefined;
  const withDictionary = async (page: Buffer) => {
    const params = { [constants.ZSTD_c_compressionLevel]: 9 };
    const packed = await packWith(page, { dictionary, params });
    return Buffer.concat([beforeHash, Buffer.from(name, 'hex'), packed]);
  };
  return await readPacked(file, facts, 'dcz', withDictionary, name);
}

const brotli = promisify(brotliCompress);
const zip = promisify<Buffer, { level: number }, Buffer>(gzip);
const pack = {
  /**
   * Mean of the 888 pages of the starter catalogue (40.7 kB), milliseconds of processor and bytes:
   *
   *     brotli 4   0.7   10,058     brotli 9   19.5  8,902     zstd 3    0.3  10,701
   *     brotli 5   0.9    9,116     brotli 11  79    8,256     zstd 9    1.0   9,753
   *     brotli 6   1.0    9,050     gzip 6     1.0  10,047     zstd 19  28     9,450
   */
  br: (page: Buffer) =>
    brotli(page, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
      },
    }),
  gzip: (page: Buffer) => zip(page, { level: 6 }),
};

/** A page that is not on disk, as if read from there. */
export async function packFile(page: Uint8Array, accepted: string): Promise<SiteFile> {
  const encoding = encodingOf(accepted);
  const body = encoding ? await pack[encoding](Buffer.from(page)) : Buffer.from(page);
  return { body, etag: etagOf(body), modified: new Date(), encoding };
}

export const encodingOf = (accepted: string) => (['br', 'gzip'] as const).find((one) => takes(accepted, one));

export function isFolder(folder: string): boolean {
  return look(path.join(folder, 'index.html')) !== undefined;
}

type Facts = { mtimeMs: number; size: number; ino: number; mtime: Date };

/** Synchronous: the system has such data cached, and the thread pool takes longer. */
function look(file: string): Facts | undefined {
  try {
    const facts = statSync(file, { throwIfNoEntry: false });
    return facts?.isFile() ? facts : undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}

/**
 * Compresses a file on first use, in one or two milliseconds: on disk there would be a file for each page and
 * dictionary.
 */
const readPacked = (
  file: string,
  facts: Facts,
  encoding: SiteFile['encoding'],
  packed: (page: Buffer) => Promise<Buffer> | Buffer,
  dictionary = '',
): Promise<SiteFile | undefined> =>
  cached(`${file} ${encoding} ${dictionary}`, facts, encoding, async () => {
    const page = await readWhole(file);
    return page && (await packed(page));
  });

async function cached(
  key: string,
  facts: Facts,
  encoding: SiteFile['encoding'],
  read: () => Promise<Buffer | undefined>,
): Promise<SiteFile | undefined> {
  const stamp = `${facts.ino}.${facts.size}.${facts.mtimeMs}`;
  const known = fileCache.get(key);
  if (known?.stamp === stamp) return known;
  const body = await read();
  if (!body) return undefined;
  const found = { body, etag: etagOf(body), modified: facts.mtime, encoding, stamp };
  fileCache.set(key, found);
  return found;
}

/** The compressed variant of a file, unless truncated. */
async function readVariant(file: string): Promise<Buffer | undefined> {
  const body = await readBytes(`${file}.br`);
  return body && (await holds(body, file)) ? body : undefined;
}

async function readBytes(file: string): Promise<Buffer | undefined> {
  return await readFile(file).catch((error: NodeJS.ErrnoException) => {
    // The release may be deleted meanwhile.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function readWhole(file: string): Promise<Buffer | undefined> {
  const body = await readBytes(file);
  if (body && isTorn(file, body)) throw new PageError(tornMessage, 503);
  return body;
}

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

const unpack = promisify(brotliDecompress);

/** After a power cut variants may be truncated: one that does not decompress to its page is ignored. */
async function holds(body: Buffer, page: string): Promise<boolean> {
  try {
    const whole = await readFile(page);
    return !isTorn(page, whole) && whole.equals(await unpack(body));
  } catch {
    return false;
  }
}

const tornMessage =
  'Эта страница пострадала при отключении питания и сейчас восстанавливается. Обновите её через минуту';

/** A file not synced before a power cut: empty, zeroed or truncated. The publisher repairs it. */
function isTorn(file: string, body: Buffer): boolean {
  // Pictures may begin with a zero byte, text does not.
  if (body.length === 0 || (body[0] === 0 && isTextFile(file))) return true;
  return (
    file.endsWith('.html') &&
    body.toString('latin1', 0, 15) === '<!DOCTYPE html>' &&
    !body.subarray(-20).toString('latin1').trimEnd().endsWith('</html>')
  );
}

/** Whether `Accept-Encoding` accepts the encoding (q > 0). */
export function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
