import { realpathSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { OperatorError } from '#domain/operator-error.ts';
import { findServer } from '#server/database/lock.ts';
import type { Settings } from '#server/settings.ts';

/** Waits until a portal of this release answers that it is ready; one that ends before is not waited for. */
export async function waitUntilReady(settings: Settings, release: string, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  let wasRunning = false;
  for (;;) {
    const server = findServer(settings.DATA_DIR);
    if (wasRunning && !server) throw new OperatorError('портал остановился сам, причина в его журнале.');
    const isOwn = server !== undefined && isOf(server.pid, release);
    wasRunning ||= isOwn;
    if (server?.url && isOwn && (await isReady(server.url))) return;
    if (performance.now() > deadline)
      throw new OperatorError(`за ${timeoutMs / 1000} с портал не ответил готовностью.`);
    await pause(200);
  }
}

/** By the folder of its process: health names no version to strangers. */
function isOf(pid: number, release: string): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return realpathSync(`/proc/${pid}/cwd`) === realpathSync(release);
  } catch {
    return false;
  }
}

const isReady = (url: string) =>
  fetch(new URL('/api/health/ready', url), { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );
