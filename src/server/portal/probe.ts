import type { Context } from '../request/context.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';

/** Milliseconds between trials, and of failures before they are a problem. */
const trialIntervalMs = 2000;
const maxFailureMs = 10_000;

/** Tests reads and writes in the queues of users. */
interface Probe {
  /** Starts a trial of each unless one is running or recent. */
  start(): void;
  isReadStalled(): boolean;
  /** Message for users; null while reads and writes work. */
  problem(): string | null;
}

const probes = new WeakMap<Context['database'], Probe>();

/** The only probe of a portal in this process. */
export function probeOf(context: Pick<Context, 'database' | 'semaphores'>): Probe {
  const probe = probes.get(context.database) ?? createProbe(context);
  probes.set(context.database, probe);
  return probe;
}

function createProbe({ database, semaphores }: Pick<Context, 'database' | 'semaphores'>): Probe {
  const read = createTrial(() =>
    semaphores.read.run(() => database.kysely.selectFrom('meta').select('name').limit(1).execute()),
  );
  const write = createTrial(() => semaphores.write.run(() => database.tryWrite()));
  const seconds = maxFailureMs / 1000;
  return {
    start() {
      read.start();
      write.start();
    },
    isReadStalled: read.isStalled,
    problem() {
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
