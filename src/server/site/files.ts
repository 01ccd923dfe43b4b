import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { PageError } from '#domain/page-error.ts';
import { isTextFile } from '#domain/text-file.ts';

/** One file in one encoding, as it is sent. */
export interface SiteFile {
  body: Buffer;
  etag: string;
  modified: Date;
  encoding: 'br' | 'gzip' | undefined;
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
  { facts, encoding, page }: { facts: Facts; encoding: SiteFile['encoding']; page?: string },
): Promise<SiteFile | undefined> {
  const stamp = `${facts.ino}.${facts.size}.${facts.mtimeMs}`;
  const known = kept.get(file);
  if (known?.stamp === stamp) return known;
  const body = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    // The release may be cleared away between the look and the reading.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!body || (page && encoding && !(await holds(body, encoding, page)))) return undefined;
  if (!encoding && isTorn(file, body)) throw new PageError(tornMessage, 503);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const found: Kept = { body, etag, modified: facts.mtime, encoding, stamp };
  keep(file, found);
  return found;
}

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

function keep(file: string, found: Kept): void {
  forget(file);
  kept.set(file, found);
  bytes += found.body.length;
  for (const oldest of kept.keys()) {
    if (bytes <= mostBytes) break;
    forget(oldest);
  }
}

function forget(file: string): void {
  bytes -= kept.get(file)?.body.length ?? 0;
  kept.delete(file);
}

/** Whether `Accept-Encoding` names the encoding and does not refuse it with q=0. */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
