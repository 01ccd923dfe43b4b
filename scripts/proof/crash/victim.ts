import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ofProof } from './settings.ts';

/** A server as an operator runs it, in a process of its own. */
export interface Victim {
  pid: number;
  /** Milliseconds from its start to its first answer. */
  readyAfter: number;
  /** Milliseconds of processor that this took; unknown where the system does not tell. */
  worked: number | undefined;
  kill(): void;
  stop(): void;
  ended: Promise<unknown>;
}

/** PORT and DATA_DIR must be among the settings. */
export async function startVictim(own: Record<string, string>): Promise<Victim> {
  const began = performance.now();
  const environment: Record<string, string> = { ...ofProof, ...own };
  const main = path.join(import.meta.dirname, '../../../src/server/main.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    // As `npm start` gives it: what was compiled once is kept.
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

/** Milliseconds. Linux counts in hundredths of a second, in its own and in the system's name. */
export function processorTime(pid: number | undefined): number | undefined {
  try {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [own, system] = fields.split(' ').slice(11, 13).map(Number);
    return 10 * ((own ?? NaN) + (system ?? NaN));
  } catch {
    return undefined;
  }
}
