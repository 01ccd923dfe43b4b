import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from '#domain/operator-error.ts';

/** Runs a program to its end; returns what it printed, throws the reason if it failed. */
export async function output(
  program: string,
  args: string[],
  { isShown = false, ...options }: { cwd?: string; env?: NodeJS.ProcessEnv; isShown?: boolean } = {},
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  if (isShown) {
    child.stdout.pipe(process.stdout, { end: false });
    child.stderr.pipe(process.stderr, { end: false });
  }
  let printed = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = await once(child, 'close');
  if (code === 0) return printed.trim();
  throw new OperatorError(reasonIn(errors) ?? reasonIn(printed) ?? `${program}: код ${String(code)}`);
}

/** The sentence of an error without its stack; otherwise the last line. */
function reasonIn(text: string): string | undefined {
  const lines = text.split('\n').filter((line) => line.trim());
  const thrown = lines.map((line) => /^\w*Error\b.*?: (.+)/.exec(line)?.[1]).find(Boolean);
  return thrown ?? lines.at(-1)?.trim();
}

/** Runs `--stop` or `--start` in a shell. What it starts is not a part of this command. */
export async function operatorCommand(command: string, cwd: string): Promise<void> {
  // The marks of npm would stop a portal with its parent; the compile cache is that of this release.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_COMPILE_CACHE$/.test(name)),
  );
  const child = spawn(command, { shell: true, cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new OperatorError(`Команда «${command}» не удалась (код ${String(code)}).`);
}
