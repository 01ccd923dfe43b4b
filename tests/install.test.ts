import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { install } from '../scripts/install.mjs';

const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const executable = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
const folders: string[] = [];
let tarball: Buffer;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'register-install-'));
  folders.push(folder);
  return folder;
}

beforeAll(() => {
  const folder = newFolder();
  mkdirSync(join(folder, 'package/bin'), { recursive: true });
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name, version: '1.0.0' }));
  writeFileSync(join(folder, 'package', executable), 'a runtime');
  execFileSync('tar', ['-czf', 'runtime.tgz', 'package'], { cwd: folder });
  tarball = readFileSync(join(folder, 'runtime.tgz'));
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A repository with this digest of the runtime in its lock file. */
function repository(integrity: string): string {
  const root = newFolder();
  const manifest = {
    name: 'register',
    version: '1.0.0',
    optionalDependencies: { [name]: 'file:runtime.tgz' },
  };
  const runtime = { version: '1.0.0', resolved: 'file:runtime.tgz', integrity, optional: true };
  const packages = { '': manifest, [`node_modules/${name}`]: runtime };
  writeFileSync(join(root, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  writeFileSync(join(root, 'runtime.tgz'), tarball);
  return root;
}

const digestOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

test('the runtime matches the digest in the lock file', async () => {
  const root = repository(digestOf(tarball));
  expect(await install(root, 'start')).toBe(join(root, 'node_modules', name, executable));
});

test('another runtime is rejected with the expected digest', async () => {
  const expected = digestOf(Buffer.from('another'));
  await expect(install(repository(expected), 'start')).rejects.toThrow(expected);
});
