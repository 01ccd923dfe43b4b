// Runs a command: `node scripts/command.ts NAME args…` calls `run(args)` of scripts/NAME.ts.
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Database and backups are private to this user.
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
  // Compared by name, so that its module need not be loaded.
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
 * Ctrl+C arrives several times: from the terminal, and from npm and run.mjs. A command with a handler must
 * not be cut short by the repeats; one without ends at once. A second Ctrl+C after a second ends any.
 */
function endOnSignals(): void {
  let receivedAt: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const hasHandler = process.listenerCount(signal) > 1;
      if (receivedAt === undefined && hasHandler) receivedAt = performance.now();
      else if (receivedAt === undefined || performance.now() - receivedAt > 1000) {
        process.exit(128 + constants.signals[signal]);
      }
    });
  }
}
