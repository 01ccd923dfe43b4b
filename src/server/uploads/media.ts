import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { documentAddress, documentHashIn, mediaFile, pictureAddress } from '#domain/media.ts';
import { makeSemaphore } from '../base/semaphore.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { FileRow } from '../database/tables.ts';
import type { Context } from '../request/context.ts';
import { maxPixels } from './content.ts';
import { createUploads } from './uploads.ts';

type Around = Pick<Context, 'settings' | 'database'>;

/** Resizing 25 megapixels takes 100 MB and a second. */
const mediaSemaphore = makeSemaphore({ width: 2, maxQueue: 120, maxExpectedWaitMs: 5000 });

const maxCachedBytes = 64 * 2 ** 20;
/** Pictures by hash and width: each is resized once. */
const resized = new LRUCache<string, Buffer, { around: Around; row: FileRow; width: number }>({
  maxSize: maxCachedBytes,
  sizeCalculation: ({ length }) => length,
  fetchMethod: async (_key, _stale, { context: { around, row, width } }) =>
    await mediaSemaphore.run(async () => {
      const bytes = await bytesOf(around, row);
      return bytes && (await opened(bytes).resize({ width }).webp({ quality: 82 }).toBuffer());
    }),
});

export const findPicture = (db: ReadDatabase, hash: string) => findOf(db, hash, 'image/%');

export const findDocument = (db: ReadDatabase, hash: string) => findOf(db, hash, 'application/pdf');

async function findOf(db: ReadDatabase, hash: string, type: string): Promise<FileRow | undefined> {
  return await db
    .selectFrom('files')
    .selectAll()
    .where('sha256', '>=', hash)
    .where('sha256', '<', `${hash}g`)
    .where('type', 'like', type)
    .orderBy('id')
    .executeTakeFirst();
}

/** Public address of a picture; null for others. */
export const publicAddress = ({ sha256, width, height }: FileRow): string | null =>
  width === null || height === null ? null : pictureAddress(sha256, { width, height });

/** Public address of a document; null for others. */
export const publicDocument = ({ type, sha256 }: FileRow): string | null =>
  type === 'application/pdf' ? documentAddress(sha256) : null;

/**
 * A published file: `HASH-480.webp` of a picture or `HASH.pdf` of a document; undefined if it or its size
 * does not exist. `charge` precedes resizing and may refuse.
 */
export async function drawMedia(
  around: Around,
  name: string,
  charge: () => void = () => {},
): Promise<Buffer | undefined> {
  const hash = documentHashIn(name);
  if (hash) {
    const document = await findDocument(around.database.kysely, hash);
    return document && (await bytesOf(around, document));
  }
  const requested = mediaFile(name);
  const row = requested && (await findPicture(around.database.kysely, requested.hash));
  const address = row && publicAddress(row);
  if (!requested || !address || (name.includes('x') && address !== `/media/${name}`)) return undefined;
  const { width } = requested;
  const key = `${row.sha256} ${width}`;
  if (!resized.has(key)) charge();
  return await resized.fetch(key, { context: { around, row, width } });
}

const opened = (bytes: Buffer) => sharp(bytes, { limitInputPixels: maxPixels }).timeout({ seconds: 20 });

export async function cropped(around: Around, row: FileRow, part: Part): Promise<File | undefined> {
  const bytes = await bytesOf(around, row);
  const size =
    bytes &&
    (await opened(bytes)
      .metadata()
      .catch(() => undefined));
  if (!size) return undefined;
  const share = (value: number, of: number) => Math.round(value * of);
  const [left, top] = [share(part.left, size.width), share(part.top, size.height)];
  const width = Math.min(size.width - left, Math.max(1, share(part.width, size.width)));
  const height = Math.min(size.height - top, Math.max(1, share(part.height, size.height)));
  const cut = await mediaSemaphore.run(() => opened(bytes).extract({ left, top, width, height }).toBuffer());
  return new File([new Uint8Array(cut)], row.name, { type: row.type });
}

/** Fractions of width and height, 0 to 1. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

async function bytesOf(around: Around, row: FileRow): Promise<Buffer | undefined> {
  const file = await createUploads(around)
    .give(row)
    .catch(() => undefined);
  return file && (await buffer(file.body as AsyncIterable<Uint8Array>));
}
