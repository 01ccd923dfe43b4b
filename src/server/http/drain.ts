import type { ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which responses announce the close of their connections. */
const notice = 250;
/** Milliseconds to wait for pending connections. */
const drainTimeoutMs = 2000;
/** Event loop turns without a new connection; each accepts one. */
const quietTurns = 3;

/**
 * Returns a function that stops listening without losing requests and resolves after the last response. A
 * connection cut between requests, or still in the backlog, would lose one: open connections get `Connection:
 * close` while new ones are accepted; then responses are briefly held back, so that no client reconnects, and
 * the backlog is emptied before closing.
 */
export function drainOf(app: FastifyInstance): () => Promise<void> {
  const { server } = app;
  let held: Promise<void> | undefined;
  app.addHook('onRequest', (_request, _reply, done) => {
    if (held) void held.then(() => done());
    else done();
  });

  return async () => {
    if (!server.listening) return;
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    const open = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
    if (open > 0) await pause(notice);
    const hold = Promise.withResolvers<void>();
    held = hold.promise;
    if (open > 0) await quiet();
    // Nothing may come between the last quiet turn and this.
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    held = undefined;
    hold.resolve();
    await closed;
  };

  async function quiet(): Promise<void> {
    let turns = 0;
    const stir = () => void (turns = 0);
    server.on('connection', stir).on('request', stir);
    const deadline = performance.now() + drainTimeoutMs;
    while (turns < quietTurns && performance.now() < deadline) {
      turns += 1;
      await turn();
    }
    server.off('connection', stir).off('request', stir);
  }
}
