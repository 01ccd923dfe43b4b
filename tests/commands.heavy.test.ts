import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import packages from '../package.json' with { type: 'json' };
import { startProduct } from '../scripts/check/product.ts';
import { root } from '../scripts/check/tool.ts';
import { dialect } from './sample/database.ts';
import { publishedStarter, siteUrl } from './sample/published-starter.ts';

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

test.runIf(dialect === 'sqlite')(
  'a verification with a differing page fails, and a full publication renders every page',
  { timeout: 900_000 },
  async () => {
    const { settings, drop } = await publishedStarter();
    onTestFinished(drop);
    const { DATA_DIR } = settings;
    const publish = (action: string) =>
      startProduct({ DATA_DIR, SITE_URL: siteUrl }, { command: 'publish', args: [action] }).ended;
    const page = path.join(DATA_DIR, 'site/current/deseases/index.html');
    await rm(page);
    await writeFile(page, 'испорчено');
    const torn = await publish('verify');
    expect([torn.code, torn.stderr]).toEqual([1, expect.stringContaining('Отличаются файлов: 1.')]);
    const full = await publish('full');
    expect(full.stdout + full.stderr).toMatch(/Построено страниц: (\d+) из \1,/);
  },
);
