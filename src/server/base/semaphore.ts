import { HttpError } from '../http-error.ts';

/** Work that passes a few at a time; who would have to wait too long is sent away at once. */
export interface Semaphore {
  /** Waits no longer than `maxWaitMs`, where it is given. */
  run<Result>(action: () => Promise<Result>, maxWaitMs?: number): Promise<Result>;
}

/**
 * The embedded database answers synchronously, so a crowd of questions would hold up everybody else: answers that
 * are already known, pages, health. In the lane they take turns, with a breath for the others in between.
 */
export function makeSemaphore({ width, maxQueue, patience }: SemaphoreOptions): Semaphore {
  const waiting: Turn[] = [];
  let running = 0;

  async function enter(maxWaitMs: number | undefined): Promise<void> {
    if (running < width) {
      running += 1;
      return;
    }
    if (waiting.length >= maxQueue) throw overloaded();
    await new Promise<void>((resolve, reject) => {
      const turn: Turn = { begin: resolve };
      waiting.push(turn);
      if (maxWaitMs === undefined) return;
      turn.timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(overloaded());
      }, maxWaitMs);
    });
  }

  function leave(): void {
    const next = waiting.shift();
    if (!next) {
      running -= 1;
      return;
    }
    // The turn goes straight to the next; setImmediate lets the event loop look around first.
    clearTimeout(next.timer);
    setImmediate(next.begin);
  }

  return {
    async run(action, maxWaitMs = patience) {
      await enter(maxWaitMs);
      try {
        return await action();
      } finally {
        leave();
      }
    },
  };
}

interface Turn {
  begin(): void;
  timer?: NodeJS.Timeout;
}

interface SemaphoreOptions {
  /** How many pass at the same time. */
  width: number;
  /** How many may wait. */
  maxQueue: number;
  /** Milliseconds for which somebody waits; left out, as long as it takes. */
  patience?: number;
}

export const overloaded = () =>
  new HttpError(503, 'Сервер сейчас перегружен. Повторите запрос через несколько секунд.', undefined, {
    retryAfter: 5,
  });
