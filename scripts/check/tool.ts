import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Runs a tool of node_modules with its output; true without findings. */
export async function runTool(
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  // Signals are passed on, so that the tool can clean up.
  const stop = () => child.kill('SIGINT');
  process.once('exit', stop);
  await once(child, 'exit');
  process.off('exit', stop);
  return child.exitCode === 0;
}
