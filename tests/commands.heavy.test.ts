import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import packages from '../package.json' with { type: 'json' };
import { root } from '../scripts/check/tool.ts';

const run = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/run.mjs', ...args], { cwd: root, encoding: 'utf8' });

const commands = new Set(
  Object.values(packages.scripts).flatMap((line) => /run\.mjs (\w+)/.exec(line)?.[1] ?? []),
);

test.each([...commands])('%s --help prints usage, options and exit codes', (name) => {
  const { status, stdout } = run(name, '--help');
  expect(stdout).toMatch(new RegExp(`^npm (run )?${name}\\b`));
  expect(stdout).toContain('--help');
  expect(stdout).toContain('Код выхода: 0');
  expect(status).toBe(0);
});

test('an unknown option is an error with the usage', () => {
  const { status, stderr } = run('backup', '--opne');
  expect(stderr).toMatch(/^Ключа --opne нет\.\n\nnpm run backup -- \[ФАЙЛ\] \[--open\]/);
  expect(status).toBe(1);
});
