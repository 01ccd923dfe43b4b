import { workerData } from 'node:worker_threads';
import { makeBackup } from './backup.ts';
import type { BackupOrder } from './schedule.ts';

/** Worker thread of the daily backup. */
await makeBackup(...(workerData as BackupOrder));
