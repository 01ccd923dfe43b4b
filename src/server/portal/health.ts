import { setTimeout as pause } from 'node:timers/promises';
import type { Health } from '#contract/portal.ts';
import { overloaded } from '../base/semaphore.ts';
import { numbers } from '../catalogue/changes.ts';
import { HttpError } from '../http-error.ts';
import type { Context } from '../request/context.ts';
import { pageProblem } from '../publication/status.ts';
import { currentRelease } from '../site/release.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';

/** Milliseconds after which a monitor gets the last known state. */
const answerMs = 100;

/** Health of the portal, available under every load. */
export function createHealthCheck(context: Context) {
  const { settings, database, publication } = context;
  const probe = createProbe(context);
  let last: Health | undefined;
  let reading: Promise<Health> | undefined;

  async function look(): Promise<Health> {
    const release = await currentRelease(settings.DATA_DIR);
    const { change } = await numbers(database.kysely);
    const hasRoom = await database.hasRoom();
    const problem =
      publication.now.problem ?? (await pageProblem(database.kysely)) ?? deliveryProblem(context);
    const state = release && hasRoom && problem === null ? 'ready' : 'degraded';
    return (last = { state, has_room: hasRoom, change, site: release?.name ?? null, problem });
  }

  /** Throws the database error until a state is known. */
  async function read(): Promise<Health> {
    probe.start();
    reading ??= look().finally(() => (reading = undefined));
    const found = await (last ? Promise.race([reading, pause(answerMs, last, { ref: false })]) : reading);
    const problem = probe.problem();
    return problem === null ? found : { ...found, state: 'degraded', problem };
  }

  return {
    read,
    /** Throws 503 without a site or a responding database. */
    async checkReady(): Promise<void> {
      const { site } = await read();
      if (site === null) throw new HttpError(503, 'Сайт ещё не опубликован.', undefined, { retryAfter: 5 });
      if (probe.isReadStalled()) throw overloaded();
    },
  };
}

/** The copy at PUBLISH_URL is being compared or sent: it may be older than the site. */
function deliveryProblem({ publication }: Pick<Context, 'publication'>): string | null {
  const { step } = publication.now;
  return step?.step === 'delivering'
    ? `Копия сайта в хранилище PUBLISH_URL обновляется: проверено файлов ${step.done} из ${step.total}.`
    : null;
}

/** Milliseconds between trials, and of failures before they are a problem. */
const trialIntervalMs = 2000;
const maxFailureMs = 10_000;

function createProbe({ database, semaphores }: Pick<Context, 'database' | 'semaphores'>) {
  const read = createTrial(() =>
    semaphores.read.run(() => database.kysely.selectFrom('meta').select('name').limit(1).execute()),
  );
  const write = createTrial(() => semaphores.write.run(() => database.tryWrite()));
  const seconds = maxFailureMs / 1000;
  return {
    start(): void {
      read.start();
      write.start();
    },
    isReadStalled: read.isStalled,
    /** Message for users; null while reads and writes work. */
    problem(): string | null {
      if (read.isStalled()) return `Чтение из базы не проходит дольше ${seconds} с.`;
      return write.isStalled() ? `Запись в базу не проходит дольше ${seconds} с.` : null;
    },
  };
}

function createTrial(task: () => Promise<unknown>) {
  let startedAt = -Infinity;
  let isRunning = false;
  /** Start of the first unfinished trial. */
  let failingSince: number | undefined;
  const succeeded = () => void (failingSince = undefined);
  return {
    start() {
      const now = performance.now();
      if (isRunning || now - startedAt < trialIntervalMs) return;
      startedAt = now;
      failingSince ??= now;
      isRunning = true;
      void task()
        // A full disk has an alert of its own.
        .then(succeeded, (error: unknown) => isOutOfRoom(error) && succeeded())
        .finally(() => (isRunning = false));
    },
    isStalled: () => failingSince !== undefined && performance.now() - failingSince > maxFailureMs,
  };
}
