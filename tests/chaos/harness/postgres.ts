import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../../scripts/check/product.ts';

/** A PostgreSQL server for a proof, with fsync. */
export interface OwnPostgres {
  url: string;
  restart(mode: 'fast' | 'immediate'): void;
  stop(): void;
}

const installed = '/usr/lib/postgresql';

/** Undefined if PostgreSQL is not installed. */
export async function startPostgres(): Promise<OwnPostgres | undefined> {
  const bin = findPrograms();
  if (!bin) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'register-postgres-'));
  const user = ownerOf(folder);
  const run = (program: string, ...args: string[]) =>
    void execFileSync(path.join(bin, program), args, { cwd: '/', stdio: 'ignore', ...user });
  const data = path.join(folder, 'data');
  const port = await findFreePort();
  const options = `-p ${port} -h 127.0.0.1 -k ${folder}`;
  run('initdb', '-D', data, '-U', 'register', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8');
  const start = () => run('pg_ctl', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start');
  start();
  run('createdb', '-h', '127.0.0.1', '-p', String(port), '-U', 'register', 'register');
  return {
    url: `postgres://register@127.0.0.1:${port}/register`,
    restart(mode) {
      run('pg_ctl', '-D', data, '-w', '-m', mode, 'stop');
      start();
    },
    stop() {
      run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | undefined {
  try {
    const version = readdirSync(installed).toSorted((one, other) => Number(other) - Number(one))[0];
    return version && path.join(installed, version, 'bin');
  } catch {
    return undefined;
  }
}

/** PostgreSQL refuses to run as root: its folder belongs to this user. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  chownSync(folder, user.uid, user.gid);
  return user;
}
