import { parentPort, workerData } from 'node:worker_threads';
import { compile } from './compiled.ts';

// The thread of `compileApart`.
await compile(workerData as string, () => parentPort?.postMessage('begun'));
