import type { Settings } from '../settings.ts';
import { uploadsBucket } from './bucket.ts';
import { uploadsFolder } from './folder.ts';

/** Where bytes of private files lie: names are ours and random, so no name of a user's ever meets the storage. */
export interface Storage {
  /** Lays bytes down for good and says under which name; a copy that is restored brings its own. */
  put(bytes: AsyncIterable<Uint8Array>, name?: string): Promise<string>;
  /** Nothing when there is no such file. */
  open(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  remove(names: readonly string[]): Promise<void>;
  /** All that lies here, halves of interrupted writes included, with the moment of the writing in milliseconds. */
  list(): AsyncIterable<{ name: string; at: number }>;
}

/** The settings that say where. */
export type StoragePlace = Pick<Settings, 'DATA_DIR'> &
  Partial<Pick<Settings, 'UPLOADS_URL' | 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY'>>;

export const openStorage = (place: StoragePlace): Storage =>
  place.UPLOADS_URL ? uploadsBucket(place.UPLOADS_URL, place) : uploadsFolder(place);
