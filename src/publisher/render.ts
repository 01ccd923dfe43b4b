import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { pageProblem } from '#domain/publication.ts';
import type { Policy } from './policy.ts';

export interface RenderJob {
  entry: string;
  snapshot: string;
  /** Directory of output or comparison. */
  out: string;
  /** `write`: an empty directory; `place`: the live one; `compare`: no writes. */
  mode: 'write' | 'place' | 'compare';
  /** The live directory to be replaced. */
  before?: string | undefined;
  /** Rewrites compressed variants of unchanged pages too. */
  isForced?: boolean | undefined;
  /** Policy of the live pages; a page with other inline code waits. */
  policy?: Policy;
}

/** A rendered page: its tags, and whether it changed. */
export interface Rendered {
  address: string;
  facts: Float64Array;
  isChanged: boolean;
  /** Digest of the bytes, stored in the page index. */
  digest: string;
  /** The page itself, when not written because its code is not allowed yet. */
  withheld?: Uint8Array;
}
export interface FailedPage {
  address: string;
  reason: string;
  facts: Float64Array;
  /** The previous release's page stays. */
  isKept?: boolean;
}

export type FromThread =
  | { type: 'ready' }
  | { type: 'done'; policy: Policy; rendered: Rendered[]; failed: FailedPage[] };
export type ToThread = { addresses: string[] } | { compress: string[] } | 'stop';

/** A page that fails to render, by address; its release is discarded. */
export class PageProblem extends Error {
  readonly address: string;
  constructor(address: string, reason: string) {
    super(pageProblem(address, reason));
    this.name = 'PageProblem';
    this.address = address;
  }
}

/** One a processor; each takes some 100 MB. */
const threads = Math.min(availableParallelism(), 8);
const portion = 40;

/** Callbacks during rendering. */
export interface RenderWatch {
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** A finished portion; awaited before the next. */
  onPart?: ((part: Pick<AllRendered, 'rendered' | 'failed'>) => Promise<void>) | undefined;
  /** Stops after the portions in progress. */
  isStopping?: (() => boolean) | undefined;
}
/** Measured: 128 MB took 80 MB more memory and was no faster, 16 MB was slower. */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

export interface AllRendered {
  rendered: Rendered[];
  failed: FailedPage[];
  policy: Policy;
}

/** Renders addresses on threads, each with the compiled site and a read-only replica. */
export async function renderAll(
  job: RenderJob,
  addresses: readonly string[],
  watch: RenderWatch = {},
): Promise<AllRendered> {
  const all: AllRendered = { rendered: [], failed: [], policy: { scripts: [], styles: [] } };
  let reported = Promise.resolve();
  await share(
    job,
    addresses,
    (part) => ({ addresses: part }),
    watch,
    ({ rendered, failed, policy }) => {
      all.failed.push(...failed);
      all.policy = unitePolicies(all.policy, policy);
      if (watch.onPart) {
        reported = reported.then(() => watch.onPart!({ rendered, failed }));
        reported.catch(() => undefined);
      } else all.rendered.push(...rendered);
    },
  );
  await reported;
  return all;
}

export const unitePolicies = (one: Policy, other: Policy): Policy => ({
  scripts: [...new Set([...one.scripts, ...other.scripts])].toSorted(),
  styles: [...new Set([...one.styles, ...other.styles])].toSorted(),
});

export async function compressAll(
  job: RenderJob,
  files: readonly string[],
  watch: RenderWatch = {},
): Promise<void> {
  await share(
    job,
    files,
    (part) => ({ compress: part }),
    watch,
    () => {},
  );
}

async function share(
  job: RenderJob,
  all: readonly string[],
  message: (part: string[]) => ToThread,
  { onProgress, isStopping }: RenderWatch,
  onDone: (message: Extract<FromThread, { type: 'done' }>) => void,
): Promise<void> {
  let next = 0;
  let done = 0;
  const runThread = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL('./thread.ts', import.meta.url), {
        workerData: job,
        env: { ...process.env, NODE_ENV: 'production' },
        resourceLimits,
      });
      let sent = 0;
      const give = () => {
        if (isStopping?.()) next = all.length;
        const part = all.slice(next, next + portion);
        next += portion;
        sent = part.length;
        worker.postMessage(part.length > 0 ? message(part) : 'stop');
      };
      worker.on('error', reject);
      worker.on('exit', () => resolve());
      worker.on('message', (report: FromThread) => {
        if (report.type === 'done') {
          done += sent;
          onDone(report);
          onProgress?.(done, all.length);
          // A new release is aborted by a page that fails without a predecessor.
          if (report.failed.some(({ isKept }) => !isKept) && job.mode === 'write') next = all.length;
        }
        give();
      });
    });
  await Promise.all(Array.from({ length: Math.min(threads, Math.ceil(all.length / portion)) }, runThread));
}
