import { makeSemaphore, type Semaphore } from '../base/semaphore.ts';
import type { Database } from '../database/database.ts';

/** Tasks of one kind wait for each other only. */
export interface Semaphores {
  /** Reads of the database. */
  read: Semaphore;
  /** Writes and heavy reads: they wait for hashing, for files and for letters. */
  write: Semaphore;
  /** Pages that are rendered for a request; the renderer itself runs its tasks in it. */
  render: Semaphore;
}

/** C-3: readers are answered within a second, the task included, or refused at once. */
const readWait = { maxQueue: 256, maxExpectedWaitMs: 700, maxWaitMs: 10_000 };
const writeWait = { maxQueue: 256, maxExpectedWaitMs: 5000, maxWaitMs: 20_000 };

export const makeSemaphores = ({ dialect }: Pick<Database, 'dialect'>): Semaphores => ({
  // SQLite answers one query at a time; PostgreSQL as many as there are connections for reading.
  read: makeSemaphore({ width: dialect === 'sqlite' ? 1 : 10, ...readWait }),
  write: makeSemaphore({ width: 32, ...writeWait }),
  // While the thread renders one page the next is on its way to it.
  render: makeSemaphore({ width: 2, ...readWait }),
});
