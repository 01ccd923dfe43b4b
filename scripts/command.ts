// Runs one command: `node scripts/command.ts NAME args…` calls `run(args)` of scripts/NAME.ts.
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// The database of people is nobody else's on this machine, nor are copies of it.
process.umask(0o077);

const [name = '', ...args] = process.argv.slice(2);
const file = join(import.meta.dirname, `${name}.ts`);

stopWithParent();
endOnSignals();
if (!/^[a-z]+$/.test(name) || !existsSync(file)) {
  console.error(`Команды «${name}» нет: список команд в docs/commands.md.`);
  process.exit(1);
}
try {
  const { run } = (await import(pathToFileURL(file).href)) as { run: (args: string[]) => Promise<void> };
  await run(args);
} catch (error) {
  // Compared by name: the module that throws it need not be loaded here.
  const isForOperator = error instanceof Error && error.name === 'OperatorError';
  console.error(isForOperator ? error.message : error);
  process.exit(1);
}

function stopWithParent(): void {
  if (!process.channel) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

/**
 * One Ctrl+C arrives several times: from the terminal, and again from npm and run.mjs, which pass it on. A command that
 * listens closes what it has open and must not be cut short by the echo; one that does not ends at once. A second
 * Ctrl+C, a second later, ends any.
 */
function endOnSignals(): void {
  let heardAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const isHeard = process.listenerCount(signal) > 1;
      if (heardAt === undefined && isHeard) heardAt = performance.now();
      else if (heardAt === undefined || performance.now() - heardAt > 1000) {
        process.exit(128 + constants.signals[signal]);
      }
    });
  }
}
