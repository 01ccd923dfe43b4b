import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { pageProblem } from '#domain/publication.ts';
import type { Policy } from './policy.ts';

export interface RenderJob {
  entry: string;
  snapshot: string;
  /** Directory that the pages are written to, or compared with. */
  out: string;
  /** `write`: into an empty directory; `place`: in the live one; `compare`: nothing is written. */
  deed: 'write' | 'place' | 'compare';
  /** The live directory that a new one takes the place of. */
  before?: string | undefined;
  /** Siblings of placed pages are written again even where the page is the same. */
  isForced?: boolean | undefined;
  /** Inline code that the live pages' policy allows already; a page with other code waits until it does. */
  policy?: Policy;
}

/** A page that was rendered: what it has read, and whether its bytes are others than those in the directory. */
export interface Rendered {
  address: string;
  facts: Float64Array;
  isChanged: boolean;
  /** Of the bytes, as the copy keeps it beside the page's facts. */
  digest: string;
  /** The page itself, where it has not been written because its code is not allowed yet. */
  withheld?: Uint8Array;
}
export interface FailedPage {
  address: string;
  reason: string;
  facts: Float64Array;
  /** Readers keep the page of the release before. */
  isKept?: boolean;
}

/** What a thread tells of its work. */
export type FromThread =
  | { say: 'ready' }
  | { say: 'done'; policy: Policy; rendered: Rendered[]; failed: FailedPage[] };
export type ToThread = { addresses: string[] } | { compress: string[] } | 'stop';

/** A page that cannot be rendered, by address; the release it was meant for is thrown away. */
export class PageProblem extends Error {
  readonly address: string;
  constructor(address: string, reason: string) {
    super(pageProblem(address, reason));
    this.name = 'PageProblem';
    this.address = address;
  }
}

/** One for each processor; each takes some 100 MB. */
const threads = Math.min(availableParallelism(), 8);
const portion = 40;

/** What those who wait hear and say while threads work. */
export interface RenderWatch {
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** What a thread has just done; the next is heard when this one is settled. */
  onPart?: ((part: Pick<AllRendered, 'rendered' | 'failed'>) => Promise<void>) | undefined;
  /** True when somebody has asked to stop: what the threads have in hand is finished, no more is given out. */
  isStopping?: (() => boolean) | undefined;
}
/** Young objects die by the page: with 128 MB for them a thread held 80 MB more and was no faster, with 16 it was slower. */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

export interface AllRendered {
  rendered: Rendered[];
  failed: FailedPage[];
  policy: Policy;
}

/** Renders the addresses on threads, each with the compiled site and the copy of the catalogue open for reading. */
export async function renderAll(
  job: RenderJob,
  addresses: readonly string[],
  watch: RenderWatch = {},
): Promise<AllRendered> {
  const all: AllRendered = { rendered: [], failed: [], policy: { scripts: [], styles: [] } };
  let heard = Promise.resolve();
  await share(
    job,
    addresses,
    (part) => ({ addresses: part }),
    watch,
    ({ rendered, failed, policy }) => {
      all.failed.push(...failed);
      all.policy = unitePolicies(all.policy, policy);
      if (watch.onPart) {
        heard = heard.then(() => watch.onPart!({ rendered, failed }));
        heard.catch(() => undefined);
      } else all.rendered.push(...rendered);
    },
  );
  await heard;
  return all;
}

export const unitePolicies = (one: Policy, other: Policy): Policy => ({
  scripts: [...new Set([...one.scripts, ...other.scripts])].toSorted(),
  styles: [...new Set([...one.styles, ...other.styles])].toSorted(),
});

/** Writes .br beside the given files. */
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
  onDone: (told: Extract<FromThread, { say: 'done' }>) => void,
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
      worker.on('message', (told: FromThread) => {
        if (told.say === 'done') {
          done += sent;
          onDone(told);
          onProgress?.(done, all.length);
          // Nothing of a new release is kept when a page fails that no release before has.
          if (told.failed.some(({ isKept }) => !isKept) && job.deed === 'write') next = all.length;
        }
        give();
      });
    });
  await Promise.all(Array.from({ length: Math.min(threads, Math.ceil(all.length / portion)) }, runThread));
}
