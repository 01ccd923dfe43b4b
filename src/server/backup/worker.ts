import { workerData } from 'node:worker_threads';
import { makeBackup } from './backup.ts';
import type { BackupOrder } from './schedule.ts';

/** The thread in which the daily copy is made. */
const { settings, at, secret } = workerData as BackupOrder;
await makeBackup(settings, at, secret);
