import { parentPort } from 'node:worker_threads';
import { deeds } from './deeds.ts';
import { moved, type Order, type Result } from './thread.ts';

/** The thread in which long deeds are done. */
parentPort?.on('message', ({ number, name, given }: Order) => {
  const deed = deeds[name] as (...all: unknown[]) => Promise<unknown>;
  void deed(...given).then((result) =>
    parentPort?.postMessage({ number, result } satisfies Result, moved(result)),
  );
});
