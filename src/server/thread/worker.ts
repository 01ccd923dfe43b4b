import { parentPort } from 'node:worker_threads';
import { threadTasks } from './tasks.ts';
import { moved, type ThreadOrder } from './thread.ts';

parentPort?.on('message', ({ name, given }: ThreadOrder) => {
  const action = threadTasks[name] as (...all: unknown[]) => Promise<unknown>;
  void action(...given).then((result) => parentPort?.postMessage(result, moved(result)));
});
