import { LRUCache } from 'lru-cache';
import type { FileAnswer } from '#contract/call.ts';
import { makeSemaphore } from '../base/semaphore.ts';
import type { ReadDatabase } from '../database/database.ts';
import { numbers } from './changes.ts';

/** Cache of exported lists, by request and catalogue version. */
type TransferCache = (key: string, make: () => Promise<FileAnswer>) => Promise<FileAnswer>;

const maxBytes = 32 * 2 ** 20;

export function createTransferCache(db: ReadDatabase): TransferCache {
  // One at a time: exports pause for other requests, not for each other.
  const lane = makeSemaphore({ width: 1, maxQueue: 16 });
  const cache = new LRUCache<string, FileAnswer, () => Promise<FileAnswer>>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => (body instanceof Uint8Array ? body.length : 0) || 1,
    fetchMethod: (_key, _stale, { context: make }) => lane.run(make),
    ignoreFetchAbort: true,
  });
  return async (key, make) => {
    const { change, terms, derived } = await numbers(db);
    return await cache.forceFetch(`${change}.${terms}.${derived} ${key}`, { context: make });
  };
}
