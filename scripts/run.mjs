// `npm start`, `npm test` and every other command begin here, on any Node from 20 on and with nothing installed.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install } from './install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

try {
  const args = process.argv.slice(2);
  run(await install(root, args[0]), args);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}

/** Runs a command on Node 24 and ends as it ends. */
function run(runtime, args) {
  const command = join(root, 'scripts/command.ts');
  // The path leads to Node 24 as well, for what the command itself starts.
  const bin = [join(root, 'node_modules/.bin'), dirname(runtime)];
  const env = {
    ...process.env,
    PATH: [...bin, process.env.PATH].join(delimiter),
    // What was compiled is kept: the second start takes half the time of the first.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
  };
  // The channel carries nothing: it closes when this process dies, however it dies, and the command then stops too.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const flags = ['--disable-warning=ExperimentalWarning'];
  // A server rests for most of the day: with 4 MB for new objects in place of 16 it holds a hundred megabytes less, and
  // its start takes as long (18.8 and 19.0 s without, 17.7 and 19.4 s with it, the whole base, side by side).
  if (args[0] === 'start') flags.push('--max-semi-space-size=4');
  const child = spawn(runtime, [...flags, command, ...args], { cwd: root, env, stdio });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  stopWithNpm(child);
  child.on('error', (error) => {
    console.error(`Node 24 не запускается (${error.message}): удалите папку node_modules и повторите.`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** npm that is killed outright passes no signal on: its command would live on without an owner. */
function stopWithNpm(child) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  const watch = () => process.ppid !== parent && child.kill('SIGTERM');
  setInterval(watch, 1000).unref();
}
