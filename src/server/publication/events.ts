import { setTimeout as pause } from 'node:timers/promises';
import type { Caller, Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { statusOf } from './status.ts';

/** Minimum milliseconds between events. */
const rhythm = 100;
/** Proxies and browsers close streams after half a minute of silence. */
const longestSilence = 12_000;

const maxStreamsPerUser = 8;

export const eventHandlers = {
  /**
   * Publication state as server-sent events, each complete, so that missed ones do not matter. 429 above eight
   * streams of an account.
   */
  'GET /api/editors/publication/events': async (caller, { query }) => {
    if ((caller.publication.streams.get(caller.user.id) ?? 0) >= maxStreamsPerUser)
      throw new HttpError(
        429,
        'Ход публикации открыт в слишком многих вкладках. Закройте лишние.',
        undefined,
        { retryAfter: 10 },
      );
    return { type: 'text/event-stream; charset=utf-8', body: stream(caller, query.for) };
  },
} satisfies Partial<Handlers>;

async function* stream(caller: Caller, seconds: number): AsyncGenerator<Uint8Array> {
  const { publication, user } = caller;
  const { streams } = publication;
  streams.set(user.id, (streams.get(user.id) ?? 0) + 1);
  const over = AbortSignal.any([AbortSignal.timeout(seconds * 1000), publication.closing]);
  try {
    yield Buffer.from('retry: 1000\n\n');
    for (let sent = -1; sent < 0 || !over.aborted;) {
      if (sent === publication.version) {
        await publication.change(AbortSignal.any([over, AbortSignal.timeout(longestSilence)]));
        if (sent === publication.version) yield Buffer.from(': waiting\n\n');
        else await pause(rhythm);
      } else {
        sent = publication.version;
        yield Buffer.from(`event: status\ndata: ${JSON.stringify(await statusOf(caller))}\n\n`);
      }
    }
  } finally {
    streams.set(user.id, (streams.get(user.id) ?? 1) - 1);
  }
}
