import { Worker } from 'node:worker_threads';
import type { Policy } from './policy.ts';

export interface RenderJob {
  entry: string;
  snapshot: string;
  /** Directory that the pages are written to. */
  out: string;
}

/** What a thread tells of its work. */
export type FromThread =
  { say: 'ready' } | { say: 'done'; policy: Policy } | { say: 'failed'; address: string; reason: string };
export type ToThread = { addresses: string[] } | { compress: string[] } | 'stop';

/** A page that cannot be rendered, by address; the release it was meant for is thrown away. */
export class PageProblem extends Error {
  readonly address: string;
  constructor(address: string, reason: string) {
    super(`Страница ${address} не построена: ${reason}`);
    this.name = 'PageProblem';
    this.address = address;
  }
}

const threads = 2;
const portion = 40;

/**
 * Renders the addresses on two threads, each with the compiled site and the copy of the catalogue open for reading.
 * Rejects with the first {@link PageProblem}.
 */
export async function renderAll(
  job: RenderJob,
  addresses: readonly string[],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Policy> {
  const policy: Policy = { scripts: [], styles: [] };
  await share(
    job,
    addresses,
    (part) => ({ addresses: part }),
    onProgress,
    (found) => {
      policy.scripts = [...new Set([...policy.scripts, ...found.scripts])].toSorted();
      policy.styles = [...new Set([...policy.styles, ...found.styles])].toSorted();
    },
  );
  return policy;
}

/** Writes .br and .gz beside the given files. */
export async function compressAll(job: RenderJob, files: readonly string[]): Promise<void> {
  await share(
    job,
    files,
    (part) => ({ compress: part }),
    () => {},
    () => {},
  );
}

async function share(
  job: RenderJob,
  all: readonly string[],
  message: (part: string[]) => ToThread,
  onProgress: (done: number, total: number) => void,
  onDone: (policy: Policy) => void,
): Promise<void> {
  let next = 0;
  let done = 0;
  const runThread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./thread.ts', import.meta.url), {
        workerData: job,
        env: { ...process.env, NODE_ENV: 'production' },
      });
      let sent = 0;
      const give = () => {
        const part = all.slice(next, next + portion);
        next += portion;
        sent = part.length;
        worker.postMessage(part.length > 0 ? message(part) : 'stop');
      };
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      worker.on('message', (told: FromThread) => {
        if (told.say === 'failed') {
          next = all.length;
          void worker.terminate();
          reject(new PageProblem(told.address, told.reason));
          return;
        }
        if (told.say === 'done') {
          done += sent;
          onDone(told.policy);
          onProgress(done, all.length);
        }
        give();
      });
    });
  await Promise.all(Array.from({ length: Math.min(threads, Math.ceil(all.length / portion)) }, runThread));
}
