import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { pageProblem } from '#domain/publication.ts';
import { openCalls } from './calls.ts';
import type { CompiledSite } from './compiled.ts';
import { inPortions } from './plan.ts';
import { noCode, unitePolicies } from './policy.ts';
import { makePortionRenderer, type AllRendered, type RenderJob } from './portion.ts';

/** The parent of a rendering thread: takes a finished portion and gives the next. */
export interface PortionQueue {
  next(done?: AllRendered): string[] | undefined;
}

/** A page that fails to render, by address; its release is discarded. */
export class PageProblem extends Error {
  readonly address: string;
  constructor(address: string, reason: string) {
    super(pageProblem(address, reason));
    this.name = 'PageProblem';
    this.address = address;
  }
}

/**
 * This one among them; each further one takes some 100 MB. One processor is left to readers: on two, a full render of
 * 10,000 records beside requests took 53 s with one thread and 83 s with two, and the requests 18 and 41 ms at p95.
 */
const maxThreads = Math.min(Math.max(1, availableParallelism() - 1), 8);
/** Pages for which one more thread pays: it loads the site and runs cold code, a second of processor time. */
const pagesPerThread = 2000;

export interface RenderWatch {
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** A finished portion; awaited before the next. */
  onPart?: ((part: Pick<AllRendered, 'rendered' | 'failed'>) => Promise<void>) | undefined;
  /** Stops after the portions in progress. */
  isStopping?: (() => boolean) | undefined;
}

/**
 * Limits of a further thread, in MB. Young: 128 took 80 MB more memory and was no faster, 16 was slower. Old: without a
 * limit V8 lets garbage pile up; the publisher's own thread has none, because at 1,000 records it costs a fifth more time.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 1024 };

/**
 * Renders addresses in portions: this thread with the site that it has loaded, further threads with the compiled site and
 * a read-only replica of their own.
 */
export async function renderPages(
  job: RenderJob,
  site: CompiledSite,
  addresses: readonly string[],
  { onPart, onProgress, isStopping }: RenderWatch = {},
  threads = Math.min(maxThreads, Math.ceil(addresses.length / pagesPerThread)),
): Promise<AllRendered> {
  const all: AllRendered = { rendered: [], failed: [], policy: noCode };
  const { ofOneThread, shared } = inPortions(addresses);
  let isOver = false;
  let done = 0;
  let reported = Promise.resolve();

  function take(...queues: string[][][]): string[] | undefined {
    if (isStopping?.()) isOver = true;
    return isOver ? undefined : queues.find(({ length }) => length > 0)?.shift();
  }

  function collect({ rendered, failed, policy }: AllRendered): void {
    all.failed.push(...failed);
    all.policy = unitePolicies(all.policy, policy);
    if (onPart) {
      reported = reported.then(() => onPart({ rendered, failed }));
      reported.catch(() => undefined);
    } else all.rendered.push(...rendered);
    done += rendered.length + failed.length;
    onProgress?.(done, addresses.length);
    // A new release is aborted by a page that fails without a predecessor.
    if (failed.some(({ isKept }) => !isKept) && job.mode === 'write') isOver = true;
  }

  // In a release that nobody reads yet the long files come first; readers of a live one want its pages first.
  const ofThisThread = job.mode === 'write' ? [ofOneThread, shared] : [shared, ofOneThread];
  await Promise.all([
    renderHere(makePortionRenderer(job, site), () => take(...ofThisThread), collect),
    ...Array.from({ length: threads - 1 }, () => renderOnThread(job, () => take(shared), collect)),
  ]);
  await reported;
  return all;
}

/** Portions on this thread, which answers messages between them. */
async function renderHere(
  render: (portion: readonly string[]) => Promise<AllRendered>,
  takePortion: () => string[] | undefined,
  collect: (portion: AllRendered) => void,
): Promise<void> {
  for (let portion = takePortion(); portion; portion = takePortion()) {
    collect(await render(portion));
    await setImmediate();
  }
}

function renderOnThread(
  job: RenderJob,
  takePortion: () => string[] | undefined,
  collect: (portion: AllRendered) => void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: job,
      env: { ...process.env, NODE_ENV: 'production' },
      resourceLimits,
    });
    worker.on('error', reject);
    worker.on('exit', () => resolve());
    openCalls(worker, {
      next(done) {
        if (done) collect(done);
        return takePortion();
      },
    } satisfies PortionQueue);
  });
}
