import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'vitest';
import { findFreePort } from '../../scripts/check/product.ts';
import { root } from '../../scripts/check/tool.ts';
import { expectKept } from './harness/promise.ts';

test('G-4 the commit starts from an empty folder with production packages only', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'register-lean-'));
  try {
    const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const began = performance.now();
    const { NODE_COMPILE_CACHE: _, ...own } = process.env;
    const child = spawn('npm', ['start'], {
      cwd: folder,
      env: {
        ...own,
        PATH: (own['PATH'] ?? '')
          .split(path.delimiter)
          .filter((one) => !one.includes('node_modules'))
          .join(path.delimiter),
        NODE_ENV: 'production',
        DATA_DIR: path.join(folder, '.data'),
        PORT: String(await findFreePort()),
        CATALOGUE: 'starter',
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const ended = once(child, 'exit');
    const url = await new Promise<string | undefined>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [, address] = /^ready (\S+)$/.exec(line) ?? [];
        if (address) resolve(address);
      });
      void ended.then(() => resolve(undefined));
    });
    const seconds = Math.round((performance.now() - began) / 1000);
    const home = url ? await fetch(url).then((answer) => answer.status) : 0;
    const health = url ? await fetch(new URL('/api/health', url)).then((answer) => answer.status) : 0;
    const tools = ['typescript', 'vitest', 'playwright', 'autocannon', 'secretlint'].filter((name) =>
      existsSync(path.join(folder, 'node_modules', name)),
    );
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
    const figure = `чистая установка в рабочем режиме: готов за ${seconds} с, главная ${home}, health ${health}, пакетов разработки ${tools.length}`;
    const goal = 'npm start в рабочем режиме из пустой папки без пакетов разработки и чужих сценариев';
    expectKept({ figure, goal }, home === 200 && health === 200 && tools.length === 0, tools);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
