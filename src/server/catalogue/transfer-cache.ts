import type { FileAnswer } from '#contract/call.ts';
import { makeSemaphore } from '../base/semaphore.ts';
import type { Database, ReadDatabase } from '../database/database.ts';
import { numbers } from './changes.ts';

/** Cache of exported lists, by request and catalogue version. */
type Carried = (key: string, make: () => Promise<FileAnswer>) => Promise<FileAnswer>;

const maxBytes = 32 * 2 ** 20;

const instances = new WeakMap<Database, Carried>();

export function transferCacheOf(database: Database): Carried {
  const carried = instances.get(database) ?? keepCarried(database.kysely);
  instances.set(database, carried);
  return carried;
}

function keepCarried(db: ReadDatabase): Carried {
  const kept = new Map<string, FileAnswer>();
  const making = new Map<string, Promise<FileAnswer>>();
  let version = '';
  let bytes = 0;
  // One at a time: exports pause for other requests, not for each other.
  const lane = makeSemaphore({ width: 1, maxQueue: 16 });

  function keep(key: string, answer: FileAnswer): void {
    kept.set(key, answer);
    bytes += sizeOf(answer);
    for (const [oldest, { body }] of kept) {
      if (bytes <= maxBytes) break;
      kept.delete(oldest);
      bytes -= sizeOf({ body });
    }
  }

  return async (key, make) => {
    const { change, terms, derived } = await numbers(db);
    const now = `${change}.${terms}.${derived}`;
    if (version !== now) {
      version = now;
      kept.clear();
      making.clear();
      bytes = 0;
    }
    const found = kept.get(key) ?? making.get(key);
    if (found) return await found;
    const made = lane.run(make);
    making.set(key, made);
    try {
      const answer = await made;
      // Not cached if the catalogue has changed meanwhile.
      if (version === now) keep(key, answer);
      return answer;
    } finally {
      if (making.get(key) === made) making.delete(key);
    }
  };
}

const sizeOf = ({ body }: Pick<FileAnswer, 'body'>) => (body instanceof Uint8Array ? body.length : 0);
