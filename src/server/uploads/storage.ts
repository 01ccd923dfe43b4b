import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { openBucket } from '#storage/bucket.ts';
import type { Settings } from '../settings.ts';
import { uploadsFolder } from './folder.ts';

/** Storage of private files under random names, so that user-supplied names never reach it. */
export interface Storage {
  /** Stores bytes durably and returns the name; a restored backup sets it. */
  put(bytes: AsyncIterable<Uint8Array>, name?: string): Promise<string>;
  /** Undefined if missing. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  remove(names: readonly string[]): Promise<void>;
  /** All files, including interrupted writes, with their time in milliseconds. */
  list(): AsyncIterable<{ name: string; at: number }>;
}

export type StoragePlace = Pick<Settings, 'DATA_DIR'> &
  Partial<Pick<Settings, 'UPLOADS_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'>>;

export const openStorage = (place: StoragePlace): Storage =>
  place.UPLOADS_URL ? uploadsBucket(place.UPLOADS_URL, place) : uploadsFolder(place);

/** Names of our files; others are left alone. */
const isOurs = (name: string) => /^[0-9a-f]{48}$/.test(name);

/** `UPLOADS_URL=s3://bucket/uploads?endpoint=https://…&region=…`. */
function uploadsBucket(url: string, keys: StoragePlace): Storage {
  const bucket = openBucket(url, keys);
  return {
    async put(chunks, name = randomBytes(24).toString('hex')) {
      await bucket.put(name, await buffer(chunks));
      return name;
    },
    open: bucket.open,
    async remove(names) {
      for (const name of names) await bucket.remove(name);
    },
    async *list() {
      for await (const object of bucket.list()) if (isOurs(object.name)) yield object;
    },
  };
}
