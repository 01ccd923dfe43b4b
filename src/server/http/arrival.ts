import { PassThrough, type Readable } from 'node:stream';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeSemaphore } from '../base/lane.ts';
import type { BodyLimits } from '../request/context.ts';

export const usualBodyLimits: BodyLimits = {
  ordinary: 256 * 1024,
  atOnce: 4,
  waiting: 12,
  patience: 10_000,
  window: 10_000,
  leastBytes: 20 * 1024,
};

/** Large bodies take turns, and one that only trickles in is cut off; how long it takes in all does not matter. */
export function watchBodies(app: FastifyInstance, arrival: BodyLimits): void {
  const { ordinary, window } = arrival;
  const large = makeSemaphore({
    width: arrival.atOnce,
    longest: arrival.waiting,
    patience: arrival.patience,
  });
  const isLarge = ({ headers, routeOptions }: FastifyRequest) =>
    (routeOptions.bodyLimit ?? 0) > ordinary && !(Number(headers['content-length']) <= ordinary);

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request)) return done(null, payload);
    const receive = () => done(null, watched(payload as Readable, arrival));
    if (!isLarge(request)) return receive();
    // The place is free again when all is answered: until then the bytes are held.
    large.run(() => (receive(), untilClosed(reply))).catch((error: Error) => done(error));
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw, headers } = request;
    if (hasBody(request) && !raw.complete) {
      // Answered before it was read: a little is thrown away as it comes, but not for long; more is not even taken.
      if (Number(headers['content-length']) <= mostThrownAway)
        setTimeout(() => raw.complete || raw.destroy(), window).unref();
      else hangUp(raw.socket);
    }
    done();
  });
}

/** Bytes of a refused body that are taken, so that the connection can be used again. */
const mostThrownAway = 2 ** 20;
/** Milliseconds in which the answer is read by whoever is still sending: a reset would take it from them. */
const farewell = 1000;

/** Says no more and hears no more: the answer stands in the line, and what is still sent stays there. */
function hangUp(socket: Socket): void {
  socket.end();
  // Node itself reads on to throw away, and begins to in the next tick.
  setImmediate(() => socket.pause());
  setTimeout(() => socket.destroy(), farewell).unref();
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** The answer has gone, or whoever waited for it has. */
async function untilClosed({ raw }: FastifyReply): Promise<void> {
  if (raw.destroyed || raw.writableFinished) return;
  await new Promise<void>((resolve) => raw.once('finish', resolve).once('close', resolve));
}

/** The same bytes, or an error as soon as they come too slowly. */
function watched(payload: Readable, { window, leastBytes }: BodyLimits): Readable {
  const through = new PassThrough();
  let bytes = 0;
  payload.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const timer = setInterval(() => {
    if (bytes < leastBytes) through.destroy(Object.assign(new Error('Too slow'), { statusCode: 408 }));
    bytes = 0;
  }, window);
  const end = () => clearInterval(timer);
  through.once('close', end);
  // Whoever reads hears it; a body that was refused unread has nobody who does.
  through.on('error', end);
  payload.once('error', (error) => through.destroy(error));
  // Whoever goes away in the middle ends neither stream.
  payload.once('close', () => through.writableEnded || through.destroy(new Error('The client went away')));
  return payload.pipe(through);
}
