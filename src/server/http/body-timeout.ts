import { PassThrough, type Readable } from 'node:stream';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { makeSemaphore, type Semaphore } from '../base/semaphore.ts';
import type { BodyLimits } from '../request/context.ts';
import { ownerOf } from './attribution.ts';

export const usualBodyLimits: BodyLimits = {
  ordinary: 256 * 1024,
  atOnce: 4,
  perOwner: 2,
  waiting: 12,
  maxWaitMs: 10_000,
  window: 10_000,
  leastBytes: 20 * 1024,
  graceMs: 30_000,
  leastBytesPerSecond: 20 * 1024,
};

/** Large bodies take turns, for all and for each who sends them; one that only trickles in is cut off. */
export function watchBodies(app: FastifyInstance, bodyLimits: BodyLimits): void {
  const { ordinary, window } = bodyLimits;
  const turns = (width: number) =>
    makeSemaphore({ width, maxQueue: bodyLimits.waiting, maxWaitMs: bodyLimits.maxWaitMs });
  const large = turns(bodyLimits.atOnce);
  const owners = new Map<string, { turns: Semaphore; count: number }>();
  async function inTurn(owner: string, work: () => Promise<void>): Promise<void> {
    const own = owners.get(owner) ?? { turns: turns(bodyLimits.perOwner), count: 0 };
    owners.set(owner, own);
    own.count += 1;
    try {
      await own.turns.run(() => large.run(work));
    } finally {
      own.count -= 1;
      if (own.count === 0) owners.delete(owner);
    }
  }
  const isLarge = ({ headers, routeOptions }: FastifyRequest) =>
    (routeOptions.bodyLimit ?? 0) > ordinary && !(Number(headers['content-length']) <= ordinary);

  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request)) return done(null, payload);
    const receive = () => done(null, watched(payload as Readable, bodyLimits));
    if (!isLarge(request)) return receive();
    // The place is free again when all is answered: until then the bytes are held.
    inTurn(ownerOf(request), () => (receive(), untilClosed(reply))).catch((error: Error) => done(error));
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
/** Milliseconds in which the answer is read by anyone who is still sending: a reset would take it from them. */
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

/** The answer was sent, or its client has gone. */
async function untilClosed({ raw }: FastifyReply): Promise<void> {
  if (raw.destroyed || raw.writableFinished) return;
  await new Promise<void>((resolve) => raw.once('finish', resolve).once('close', resolve));
}

/** The same bytes, or an error as soon as they come too slowly: in one window, or in all after the grace. */
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
  // A body that was refused unread has no reader to take the error.
  through.on('error', end);
  payload.once('error', (error) => through.destroy(error));
  // A client that disconnects ends neither stream.
  payload.once('close', () => through.writableEnded || through.destroy(new Error('The client went away')));
  return payload.pipe(through);
}
