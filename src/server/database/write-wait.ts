import { AsyncLocalStorage } from 'node:async_hooks';

/** Milliseconds that a write waits for other writers, and on PostgreSQL that a statement may run. */
interface WriteLimits {
  waitMs: number;
  statementMs: number;
}

/** Later the client has gone: `connectionTimeout` is 30 seconds. */
const requestLimits: WriteLimits = { waitMs: 5000, statementMs: 20_000 };
/** An import is one transaction. */
const backgroundLimits: WriteLimits = { waitMs: 120_000, statementMs: 180_000 };

const storage = new AsyncLocalStorage<WriteLimits>();

export const currentWriteLimits = (): WriteLimits => storage.getStore() ?? backgroundLimits;

/** Runs work for a request: its writes fail instead of outliving the client. */
export const inRequest = <Result>(work: () => Result): Result => storage.run(requestLimits, work);

/** Runs an optional write, which fails soon when other writers are slow. */
export const inPassing = <Result>(work: () => Result): Result =>
  storage.run({ ...requestLimits, waitMs: 250 }, work);

/** Runs work that outlives its request. */
export const inBackground = <Result>(work: () => Result): Result => storage.exit(work);
