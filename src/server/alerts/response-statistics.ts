import { msPerMinute } from '#domain/durations.ts';

/** Response counts by minute. */
export interface ResponseStatistics {
  note(status: number): void;
  /** All responses and server errors of the last minutes. */
  since(minutes: number): { all: number; failed: number };
}

const minutesKept = 60;

export function createResponseStatistics(now: () => Date): ResponseStatistics {
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
