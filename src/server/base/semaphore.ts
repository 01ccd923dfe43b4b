import { HttpError } from '../http-error.ts';

interface SemaphoreOptions {
  width: number;
  maxQueue: number;
  /** Milliseconds after which a waiting task is refused; unlimited by default. */
  maxWaitMs?: number;
  /** Milliseconds; a task with a longer expected wait, by recent durations, is refused immediately. */
  maxExpectedWaitMs?: number;
  refusalOf?: (waitMs: number) => HttpError;
}

/** Durations for the expected median, and what each begins with, in milliseconds. */
const recentTasks = 9;
const firstTaskMs = 25;

export type Semaphore = ReturnType<typeof makeSemaphore>;

/** Limits concurrent tasks; a task with too long a wait is refused immediately with 503. */
export function makeSemaphore({
  width,
  maxQueue,
  maxWaitMs: usualWaitMs,
  maxExpectedWaitMs = Infinity,
  refusalOf = overloaded,
}: SemaphoreOptions) {
  const queue: (() => void)[] = [];
  const recent = recentDurations();
  let running = 0;
  let refused = 0;

  const expectedWaitMs = () => ((queue.length + 1) * recent.medianMs()) / width;

  /**
   * Error of a task that would be refused now, before its request is read. The next in the queue are never
   * refused.
   */
  function refusal(): HttpError | undefined {
    if (running < width || queue.length < Math.min(width, maxQueue)) return undefined;
    const waitMs = expectedWaitMs();
    if (queue.length < maxQueue && waitMs <= maxExpectedWaitMs) return undefined;
    return refuse(waitMs);
  }

  function refuse(waitMs: number): HttpError {
    refused += 1;
    return refusalOf(waitMs);
  }

  async function enter(maxWaitMs: number | undefined): Promise<void> {
    const error = refusal();
    if (error) throw error;
    if (running < width) {
      running += 1;
      return;
    }
    await turnIn(queue, maxWaitMs, () => refuse(expectedWaitMs()));
  }

  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }

  return {
    async run<Result>(task: () => Promise<Result>, maxWaitMs = usualWaitMs): Promise<Result> {
      await enter(maxWaitMs);
      const beganAt = performance.now();
      try {
        return await task();
      } finally {
        recent.add(performance.now() - beganAt);
        leave();
      }
    },
    refusal,
    /** `refused`: tasks refused since the start. */
    get load() {
      return { running, waiting: queue.length, refused };
    },
  };
}

/** Limits concurrent tasks of all and of each owner: owners take turns. */
export function makeOwnerSemaphore(all: SemaphoreOptions, perOwner: SemaphoreOptions) {
  const shared = makeSemaphore(all);
  const owners = new Map<string, { semaphore: Semaphore; tasks: number }>();
  return async <Result>(owner: string, task: () => Promise<Result>): Promise<Result> => {
    const own = owners.get(owner) ?? { semaphore: makeSemaphore(perOwner), tasks: 0 };
    owners.set(owner, own);
    own.tasks += 1;
    try {
      return await own.semaphore.run(() => shared.run(task));
    } finally {
      own.tasks -= 1;
      if (own.tasks === 0) owners.delete(owner);
    }
  };
}

/** Waits in the queue; rejected after `maxWaitMs`. */
const turnIn = (queue: (() => void)[], maxWaitMs: number | undefined, refusal: () => HttpError) =>
  new Promise<void>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const turn = () => {
      clearTimeout(timer);
      // The event loop serves others between two tasks: the embedded database is synchronous.
      setImmediate(resolve);
    };
    queue.push(turn);
    if (maxWaitMs === undefined) return;
    timer = setTimeout(() => {
      queue.splice(queue.indexOf(turn), 1);
      reject(refusal());
    }, maxWaitMs);
  });

function recentDurations() {
  // The first tasks of a server are slow; a median of few would refuse others for them.
  const recentMs = Array.from({ length: recentTasks }, () => firstTaskMs);
  return {
    medianMs: () => recentMs.toSorted((one, other) => one - other)[recentMs.length >> 1] ?? firstTaskMs,
    add(durationMs: number) {
      recentMs.push(durationMs);
      recentMs.shift();
    },
  };
}

const maxRetryAfterSeconds = 30;

export const overloaded = (waitMs = 0): HttpError =>
  new HttpError(503, 'Сервер сейчас перегружен. Повторите запрос через несколько секунд.', undefined, {
    retryAfter: Math.min(maxRetryAfterSeconds, Math.max(5, Math.ceil(waitMs / 1000))),
  });
