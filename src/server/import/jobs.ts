import { Worker } from 'node:worker_threads';
import type { ImportMode, ImportState } from '#domain/imports.ts';
import type { Context } from '../request/context.ts';
import type { Database } from '../database/database.ts';
import { inBackground } from '../database/write-wait.ts';

export interface Job {
  action: 'compare' | 'apply' | 'undo';
  importId: number;
  /** The requesting editor; absent for work resumed after a restart. */
  userId?: number;
  ip?: string;
  agent?: string;
  mode?: ImportMode;
  /** A new upload; the thread stores it, for resuming after a restart. */
  file?: Uint8Array;
}

/** States of an import: where a job may start, while it runs, and after it failed. */
export const jobStates: Record<
  Job['action'],
  { from: readonly ImportState[]; running: ImportState; failed: ImportState }
> = {
  compare: { from: ['ready', 'refused'], running: 'comparing', failed: 'refused' },
  apply: { from: ['ready'], running: 'applying', failed: 'ready' },
  undo: { from: ['applied'], running: 'undoing', failed: 'applied' },
};

export interface WorkerOrder {
  job: Job;
  now: Date;
}

export type WorkerNews =
  | { type: 'progress'; done: number; total: number }
  | { type: 'done'; problem: string | undefined };

interface Progress {
  done: number;
  total: number;
}
export type OnProgress = (done: number, total: number) => void;

export type ImportJobs = ReturnType<typeof createImportJobs>;

/** Files over this time or memory need the command line, which has no limits. */
const jobTimeoutMs = 15 * 60_000;
const maxMegabytes = 1536;
const idleMs = 60_000;

const problems = {
  memory: 'Файлу не хватило памяти. Разделите его на части или загрузите командой npm run import.',
  time: 'Файл читался слишком долго. Разделите его на части или загрузите командой npm run import.',
  stopped: 'Сервер остановился посреди работы: ничего не изменилось. Повторите.',
  error:
    'На сервере случилась ошибка, и работа прервалась. Повторите; если не поможет, сообщите администратору.',
};

/** Import jobs of this server: one at a time, in order. */
export function createImportJobs({
  settings,
  database,
  now,
  cluster,
}: Pick<Context, 'settings' | 'database' | 'now' | 'cluster'>) {
  /** Imports queued or running here. */
  const own = new Set<number>();
  const progress = new Map<number, Progress>();
  let last: Promise<void> = Promise.resolve();
  let isStopped = false;
  const thread = createThread({ settings, now });

  async function work(job: Job): Promise<void> {
    if (isStopped) return;
    progress.set(job.importId, { done: 0, total: 0 });
    const problem = await thread.run(job, (done) => progress.set(job.importId, done));
    progress.delete(job.importId);
    if (isStopped) return;
    if (problem !== undefined) await giveUp(database, job, problem);
    database.announce();
  }

  function start(job: Job): void {
    const { importId } = job;
    own.add(importId);
    const claim = cluster.claim(claimOf(importId));
    last = inBackground(() =>
      Promise.all([claim, last])
        .then(() => work(job))
        .catch(() => undefined)
        .then(async () => {
          own.delete(importId);
          await cluster.release(claimOf(importId));
        }),
    );
  }

  const recovery = createRecovery({ database, cluster }, (id) => {
    if (own.has(id) || isStopped) return undefined;
    return () => start({ action: 'compare', importId: id });
  });
  return {
    start,
    progressOf: (importId: number) => progress.get(importId),
    /**
     * Resumes work of a dead process; its unfinished writes were rolled back. A process that starts alone
     * resumes immediately; later an import is abandoned after two checks without a worker.
     */
    recover: () => recovery.look(),
    async idle(): Promise<void> {
      for (let seen; seen !== last;) await (seen = last);
    },
    async stop(): Promise<void> {
      isStopped = true;
      await thread.stop();
      await last;
    },
  };
}

/** The worker thread of imports, started on demand and ended when idle. */
function createThread({ settings, now }: Pick<Context, 'settings' | 'now'>) {
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: { onProgress(progress: Progress): void; end(problem: string | undefined): void } | undefined;

  function start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    worker.unref();
    worker.on('message', (news: WorkerNews) => {
      if (news.type === 'progress') running?.onProgress({ done: news.done, total: news.total });
      else running?.end(news.problem);
    });
    worker.on('error', (error) => thread === worker && end(problemOf(error)));
    worker.on('exit', () => thread === worker && end(problems.error));
    return worker;
  }

  /** Ends the thread, and its job with an error. */
  function end(problem?: string): void {
    void thread?.terminate();
    thread = undefined;
    running?.end(problem);
  }

  return {
    /** Undefined on success; otherwise an error message. */
    async run(job: Job, onProgress: (progress: Progress) => void): Promise<string | undefined> {
      clearTimeout(timer);
      timer = setTimeout(() => end(problems.time), jobTimeoutMs);
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      running = { onProgress, end: resolve };
      thread ??= start();
      thread.postMessage({ job, now: now() } satisfies WorkerOrder);
      const problem = await promise;
      running = undefined;
      clearTimeout(timer);
      timer = setTimeout(() => end(), idleMs).unref();
      return problem;
    },

    async stop() {
      clearTimeout(timer);
      await thread?.terminate();
    },
  };
}

function problemOf(error: Error & { code?: string }): string {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return problems.memory;
  // An unexpected error that is reported nowhere else.
  process.stderr.write(`${error.stack}\n`);
  return problems.error;
}

const claimOf = (importId: number) => `import ${importId}`;

/** `restartOf` returns how to compare an import again; undefined for imports of this process. */
function createRecovery(
  { database, cluster }: Pick<Context, 'database' | 'cluster'>,
  restartOf: (importId: number) => (() => void) | undefined,
) {
  /** Imports without a worker at the last check. */
  let unclaimed = new Set<number>();
  let isStarting = true;
  return {
    async look(): Promise<void> {
      const isSure = isStarting && (await cluster.countProcesses()) === 1;
      isStarting = false;
      const seen = new Set<number>();
      for (const job of await unfinishedJobs(database)) {
        const { importId: id } = job;
        const restart = restartOf(id);
        if (!restart || !(await cluster.claim(claimOf(id)))) continue;
        const isAbandoned = isSure || unclaimed.has(id);
        seen.add(id);
        // The claim is released with the work.
        if (isAbandoned && job.action === 'compare') restart();
        else {
          if (isAbandoned) await giveUp(database, job, problems.stopped);
          await cluster.release(claimOf(id));
        }
      }
      unclaimed = seen;
    },
  };
}

async function unfinishedJobs({ kysely }: Database): Promise<Job[]> {
  const actions = new Map(
    (['compare', 'apply', 'undo'] as const).map((action) => [jobStates[action].running as string, action]),
  );
  const rows = await kysely
    .selectFrom('imports')
    .select(['id', 'status'])
    .where('status', 'in', [...actions.keys()])
    .execute();
  return rows.map(({ id, status }) => ({ action: actions.get(status)!, importId: id }));
}

/** Returns the import to a usable state; a file that failed the comparison is rejected. */
async function giveUp(database: Database, { action, importId }: Job, problem: string): Promise<void> {
  const { running, failed } = jobStates[action];
  await database.transaction((tx) =>
    tx
      .updateTable('imports')
      .set({ status: failed, problem })
      .where('id', '=', importId)
      .where('status', '=', running)
      .execute(),
  );
}
