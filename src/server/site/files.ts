import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip, zstdCompress } from 'node:zlib';
import { PageError } from '#domain/page-error.ts';
import { isTextFile } from '#domain/text-file.ts';

/** One file in one encoding, as it is sent. */
export interface SiteFile {
  body: Buffer;
  etag: string;
  modified: Date;
  encoding: 'br' | 'gzip' | 'dcz' | undefined;
}

interface Kept extends SiteFile {
  stamp: string;
}

const mostBytes = 96 * 2 ** 20;
const kept = new Map<string, Kept>();
let bytes = 0;

/**
 * Reads a file, or its compressed sibling when the caller takes it; small use is served from memory. Throws a `PageError`
 * of 503 for a page that a power cut has torn.
 */
export async function readSiteFile(file: string, accepted: string): Promise<SiteFile | undefined> {
  const facts = look(file);
  if (!facts) return undefined;
  for (const [encoding, ending] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!takes(accepted, encoding)) continue;
    const sibling = look(file + ending);
    // A page is replaced before its siblings: an older sibling is of the page before.
    if (!sibling || sibling.mtimeMs < facts.mtimeMs) continue;
    const found = await read(file + ending, { facts: sibling, encoding, page: file });
    if (found) return found;
  }
  return await read(file, { facts, encoding: undefined });
}

/** What pages have in common (RFC 9842); its name is the SHA-256 of its bytes in hex. */
export interface Dictionary {
  name: string;
  bytes: Buffer;
}

const packWith = promisify(zstdCompress);

/** Before the compressed page stands which dictionary unpacks it: a frame that zstd skips, of 32 bytes (RFC 9842, 5). */
const beforeHash = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0]);

/**
 * A page as a reader with this dictionary gets it. It is compressed when it is first asked for, in two milliseconds, and
 * remembered: siblings on the disk would be another file for each page and dictionary. Throws as `readSiteFile` does.
 */
export async function readWithDictionary(
  file: string,
  { name, bytes: dictionary }: Dictionary,
): Promise<SiteFile | undefined> {
  const facts = look(file);
  if (!facts) return undefined;
  const key = `${file} ${name}`;
  const stamp = stampOf(facts);
  const known = kept.get(key);
  if (known?.stamp === stamp) return known;
  const page = await readWhole(file);
  if (!page) return undefined;
  const packed = await packWith(page, { dictionary, params: { [constants.ZSTD_c_compressionLevel]: 9 } });
  const body = Buffer.concat([beforeHash, Buffer.from(name, 'hex'), packed]);
  return keep(key, { body, etag: etagOf(body), modified: facts.mtime, encoding: 'dcz', stamp });
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** A page of the site that is not on the disk yet, as it would be read from there. */
export async function packFile(page: Uint8Array, accepted: string): Promise<SiteFile> {
  const { body, encoding } = await packBytes(Buffer.from(page), accepted);
  return { body, etag: etagOf(body), modified: new Date(), encoding };
}

/** A page made for one request, compressed in a millisecond for who takes it so. */
export async function packPage(
  html: string,
  accepted: string,
): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | undefined }> {
  return await packBytes(Buffer.from(html), accepted);
}

async function packBytes(
  page: Buffer,
  accepted: string,
): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | undefined }> {
  const encoding = (['br', 'gzip'] as const).find((one) => takes(accepted, one));
  if (encoding === 'br')
    return { body: await pack.br(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }), encoding };
  if (encoding === 'gzip') return { body: await pack.gzip(page, { level: 6 }), encoding };
  return { body: page, encoding };
}

export function isFolder(folder: string): boolean {
  return look(path.join(folder, 'index.html')) !== undefined;
}

type Facts = { mtimeMs: number; size: number; ino: number; mtime: Date };

/** Asked of the system at once: it knows such facts by heart, and a turn through the thread pool costs more. */
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

/** `page` is the file whose compressed sibling is read. */
async function read(
  file: string,
  { facts, encoding, page }: { facts: Facts; encoding: 'br' | 'gzip' | undefined; page?: string },
): Promise<SiteFile | undefined> {
  const stamp = stampOf(facts);
  const known = kept.get(file);
  if (known?.stamp === stamp) return known;
  const body = encoding ? await readBytes(file) : await readWhole(file);
  if (!body || (page && encoding && !(await holds(body, encoding, page)))) return undefined;
  return keep(file, { body, etag: etagOf(body), modified: facts.mtime, encoding, stamp });
}

async function readBytes(file: string): Promise<Buffer | undefined> {
  return await readFile(file).catch((error: NodeJS.ErrnoException) => {
    // The release may be cleared away between the look and the reading.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

async function readWhole(file: string): Promise<Buffer | undefined> {
  const body = await readBytes(file);
  if (body && isTorn(file, body)) throw new PageError(tornMessage, 503);
  return body;
}

const stampOf = ({ ino, size, mtimeMs }: Facts) => `${ino}.${size}.${mtimeMs}`;

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

const unpack = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };

/** A power cut leaves siblings that are empty or torn: what does not unpack to its page is no answer, the page itself is. */
async function holds(body: Buffer, encoding: 'br' | 'gzip', page: string): Promise<boolean> {
  try {
    const whole = await readFile(page);
    return !isTorn(page, whole) && whole.equals(await unpack[encoding](body));
  } catch {
    return false;
  }
}

const tornMessage =
  'Эта страница пострадала при отключении питания и сейчас восстанавливается. Обновите её через минуту';

/** A file that was not yet on the disk when the power went: empty, of zeros, or a page without its end. The publisher mends it. */
function isTorn(file: string, body: Buffer): boolean {
  // Pictures may begin with a zero; no text does.
  if (body.length === 0 || (body[0] === 0 && isTextFile(file))) return true;
  return (
    file.endsWith('.html') &&
    body.toString('latin1', 0, 15) === '<!DOCTYPE html>' &&
    !body.subarray(-20).toString('latin1').trimEnd().endsWith('</html>')
  );
}

function keep(key: string, found: Kept): SiteFile {
  forget(key);
  kept.set(key, found);
  bytes += found.body.length;
  for (const oldest of kept.keys()) {
    if (bytes <= mostBytes) break;
    forget(oldest);
  }
  return found;
}

function forget(key: string): void {
  bytes -= kept.get(key)?.body.length ?? 0;
  kept.delete(key);
}

/** Whether `Accept-Encoding` names the encoding and does not refuse it with q=0. */
export function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
