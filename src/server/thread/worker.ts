import { parentPort } from 'node:worker_threads';
import { threadTasks } from './deeds.ts';
import { moved, type ThreadOrder, type ThreadResult } from './thread.ts';

/** The thread in which long deeds are done. */
parentPort?.on('message', ({ name, given }: ThreadOrder) => {
  const deed = threadTasks[name] as (...all: unknown[]) => Promise<unknown>;
  void deed(...given).then((result) =>
    parentPort?.postMessage({ result } satisfies ThreadResult, moved(result)),
  );
});
