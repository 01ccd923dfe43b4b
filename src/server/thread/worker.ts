import { parentPort } from 'node:worker_threads';
import { deeds } from './deeds.ts';
import type { Order, Result } from './thread.ts';

/** The thread in which long deeds are done. */
parentPort?.on('message', ({ number, name, given }: Order) => {
  const deed = deeds[name] as (...all: unknown[]) => Promise<unknown>;
  void deed(...given).then((result) =>
    parentPort?.postMessage({ number, result } satisfies Result, moved(result)),
  );
});

/** Files change hands instead of being copied. */
const moved = (result: unknown): ArrayBuffer[] =>
  Array.isArray(result)
    ? result
        .flat()
        .flatMap((one: { bytes?: unknown }) => (one?.bytes instanceof ArrayBuffer ? [one.bytes] : []))
    : [];
