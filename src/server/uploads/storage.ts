import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openBucket, type Bucket } from '#storage/bucket.ts';
import type { Settings } from '../settings.ts';
import { HttpError } from '../http-error.ts';

/** Storage of private files under random names, so that user-supplied names never reach it. */
export interface Storage extends Omit<Bucket, 'list'> {
  /** All files, including interrupted writes, with their time in milliseconds. */
  list(): AsyncIterable<{ name: string; at: number }>;
}

export type StoragePlace = Pick<Settings, 'DATA_DIR'> &
  Partial<Pick<Settings, 'UPLOADS_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'>>;

export const newFileName = () => randomBytes(24).toString('hex');

/** DATA_DIR/uploads, or `UPLOADS_URL=s3://bucket/uploads?endpoint=https://…&region=…`. */
export function openStorage(place: StoragePlace): Storage {
  if (!place.UPLOADS_URL) return uploadsFolder(place);
  const bucket = openBucket(place.UPLOADS_URL, place);
  return {
    ...bucket,
    /** Files of others are left alone. */
    async *list() {
      for await (const object of bucket.list()) if (/^[0-9a-f]{48}$/.test(object.name)) yield object;
    },
  };
}

function uploadsFolder({ DATA_DIR }: Pick<StoragePlace, 'DATA_DIR'>): Storage {
  const root = path.resolve(DATA_DIR, 'uploads');
  // Divided by the first two letters: a flat folder of a hundred thousand files is slow.
  const placeOf = (name: string) => path.join(root, name.slice(0, 2), name);

  return {
    async put(name, bytes) {
      const place = placeOf(name);
      const half = `${place}.part`;
      try {
        await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
        await writeFile(half, bytes, { flag: 'wx', mode: 0o600, flush: true });
        await rename(half, place);
        await syncFolder(path.dirname(place));
      } catch (error) {
        await rm(half, { force: true });
        if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? ''))
          throw new HttpError(507, 'На сервере кончилось место для файлов. Повторите позже.');
        throw error;
      }
    },
    async open(name) {
      try {
        return (await open(placeOf(name), 'r')).createReadStream();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
    async *list() {
      for (const folder of await namesIn(root))
        for (const name of await namesIn(path.join(root, folder))) {
          const found = await stat(path.join(root, folder, name)).catch(() => undefined);
          if (found) yield { name, at: found.mtimeMs };
        }
    },
  };
}

/** A new file survives a power cut only if its folder is synced. */
async function syncFolder(place: string): Promise<void> {
  await using folder = await open(place, 'r');
  await folder.sync();
}

async function namesIn(place: string): Promise<string[]> {
  try {
    return await readdir(place);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}
