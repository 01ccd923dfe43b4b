import { chmodSync, mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restrictToOwner } from './file-modes.ts';

test('a data folder readable by others is closed at start, with everything personal', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'register-modes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const files = [
    'register.sqlite',
    'register.sqlite-wal',
    'mail/000001-restore.eml',
    'backups/a.backup',
    'site/snapshot.sqlite',
  ];
  for (const file of files) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), 'x');
    chmodSync(path.join(folder, file), 0o644);
  }
  const warnings = restrictToOwner(folder);
  for (const file of ['.', 'mail', ...files])
    expect([file, statSync(path.join(folder, file)).mode & 0o077]).toEqual([file, 0]);
  expect(warnings.filter((warning) => !warning.includes('root'))).toEqual([]);
  expect(warnings.some((warning) => warning.includes('root'))).toBe(process.geteuid?.() === 0);
});
