import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a write waits for other writers, and on PostgreSQL how long one statement of it runs; milliseconds. */
interface WriteLimits {
  waitMs: number;
  statementMs: number;
}

/** Its client has gone by then: `connectionTimeout` of the server is 30 seconds. */
const requestLimits: WriteLimits = { waitMs: 5000, statementMs: 20_000 };
/** An import of another process is one transaction. */
const backgroundLimits: WriteLimits = { waitMs: 120_000, statementMs: 180_000 };

const storage = new AsyncLocalStorage<WriteLimits>();

export const currentWriteLimits = (): WriteLimits => storage.getStore() ?? backgroundLimits;

/** Runs work for a request: its writes are refused instead of being done after its client has gone. */
export const inRequest = <Result>(work: () => Result): Result => storage.run(requestLimits, work);

/** Runs a write that a reader need not wait for: it is refused almost at once where other writers are slow. */
export const inPassing = <Result>(work: () => Result): Result =>
  storage.run({ ...requestLimits, waitMs: 250 }, work);

/** Runs work that goes on after the request that has caused it. */
export const inBackground = <Result>(work: () => Result): Result => storage.exit(work);
