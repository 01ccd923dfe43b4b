import { msPerMinute } from '#domain/durations.ts';

const minutesKept = 60;

export type ResponseStatistics = ReturnType<typeof createResponseStatistics>;

export function createResponseStatistics(now: () => Date) {
  const minutes = new Map<number, { all: number; failed: number }>();
  const present = () => Math.floor(now().getTime() / msPerMinute);
  return {
    note(status: number): void {
      const key = present();
      const count = minutes.get(key) ?? { all: 0, failed: 0 };
      count.all += 1;
      if (status >= 500) count.failed += 1;
      minutes.set(key, count);
      for (const old of minutes.keys()) if (old < key - minutesKept || old > key) minutes.delete(old);
    },
    /** All responses and server errors of the last minutes. */
    since(last: number) {
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
