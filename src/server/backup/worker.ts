import { workerData } from 'node:worker_threads';
import { makeBackup } from './backup.ts';
import type { BackupOrder } from './schedule.ts';

/** Worker thread of the daily backup. */
const { settings, at, secret } = workerData as BackupOrder;
await makeBackup(settings, at, secret);
