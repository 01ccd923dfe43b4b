import type { Settings } from '../settings.ts';
import { uploadsBucket } from './bucket.ts';
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
