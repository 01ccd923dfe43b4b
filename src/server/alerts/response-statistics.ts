import { msPerMinute } from '#domain/durations.ts';
import type { Database } from '../database/database.ts';
import type { Context } from '../request/context.ts';

/** Response counts by minute. */
interface Answered {
  note(status: number): void;
  /** All responses and server errors of the last minutes. */
  since(minutes: number): { all: number; failed: number };
}

const minutesKept = 60;
const instances = new WeakMap<Database, Answered>();

/** One counter a portal and process. */
export function answeredBy({ database, now }: Context): Answered {
  const answered = instances.get(database) ?? makeAnswered(now);
  instances.set(database, answered);
  return answered;
}

function makeAnswered(now: () => Date): Answered {
  const minutes = new Map<number, { all: number; failed: number }>();
  const present = () => Math.floor(now().getTime() / msPerMinute);
  return {
    note(status) {
      const key = present();
      const count = minutes.get(key) ?? { all: 0, failed: 0 };
      count.all += 1;
      if (status >= 500) count.failed += 1;
      minutes.set(key, count);
      for (const old of minutes.keys()) if (old < key - minutesKept || old > key) minutes.delete(old);
    },
    since(last) {
      const total = { all: 0, failed: 0 };
      for (const [key, { all, failed }] of minutes)
        if (key > present() - last) {
          total.all += all;
          total.failed += failed;
        }
      return total;
    },
  };
}
