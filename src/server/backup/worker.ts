import { workerData } from 'node:worker_threads';
import { makeBackup } from './backup.ts';
import type { BackupOrder } from './schedule.ts';

await makeBackup(...(workerData as BackupOrder));
