import { makeSemaphore, type Semaphore } from '../base/semaphore.ts';
import type { Database } from '../database/database.ts';

/** A semaphore for each kind of task. */
export interface Semaphores {
  read: Semaphore;
  /** Writes and heavy reads: they wait for hashing, files and mail. */
  write: Semaphore;
  /** Pages rendered on request; the renderer runs its tasks in it. */
  render: Semaphore;
}

/** C-3: readers are served within a second, the task included, or refused immediately. */
const readWait = { maxQueue: 256, maxExpectedWaitMs: 700, maxWaitMs: 10_000 };
const writeWait = { maxQueue: 256, maxExpectedWaitMs: 5000, maxWaitMs: 20_000 };

export const makeSemaphores = ({ dialect }: Pick<Database, 'dialect'>): Semaphores => ({
  // SQLite runs one query at a time; PostgreSQL one per read connection.
  read: makeSemaphore({ width: dialect === 'sqlite' ? 1 : 10, ...readWait }),
  write: makeSemaphore({ width: 32, ...writeWait }),
  // While the thread renders one page the next is in transit.
  render: makeSemaphore({ width: 2, ...readWait }),
});
