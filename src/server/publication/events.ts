import { setTimeout as pause } from 'node:timers/promises';
import type { FileAnswer } from '#contract/call.ts';
import type { Caller } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { statusOf } from './status.ts';

/** Minimum milliseconds between events. */
const rhythm = 100;
/** Proxies and browsers close streams after half a minute of silence. */
const longestSilence = 12_000;

const maxStreamsPerUser = 8;

/**
 * Publication state as server-sent events, each complete, so that missed ones do not matter. 429 above eight
 * streams of an account.
 */
export function publicationEvents(caller: Caller, seconds: number): FileAnswer {
  const { streams } = caller.publication;
  if ((streams.get(caller.user.id) ?? 0) >= maxStreamsPerUser)
    throw new HttpError(429, 'Ход публикации открыт в слишком многих вкладках. Закройте лишние.', undefined, {
      retryAfter: 10,
    });
  return { type: 'text/event-stream; charset=utf-8', body: stream(caller, seconds) };
}

async function* stream(caller: Caller, seconds: number): AsyncGenerator<Uint8Array> {
  const { streams } = caller.publication;
  const count = (change: number) => {
    const open = (streams.get(caller.user.id) ?? 0) + change;
    if (open > 0) streams.set(caller.user.id, open);
    else streams.delete(caller.user.id);
  };
  const event = async () => Buffer.from(`event: status\ndata: ${JSON.stringify(await statusOf(caller))}\n\n`);
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), seconds * 1000);
  count(1);
  try {
    yield Buffer.from('retry: 1000\n\n');
    yield await event();
    if (seconds === 0) return;
    const changes = caller.publication.watch(over.signal);
    let next = changes.next();
    for (;;) {
      const quiet = new AbortController();
      const silence = pause(longestSilence, 'silence' as const, { signal: quiet.signal, ref: false }).catch(
        () => 'silence' as const,
      );
      const what = await Promise.race([next, silence]);
      quiet.abort();
      if (what === 'silence') yield Buffer.from(': waiting\n\n');
      else if (what.done) return;
      else {
        await pause(rhythm);
        next = changes.next();
        yield await event();
      }
    }
  } finally {
    clearTimeout(timer);
    over.abort();
    count(-1);
  }
}
