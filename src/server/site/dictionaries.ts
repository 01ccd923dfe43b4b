import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { dictionaryAddress, dictionaryFolder, dictionaryHashIn } from '#domain/shared-dictionary.ts';
import { takes, type Dictionary } from './files.ts';

export interface Dictionaries {
  dictionary: string | undefined;
  /** Current and former ones by name, since readers may have any. */
  dictionaries: ReadonlyMap<string, Buffer>;
}

const dictionaryCache = new Map<string, Buffer>();

/** Reads all dictionaries; files not matching their hash are skipped. */
export async function readDictionaries(assets: string): Promise<ReadonlyMap<string, Buffer>> {
  const folder = path.join(assets, dictionaryFolder);
  const files = await readdir(folder).catch(() => []);
  const found = new Map<string, Buffer>();
  for (const file of files) {
    const name = dictionaryHashIn(file);
    if (!name) continue;
    const bytes =
      dictionaryCache.get(name) ?? (await readFile(path.join(folder, file)).catch(() => undefined));
    if (bytes && createHash('sha256').update(bytes).digest('hex') === name) found.set(name, bytes);
  }
  dictionaryCache.clear();
  for (const [name, bytes] of found) dictionaryCache.set(name, bytes);
  return found;
}

/** The reader's dictionary, if it is known and zstd accepted. */
export function dictionaryOf(
  { headers }: FastifyRequest,
  { dictionaries }: Dictionaries,
): Dictionary | undefined {
  if (!takes(headers['accept-encoding'] ?? '', 'dcz')) return undefined;
  const [, held] =
    /^:([A-Za-z0-9+/]{43}=):$/.exec(String(headers['available-dictionary'] ?? '').trim()) ?? [];
  const name = held && Buffer.from(held, 'base64').toString('hex');
  const bytes = name && dictionaries.get(name);
  return name && bytes ? { name, bytes } : undefined;
}

/** Link header of the dictionary for idle download. */
export function dictionaryLink(request: FastifyRequest, release: Dictionaries): string | undefined {
  const { dictionary } = release;
  const isOffered = dictionary && takes(request.headers['accept-encoding'] ?? '', 'zstd');
  if (!isOffered || dictionaryOf(request, release)?.name === dictionary) return undefined;
  return `<${dictionaryAddress(dictionary)}>; rel="compression-dictionary"`;
}
