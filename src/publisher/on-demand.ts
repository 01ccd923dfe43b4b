import { existsSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { RenderRequest } from '#domain/render-request.ts';
import { openCalls } from './calls.ts';
import { entryOf } from './compiled.ts';
import type { Policy } from './policy.ts';
import { currentRelease, siteFolders } from './release.ts';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** On-demand rendering with the published code on a worker thread. */
export interface OnDemandRenderer {
  /**
   * HTML of a page for one request; undefined while no site is published. Throws the page's error, or an
   * error when the thread has died or timed out; the next call starts a new one.
   */
  render(address: string, facts: RenderRequest): Promise<string | undefined>;
  /** Whether the published site has this address, rendered or not. */
  has(address: string): boolean;
  /** A page or other file; otherwise like `render`. */
  renderFile(address: string): Promise<RenderedPage | undefined>;
  stop(): Promise<void>;
}

/** The bytes of a page and hashes of its inline code. */
export interface RenderedPage extends Policy {
  bytes: Uint8Array;
}

export interface OnDemandJob {
  entry: string;
  snapshot: string;
}
export interface OnDemandThread {
  render(address: string, facts: RenderRequest): Promise<RenderedPage>;
}

/** Limits for one page and for loading the whole site on a new thread. */
const renderTimeoutMs = 5000;
const startTimeoutMs = 30_000;
/** Delay before restarting a thread that failed to start. */
const retryDelayMs = 5000;

interface Thread {
  code: string;
  worker: Worker;
  calls: ReturnType<typeof openCalls<OnDemandThread>>;
  isReady: Promise<void>;
}

export function startOnDemandRenderer({ dataDir }: { dataDir: string }): OnDemandRenderer {
  const { snapshot } = siteFolders(dataDir);
  const addresses = knownAddresses(snapshot);
  let thread: Thread | undefined;
  let failedAt = -Infinity;
  let isStopped = false;

  function threadInForce(): Thread | undefined {
    const code = currentRelease(dataDir)?.code;
    if (code === undefined || isStopped) return undefined;
    if (thread?.code === code) return thread;
    const entry = entryOf(code);
    if (!existsSync(entry)) return undefined;
    if (performance.now() - failedAt < retryDelayMs) throw threadError('did not begin');
    void thread?.worker.terminate();
    const begun = startThread(code, { entry, snapshot }, () => {
      if (thread === begun) thread = undefined;
    });
    begun.isReady.catch(() => (failedAt = performance.now()));
    thread = begun;
    return thread;
  }

  async function draw(address: string, facts: RenderRequest): Promise<RenderedPage | undefined> {
    const drawing = threadInForce();
    if (!drawing) return undefined;
    await drawing.isReady;
    // A hanging page blocks all others: its thread is terminated with its queue.
    const tooLong = setTimeout(() => void drawing.worker.terminate(), renderTimeoutMs);
    try {
      return await drawing.calls.call('render', address, facts);
    } finally {
      clearTimeout(tooLong);
    }
  }

  return {
    async render(address, facts) {
      const page = await draw(address, facts);
      return page && Buffer.from(page.bytes).toString();
    },
    has: (address) => addresses.has(address),
    renderFile: (address) => draw(address, {}),
    async stop() {
      isStopped = true;
      addresses.close();
      await thread?.worker.terminate();
    },
  };
}

/** Starts a render thread; `onEnd` runs before its waiting callers are rejected. */
function startThread(code: string, job: OnDemandJob, onEnd: () => void): Thread {
  const worker = new Worker(new URL('./on-demand-thread.ts', import.meta.url), {
    workerData: job,
    env: { ...process.env, NODE_ENV: 'production' },
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 },
  });
  const ready = Promise.withResolvers<void>();
  const calls = openCalls<OnDemandThread>(worker, {
    ready() {
      clearTimeout(tooSlow);
      ready.resolve();
    },
  });
  const tooSlow = setTimeout(() => void worker.terminate(), startTimeoutMs);
  worker.on('error', ({ message }) => end(threadError(`has died: ${message}`)));
  worker.on('exit', () => end(threadError('has ended')));
  function end(error: Error): void {
    clearTimeout(tooSlow);
    onEnd();
    ready.reject(error);
    calls.rejectAll(error);
  }
  return { code, worker, calls, isReady: ready.promise };
}

/** Not the page's fault: worth a retry. */
const threadError = (what: string) =>
  Object.assign(new Error(`The thread of pages ${what}`), { statusCode: 503 });

/** Addresses of the published site, looked up in the publisher's replica. */
function knownAddresses(snapshot: string): { has(address: string): boolean; close(): void } {
  let open: { database: DatabaseSync; find: StatementSync; ino: number } | undefined;

  /** A damaged replica is replaced by a new file. */
  function current() {
    const ino = statSync(snapshot, { throwIfNoEntry: false })?.ino;
    if (ino === undefined) return undefined;
    if (open?.ino === ino) return open;
    open?.database.close();
    const database = new DatabaseSync(snapshot, { readOnly: true, timeout: 1000 });
    const find = database.prepare("select 1 from page where address = ? and route <> ''");
    open = { database, find, ino };
    return open;
  }

  return {
    has: (address) => current()?.find.get(address) !== undefined,
    close: () => open?.database.close(),
  };
}
