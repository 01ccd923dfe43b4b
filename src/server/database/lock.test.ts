import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findServer, lockDataDir } from './lock.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'register-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Another process that takes the lock, reports and waits. */
async function otherServer() {
  const program = `
    import { lockDataDir } from ${JSON.stringify(path.resolve('src/server/database/lock.ts'))};
    const lock = await lockDataDir(${JSON.stringify(folder)});
    lock.announce('http://127.0.0.1:4321/');
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('a second server on the folder learns the holder and changes nothing', async () => {
  const other = await otherServer();
  const before = await readFile(path.join(folder, 'server.json'), 'utf8');
  await expect(lockDataDir(folder)).rejects.toThrow(
    new RegExp(`занята другим сервером \\(процесс ${other.pid}, http://127.0.0.1:4321/\\)`),
  );
  expect(findServer(folder)).toEqual({ pid: other.pid, url: 'http://127.0.0.1:4321/' });
  expect(await readFile(path.join(folder, 'server.json'), 'utf8')).toBe(before);
  other.kill('SIGKILL');
  await once(other, 'exit');
});

test('the lock of a killed server is free at once, also if its process id is reused', async () => {
  const other = await otherServer();
  other.kill('SIGKILL');
  await once(other, 'exit');
  // The recorded id belongs to a living process: this one.
  await writeFile(path.join(folder, 'server.json'), JSON.stringify({ pid: process.pid, url: null }));
  expect(findServer(folder)).toBeUndefined();
  const lock = await lockDataDir(folder);
  lock.release();
});

test('a released lock leaves no trace', async () => {
  const lock = await lockDataDir(folder);
  lock.release();
  expect(findServer(folder)).toBeUndefined();
  expect(await readdir(folder)).toEqual(['server.lock']);
  expect(findServer(path.join(folder, 'nowhere'))).toBeUndefined();
});

test('a read-only folder is named in one sentence', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(lockDataDir(file)).rejects.toThrow(/DATA_DIR недоступна для записи/);
  if (process.getuid?.() === 0) return;
  await chmod(folder, 0o500);
  await expect(lockDataDir(folder)).rejects.toThrow(/DATA_DIR недоступна для записи/);
  await chmod(folder, 0o700);
});
