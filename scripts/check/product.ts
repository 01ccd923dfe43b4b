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

/** How the product ended: what it said and how it left. */
export type Ending = { code: number | null; stdout: string; stderr: string };

/** A running product: the same `start` that an operator runs, in a process of its own. */
export interface Product {
  pid: number;
  /** Settles when the line `ready …` came, or fails with what the product said instead. */
  ready: Promise<string>;
  /** Settles when each page of the site lies on the disk, too, with the same address. */
  whole: () => Promise<string>;
  ended: Promise<Ending>;
  /** What it has printed so far. */
  output: () => string;
  stop: (signal?: NodeJS.Signals) => Promise<Ending>;
}

type Environment = Record<string, string>;

/** The starter catalogue is whole within a minute on a machine with nothing else to do. */
const wholeLimitMs = 10 * 60_000;

/**
 * Starts the product as `npm start` or another command does, with nothing from the environment of the tests
 * and, unless told otherwise, with the small catalogue. Alone it has no parent that watches over it: what kills it kills the publisher too,
 * at once.
 */
export function startProduct(settings: Environment, { isAlone = false, command = 'start' } = {}): Product {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'];
  const inherited = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const program = isAlone
    ? ['--disable-warning=ExperimentalWarning', 'scripts/command.ts']
    : ['scripts/run.mjs'];
  const child = spawn(process.execPath, [...program, command], {
    cwd: root,
    env: { ...inherited, LOG_LEVEL: 'warn', CATALOGUE: 'starter', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Killed together with the process that started it.
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
  // A caller that waits for the end only must not get an unhandled rejection.
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

/** Waits until each page of a published site is on the disk; before that the product renders it for who asks. */
export async function waitForWholeSite(site: string, isOver = () => false): Promise<void> {
  const isGrowing = () => /"isGrowing":true/.test(readFileSync(join(site, 'release.json'), 'utf8'));
  const startedAt = performance.now();
  while (!isOver() && isGrowing()) {
    if (performance.now() - startedAt > wholeLimitMs)
      throw new Error(`The site is not whole after ${wholeLimitMs / 60_000} minutes`);
    await pause(100);
  }
}

/** A port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export const makeFolder = (name: string): Promise<string> => mkdtemp(join(tmpdir(), `register-${name}-`));

/** Every process that this one has started, and theirs. */
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
    // It ended while we were reading.
    return undefined;
  }
}
