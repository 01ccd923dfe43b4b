import { Refusal } from '../refusal.ts';

/** Work that passes a few at a time; who would have to wait too long is sent away at once. */
export interface Semaphore {
  run<Result>(deed: () => Promise<Result>): Promise<Result>;
}

/**
 * The embedded database answers synchronously, so a crowd of questions would hold up everybody else: answers that
 * are already known, pages, health. In the lane they take turns, with a breath for the others in between.
 */
export function makeSemaphore({ width, longest, patience }: Width): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function enter(): Promise<void> {
    if (running < width) {
      running += 1;
      return;
    }
    if (waiting.length >= longest) throw crowded();
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer =
        patience === undefined
          ? undefined
          : setTimeout(() => {
              waiting.splice(waiting.indexOf(turn), 1);
              reject(crowded());
            }, patience);
      waiting.push(turn);
    });
  }

  function leave(): void {
    const next = waiting.shift();
    // The turn goes straight to the next; setImmediate lets the event loop look around first.
    if (next) setImmediate(next);
    else running -= 1;
  }

  return {
    async run(deed) {
      await enter();
      try {
        return await deed();
      } finally {
        leave();
      }
    },
  };
}

interface Width {
  /** How many pass at the same time. */
  width: number;
  /** How many may wait. */
  longest: number;
  /** Milliseconds for which somebody waits; left out, as long as it takes. */
  patience?: number;
}

const crowded = () =>
  new Refusal(503, 'Сервер сейчас перегружен. Повторите запрос через несколько секунд.', undefined, {
    retryAfter: 5,
  });
