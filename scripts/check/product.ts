import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve as resolvePath } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '../..');

/** Output and exit code of the product. */
export type Ending = { code: number | null; stdout: string; stderr: string };

/** A product started like an operator's, in a child process. */
export interface Product {
  pid: number;
  /** Resolves at the line `ready …`, or rejects with the output. */
  ready: Promise<string>;
  /** Resolves when every page is on disk, with the same address. */
  whole: () => Promise<string>;
  ended: Promise<Ending>;
  /** Output so far. */
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<Ending>;
}

type Environment = Record<string, string>;

/** An idle machine takes a minute. */
const wholeLimitMs = 10 * 60_000;

/**
 * Starts the product like `npm start` or another command, without the tests' environment and with the small
 * catalogue by default. Alone it has no watching parent: killing it also kills the publisher at once.
 */
export function startProduct(
  settings: Environment,
  { isAlone = false, command = 'start', args = [] as string[] } = {},
): Product {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'];
  const inherited = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const program = isAlone
    ? ['--disable-warning=ExperimentalWarning', 'scripts/command.ts']
    : ['scripts/run.mjs'];
  const child = spawn(process.execPath, [...program, command, ...args], {
    cwd: root,
    env: { ...inherited, LOG_LEVEL: 'warn', CATALOGUE: 'starter', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Killed together with its parent.
  const abandon = () => void child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  const ending: Ending = { code: null, stdout: '', stderr: '' };
  const ended = once(child, 'close').then(() => ({ ...ending, code: child.exitCode }));
  child.stderr.on('data', (piece) => (ending.stderr += String(piece)));
  const ready = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      ending.stdout += `${line}\n`;
      const address = /^ready (http\S+)$/.exec(line)?.[1];
      if (address) resolve(address);
    });
    void ended.then(({ code, stdout, stderr }) =>
      reject(new Error(`The product did not become ready, it ended with ${code}:\n${stdout}${stderr}`)),
    );
  });
  // A caller that only waits for the end must not get an unhandled rejection.
  ready.catch(() => undefined);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null) child.kill(signal);
    const hard = setTimeout(() => child.kill('SIGKILL'), 15_000);
    return ended.finally(() => clearTimeout(hard));
  };
  const whole = async () => {
    const address = await ready;
    const site = resolvePath(root, settings.DATA_DIR ?? '.data', 'site/current');
    await waitForWholeSite(site, () => child.exitCode !== null);
    return address;
  };
  return { pid: child.pid ?? 0, ready, whole, ended, output: () => ending.stdout, stop };
}

/** Waits until every page of a published site is on disk; before, pages are rendered on demand. */
export async function waitForWholeSite(site: string, isOver = () => false): Promise<void> {
  const isGrowing = () => /"isGrowing":true/.test(readFileSync(join(site, 'release.json'), 'utf8'));
  const startedAt = performance.now();
  while (!isOver() && isGrowing()) {
    if (performance.now() - startedAt > wholeLimitMs)
      throw new Error(`The site is not whole after ${wholeLimitMs / 60_000} minutes`);
    await pause(100);
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const makeFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `register-${name}-`));

/** All descendants of a process. */
export function findDescendants(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), readParent(name)] as const);
  const below = (parent: number): number[] =>
    parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

function readParent(pid: string): number | undefined {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // The process has ended meanwhile.
    return undefined;
  }
}
