import { parentPort } from 'node:worker_threads';
import { deeds } from './deeds.ts';
import type { Order, Result } from './thread.ts';

/** The thread in which deeds are done one after the other, in the order in which they were asked for. */
parentPort?.on('message', ({ number, name, given }: Order) => {
  const deed = deeds[name] as (...all: unknown[]) => unknown;
  parentPort?.postMessage({ number, result: deed(...given) } satisfies Result);
});
