import type { ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds in which open connections are told with their answers that these are the last. */
const notice = 250;
/** Milliseconds that those who wait to be accepted are waited for. */
const drainTimeoutMs = 2000;
/** Turns of the event loop in which nobody came: each turn accepts one connection. */
const quietTurns = 3;

/**
 * Gives what ends the listening of a server without losing a question, and is over when the last one is answered. A
 * connection that is cut between two requests, or still waits to be accepted, is a request lost: those that are open
 * are told with each answer that it is their last, while new ones are still taken; then answers are held back for a
 * moment, so that nobody comes again, and everybody who waits is let in before the door closes.
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
