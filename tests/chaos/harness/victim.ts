import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ofProof } from './settings.ts';

/** A server in a child process, as in operation. */
export interface Victim {
  pid: number;
  /** Milliseconds from start to the first response. */
  readyAfter: number;
  /** CPU milliseconds of the start; undefined where unavailable. */
  worked: number | undefined;
  kill(): void;
  stop(): void;
  ended: Promise<unknown>;
}

/** Settings need PORT and DATA_DIR. */
export async function startVictim(own: Record<string, string>): Promise<Victim> {
  const began = performance.now();
  const environment: Record<string, string> = { ...ofProof, ...own };
  const main = path.join(import.meta.dirname, '../../../src/server/main.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    // Like `npm start`: keeps the compile cache.
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill('SIGKILL'));
  const health = `http://${environment['HOST']}:${environment['PORT']}/api/health`;
  for (;;) {
    const answer = await fetch(health).catch(() => undefined);
    if (answer?.ok) {
      await answer.text();
      break;
    }
    if (child.exitCode !== null) throw new Error(`The server ended by itself with ${child.exitCode}`);
    await pause(10);
  }
  const readyAfter = performance.now() - began;
  process.removeAllListeners('exit');
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    pid: child.pid ?? 0,
    readyAfter,
    worked: processorTime(child.pid),
    kill: () => void child.kill('SIGKILL'),
    stop: () => void child.kill('SIGTERM'),
    ended,
  };
}

/** Milliseconds. Linux counts user and system time in hundredths of a second. */
export function processorTime(pid: number | undefined): number | undefined {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [own, system] = fields.split(' ').slice(11, 13).map(Number);
    return 10 * ((own ?? NaN) + (system ?? NaN));
  } catch {
    return undefined;
  }
}
