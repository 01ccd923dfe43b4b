/** What is done again and again: each kind of work once at a time. What fails is told, and done again the next time. */
export interface Timetable {
  /** Begins after `first` seconds, at once where none are named. The signal says that the server stops. */
  every(
    seconds: number,
    failure: string,
    work: (stopping: AbortSignal) => Promise<unknown>,
    first?: number,
  ): void;
  /** Begins nothing more, and waits for what runs, not for long. */
  stop(): Promise<void>;
}

/** Milliseconds for which the end of work is waited for. */
const stopTimeoutMs = 3000;

export function createTimetable(log: (error: unknown, failure: string) => void): Timetable {
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<void>>();
  return {
    every(seconds, failure, work, first = 0) {
      let isBusy = false;
      const run = () => {
        if (isBusy) return;
        isBusy = true;
        const done = work(stopping.signal)
          .catch((error: unknown) => {
            if (!stopping.signal.aborted) log(error, failure);
          })
          .then(() => {
            isBusy = false;
            running.delete(done);
          });
        running.add(done);
      };
      if (first === 0) run();
      else timers.push(setTimeout(run, first * 1000).unref());
      timers.push(setInterval(run, seconds * 1000).unref());
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      stopping.abort();
      await Promise.race([
        Promise.all(running),
        new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref()),
      ]);
    },
  };
}
