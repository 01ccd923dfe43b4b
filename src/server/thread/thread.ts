import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { HttpError } from '../http-error.ts';
import type { ThreadTasks } from './tasks.ts';

export interface ThreadOrder {
  name: keyof ThreadTasks;
  given: readonly unknown[];
}

/** An owner has one thread at most, so that the other stays free. */
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
const maxWaiting = 16;
const maxWaitingPerOwner = 8;

interface Task {
  owner: string;
  order: ThreadOrder;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  /** Undefined while idle. */
  task?: Task;
  error?: Error;
  timer?: NodeJS.Timeout;
}

const threads = new Set<Thread>();
const waiting: Task[] = [];

/**
 * Runs a long task in a thread; bytes in arguments are transferred. `owner` is the account or network: owners
 * take turns. A task that crashes its thread fails alone.
 */
export async function inThread<Name extends keyof ThreadTasks>(
  owner: string,
  name: Name,
  ...given: Parameters<ThreadTasks[Name]>
): Promise<Awaited<ReturnType<ThreadTasks[Name]>>> {
  if (waiting.filter((task) => task.owner === owner).length >= maxWaitingPerOwner)
    throw crowded(429, 'Слишком много запросов подряд.');
  if (waiting.length >= maxWaiting) throw crowded(503, 'Сервер сейчас перегружен.');
  const result = await new Promise<unknown>((resolve, reject) => {
    waiting.push({ owner, order: { name, given }, resolve, reject });
    startNext();
  });
  return result as Awaited<ReturnType<ThreadTasks[Name]>>;
}

const crowded = (status: number, message: string) =>
  new HttpError(status, `${message} Повторите через 5 с.`, undefined, { retryAfter: 5 });

/** Starts the first waiting task of an idle owner. */
function startNext(): void {
  const busy = [...threads].flatMap(({ task }) => task?.owner ?? []);
  const index = waiting.findIndex(({ owner }) => !busy.includes(owner));
  if (index === -1 || busy.length >= threadCount) return;
  const thread = [...threads].find(({ task }) => !task) ?? startThread();
  const [task] = waiting.splice(index, 1) as [Task];
  clearTimeout(thread.timer);
  thread.task = task;
  thread.timer = setTimeout(() => void thread.worker.terminate(), taskTimeoutMs).unref();
  thread.worker.ref();
  try {
    thread.worker.postMessage(task.order, moved(task.order.given));
  } catch (error) {
    thread.error = error as Error;
    void thread.worker.terminate();
  }
}

function startThread(): Thread {
  const worker = new Worker(join(import.meta.dirname, 'worker.ts'), {
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
  });
  const thread: Thread = { worker };
  threads.add(thread);
  worker.on('message', (result: unknown) => {
    clearTimeout(thread.timer);
    const { task } = thread;
    thread.task = undefined;
    const end = () => {
      threads.delete(thread);
      void worker.terminate();
    };
    if (task && lastTasks.has(task.order.name)) end();
    else thread.timer = setTimeout(end, idleMs).unref();
    worker.unref();
    task?.resolve(result);
    startNext();
  });
  worker.on('error', (error: Error) => (thread.error = error));
  worker.on('exit', () => {
    clearTimeout(thread.timer);
    threads.delete(thread);
    thread.task?.reject(thread.error ?? new Error('The thread was ended: its work took too long'));
    startNext();
  });
  return thread;
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
