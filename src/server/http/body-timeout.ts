import { PassThrough, type Readable } from 'node:stream';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeOwnerSemaphore } from '../base/semaphore.ts';
import type { BodyLimits } from '../request/context.ts';
import { ownerOf } from './attribution.ts';

/** Limits concurrent large bodies, in total and by owner, and disconnects slow ones. */
export function watchBodies(app: FastifyInstance, bodyLimits: BodyLimits): void {
  const { ordinary, window, atOnce, perOwner, waiting: maxQueue, maxWaitMs } = bodyLimits;
  const inTurn = makeOwnerSemaphore(
    { width: atOnce, maxQueue, maxWaitMs },
    { width: perOwner, maxQueue, maxWaitMs },
  );
  const isLarge = ({ headers, routeOptions }: FastifyRequest) =>
    (routeOptions.bodyLimit ?? 0) > ordinary && !(Number(headers['content-length']) <= ordinary);

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request)) return done(null, payload);
    const receive = () => done(null, watched(payload as Readable, bodyLimits));
    if (!isLarge(request)) return receive();
    // The place is held until the response, because the bytes are.
    inTurn(ownerOf(request), () => (receive(), untilClosed(reply))).catch((error: Error) => done(error));
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw, headers } = request;
    if (hasBody(request) && !raw.complete) {
      // Answered before reading: a small rest is discarded for a moment, a larger one is not read.
      if (Number(headers['content-length']) <= maxDiscarded)
        setTimeout(() => raw.complete || raw.destroy(), window).unref();
      else hangUp(raw.socket);
    }
    done();
  });
}

/** Bytes of a rejected body that are read to reuse the connection. */
const maxDiscarded = 2 ** 20;
/** Milliseconds for a sending client to read the response: a reset would discard it. */
const farewell = 1000;

/** Half-closes and stops reading: the response is sent, further input stays unread. */
function hangUp(socket: Socket): void {
  socket.end();
  // Node would continue to read and discard from the next tick.
  setImmediate(() => socket.pause());
  setTimeout(() => socket.destroy(), farewell).unref();
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

async function untilClosed({ raw }: FastifyReply): Promise<void> {
  if (raw.destroyed || raw.writableFinished) return;
  await new Promise<void>((resolve) => raw.once('finish', resolve).once('close', resolve));
}

/** Passes bytes on, or fails when too slow: in one window, or in total after the grace period. */
function watched(
  payload: Readable,
  { window, leastBytes, graceMs, leastBytesPerSecond }: BodyLimits,
): Readable {
  const through = new PassThrough();
  let bytes = 0;
  let earlier = 0;
  let ms = 0;
  payload.on('data', (chunk: Buffer) => (bytes += chunk.length));
  const timer = setInterval(() => {
    ms += window;
    const isTrickle = bytes < leastBytes;
    earlier += bytes;
    bytes = 0;
    const isLate = ms >= graceMs && earlier < (ms / 1000) * leastBytesPerSecond;
    if (isTrickle || isLate) through.destroy(Object.assign(new Error('Too slow'), { statusCode: 408 }));
  }, window);
  const end = () => clearInterval(timer);
  through.once('close', end);
  // An unread body has no consumer for the error.
  through.on('error', end);
  payload.once('error', (error) => through.destroy(error));
  // A client that disconnects ends neither stream.
  payload.once('close', () => through.writableEnded || through.destroy(new Error('The client went away')));
  return payload.pipe(through);
}
