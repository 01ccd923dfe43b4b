import { Worker } from 'node:worker_threads';
import type { ThreadTasks } from './deeds.ts';

export interface ThreadOrder {
  number: number;
  name: keyof ThreadTasks;
  given: readonly unknown[];
}
export interface ThreadResult {
  number: number;
  result: unknown;
}

/** A deed that takes longer, or more memory, was made to: it is given up, and whoever asked hears of it. */
const patience = 60_000;
const mostMegabytes = 512;
/** Milliseconds for which the thread waits for more work. */
const rest = 60_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

let worker: Worker | undefined;
let resting: NodeJS.Timeout | undefined;
let count = 0;
const waiting = new Map<number, Waiting>();

/** Does a long deed beside the event loop, so that everybody else goes on being answered. Bytes that are given go over to it. */
export async function inThread<Name extends keyof ThreadTasks>(
  name: Name,
  ...given: Parameters<ThreadTasks[Name]>
): Promise<Awaited<ReturnType<ThreadTasks[Name]>>> {
  clearTimeout(resting);
  const thread = (worker ??= begin());
  thread.ref();
  const number = ++count;
  const tooLong = setTimeout(() => void thread.terminate(), patience).unref();
  try {
    const result = await new Promise<unknown>((resolve, reject) => {
      waiting.set(number, { resolve, reject });
      thread.postMessage({ number, name, given } satisfies ThreadOrder, moved(given));
    });
    return result as Awaited<ReturnType<ThreadTasks[Name]>>;
  } finally {
    clearTimeout(tooLong);
    waiting.delete(number);
    if (waiting.size === 0) {
      thread.unref();
      clearTimeout(resting);
      resting = setTimeout(() => void thread.terminate(), rest).unref();
    }
  }
}

/** Large bytes change hands instead of being copied; what is small may share its buffer with others. */
export function moved(given: unknown): ArrayBuffer[] {
  if (given instanceof ArrayBuffer) return [given];
  if (given instanceof Uint8Array)
    return given.byteLength === given.buffer.byteLength && given.buffer instanceof ArrayBuffer
      ? [given.buffer]
      : [];
  if (Array.isArray(given)) return given.flatMap(moved);
  return given !== null && typeof given === 'object' ? Object.values(given).flatMap(moved) : [];
}

function begin(): Worker {
  const begun = new Worker(new URL('./worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostMegabytes },
  });
  const end = (error: Error) => {
    if (worker === begun) worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  begun.on('message', ({ number, result }: ThreadResult) => waiting.get(number)?.resolve(result));
  begun.on('error', end);
  begun.on('exit', () => worker === begun && end(new Error('The thread was ended: its work took too long')));
  return begun;
}
