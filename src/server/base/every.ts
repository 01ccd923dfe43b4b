const stopTimeoutMs = 3000;

export type Timetable = ReturnType<typeof createTimetable>;

/** Periodic work, one run of each kind at a time. Failures are logged and retried next time. */
export function createTimetable(log: (error: unknown, failure: string) => void) {
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<void>>();
  return {
    /** Starts after `first` seconds, by default at once. The signal aborts on shutdown. */
    every(
      seconds: number,
      failure: string,
      work: (stopping: AbortSignal) => Promise<unknown>,
      first = 0,
    ): void {
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
    /** Starts nothing more and waits briefly for running work. */
    async stop(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      stopping.abort();
      // The timer keeps the process until then: work that hangs may hold nothing else.
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, stopTimeoutMs);
      await Promise.race([Promise.all(running), late.promise]);
      clearTimeout(timer);
    },
  };
}
