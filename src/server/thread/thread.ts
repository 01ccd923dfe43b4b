import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeOwnerSemaphore } from '../base/semaphore.ts';
import { HttpError } from '../http-error.ts';
import type { ThreadTasks } from './tasks.ts';

export interface ThreadOrder {
  name: keyof ThreadTasks;
  given: readonly unknown[];
}

const threadCount = 2;
/**
 * Tasks over this time or memory are aborted and rejected. The time starts with the work, not with the wait.
 */
const taskTimeoutMs = 60_000;
const maxMegabytes = 512;
const idleMs = 60_000;
/** The PDF parser never frees its name tables: its thread ends with the task. */
const lastTasks = new Set<keyof ThreadTasks>(['cleanPdf']);
/** Each waiting task holds a place of the write semaphore (32), which must keep places for sign-ins. */
const maxTasks = threadCount + 16;
const maxWaitingPerOwner = 8;

const crowded = (status: number, message: string) =>
  new HttpError(status, `${message} Повторите через 5 с.`, undefined, { retryAfter: 5 });

/** An owner has one thread at most, so that the other stays free. */
const inTurn = makeOwnerSemaphore(
  { width: threadCount, maxQueue: Infinity },
  {
    width: 1,
    maxQueue: maxWaitingPerOwner,
    refusalOf: () => crowded(429, 'Слишком много запросов подряд.'),
  },
);
let tasks = 0;

/**
 * Runs a long task in a thread; bytes in arguments are transferred. `owner` is the account or network. A task that
 * crashes its thread fails alone.
 */
export async function inThread<Name extends keyof ThreadTasks>(
  owner: string,
  name: Name,
  ...given: Parameters<ThreadTasks[Name]>
): Promise<Awaited<ReturnType<ThreadTasks[Name]>>> {
  if (tasks >= maxTasks) throw crowded(503, 'Сервер сейчас перегружен.');
  tasks += 1;
  try {
    const result = await inTurn(owner, () => runTask({ name, given }));
    return result as Awaited<ReturnType<ThreadTasks[Name]>>;
  } finally {
    tasks -= 1;
  }
}

/** Idle threads, and the timers of their ends. */
const idle = new Map<Worker, NodeJS.Timeout>();

async function runTask(order: ThreadOrder): Promise<unknown> {
  const [worker = startWorker()] = idle.keys();
  clearTimeout(idle.get(worker));
  idle.delete(worker);
  worker.ref();
  const timer = setTimeout(() => void worker.terminate(), taskTimeoutMs).unref();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const end = () => reject(new Error('The thread was ended: its work took too long'));
  worker.once('message', resolve).once('error', reject).once('exit', end);
  try {
    worker.postMessage(order, moved(order.given));
    const result = await promise;
    if (lastTasks.has(order.name)) void worker.terminate();
    else idle.set(worker, setTimeout(() => forget(worker), idleMs).unref());
    return result;
  } catch (error) {
    void worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    worker.off('message', resolve).off('error', reject).off('exit', end).unref();
  }
}

function forget(worker: Worker): void {
  clearTimeout(idle.get(worker));
  idle.delete(worker);
  void worker.terminate();
}

function startWorker(): Worker {
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  // An idle thread that ends is only forgotten.
  return worker.on('error', () => forget(worker)).on('exit', () => forget(worker));
}

/** Transfers large buffers; small ones may share a pool. */
export function moved(given: unknown): ArrayBuffer[] {
  if (given instanceof ArrayBuffer) return [given];
  if (given instanceof Uint8Array)
    return given.byteLength === given.buffer.byteLength && given.buffer instanceof ArrayBuffer
      ? [given.buffer]
      : [];
  if (Array.isArray(given)) return given.flatMap(moved);
  return given !== null && typeof given === 'object' ? Object.values(given).flatMap(moved) : [];
}
