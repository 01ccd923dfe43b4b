import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findDescendants,
  findFreePort,
  makeFolder,
  startProduct,
  type Product,
} from '../../scripts/check/product.ts';
import { waitUntil } from '../sample/wait-until.ts';

const root = join(import.meta.dirname, '../..');
const coldStart = 120_000;
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

/** What an operator reads when nothing starts: a single line, no stack, and an exit code that scripts notice. */
async function expectOneSentence(product: Product, mention: RegExp): Promise<void> {
  const { code, stderr } = await product.ended;
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(mention);
  expect(stderr).not.toMatch(/\n\s+at |node:internal|Error:/);
  expect(code).not.toBe(0);
}

/** Of one portal, which is made once and starts again and again. */
let folder: string;
let port: number;
beforeAll(async () => {
  folder = await makeFolder('start');
  port = await findFreePort();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('npm start', () => {
  let running: Product;

  beforeAll(async () => {
    running = startProduct({ DATA_DIR: folder, PORT: String(port) });
    await running.ready;
  }, coldStart);

  afterAll(() => running.stop());

  test('prints what it does and ends with the address on the line ready', async () => {
    expect(await running.ready).toBe(`http://127.0.0.1:${port}/`);
  });

  test('before that it says where the link of the first administrator lies, which no log holds', async () => {
    const place = join(folder, 'first-administrator.txt');
    expect(running.output().indexOf(place)).toBeGreaterThan(-1);
    expect(running.output().indexOf(place)).toBeLessThan(running.output().indexOf('ready http'));
    expect(running.output()).not.toContain('code=');
    expect((await stat(place)).mode & 0o777).toBe(0o600);
    const link = (await readFile(place, 'utf8')).trim();
    expect(link.startsWith(`http://127.0.0.1:${port}/profile/restore/?code=`)).toBe(true);
    expect((await fetch(link)).status).toBe(200);
  });

  test('B133 serves the site and the API on one port', async () => {
    const [home, health] = await Promise.all(
      ['/', '/api/health'].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
    );
    expect(home?.headers.get('content-type')).toContain('text/html');
    expect(await home?.text()).toContain('<html lang="ru"');
    expect(await health?.json()).toMatchObject({ status: 'success', data: { state: 'ready' } });
  });

  test('a second server on the same DATA_DIR refuses to start and names the pid of the first', async () => {
    const second = startProduct({ DATA_DIR: folder, PORT: String(await findFreePort()) });
    const pids = [running.pid, ...findDescendants(running.pid)].join('|');
    await expectOneSentence(second, new RegExp(`\\b(${pids})\\b`));
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  test('a port that is taken is named, and the one who holds it serves on', async () => {
    const other = await makeFolder('port');
    await expectOneSentence(
      startProduct({ DATA_DIR: join(other, 'data'), PORT: String(port) }),
      new RegExp(`${port}`),
    );
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
    await rm(other, { recursive: true });
  });

  test('Ctrl+C stops it cleanly: exit code, port and children', async () => {
    const family = [running.pid, ...findDescendants(running.pid)];
    const { code, stderr } = await running.stop('SIGINT');
    expect([0, 130]).toContain(code);
    expect(stderr).toBe('');
    expect(family.filter(isAlive)).toEqual([]);
    const listener = createServer().listen(port, '127.0.0.1');
    await once(listener, 'listening');
    await new Promise((resolve) => listener.close(resolve));
  });

  test('a second start builds nothing again and shows the same site', { timeout: coldStart }, async () => {
    running = startProduct({ DATA_DIR: folder, PORT: String(port) });
    const address = await running.ready;
    expect(running.output()).not.toContain('Построение страниц');
    expect((await fetch(address)).status).toBe(200);
  });

  test('a signal to npm itself reaches the product', { timeout: coldStart }, async () => {
    await running.stop();
    const env = { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn' };
    const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const closed = once(npm, 'close');
    const lines = createInterface({ input: npm.stdout });
    const ready = new Promise<string>((resolve) => {
      lines.on('line', (line) => line.startsWith('ready ') && resolve(line));
    });
    expect(await Promise.race([ready, closed])).toMatch(/^ready http/);
    const family = findDescendants(npm.pid ?? 0);
    npm.kill('SIGINT');
    await closed;
    expect(family.length).toBeGreaterThan(1);
    await expect.poll(() => family.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  });
});

describe('npm start of a release that cannot be built', () => {
  test(
    'B269 readers keep the site they had, and /api/health names the page and its reason',
    { timeout: 2 * coldStart },
    async () => {
      const settings = { DATA_DIR: folder, PORT: String(port) };
      const first = startProduct(settings);
      const address = await first.whole();
      const { data } = (await (await fetch(new URL('/api/diseases?page_size=1', address))).json()) as {
        data: { items: { id: number }[] };
      };
      await first.stop();
      // The new release (another public address) has a page that cannot be rendered and never was.
      const { id } = data.items[0]!;
      const copy = new DatabaseSync(join(folder, 'site/snapshot.sqlite'));
      copy.prepare(`update record set body = json_set(body, '$.signs', 'нет') where id = ?`).run(id);
      copy.close();
      await rm(join(folder, `site/current/deseases/${id}`), { recursive: true });

      const second = startProduct({ ...settings, SITE_URL: 'https://register.example' });
      const seen = new Set<string>();
      const isReady = second.ready.then(() => true);
      // Until then there is no server; from its first answer on there is no gap.
      await waitUntil('the second start is ready', async () => {
        const status = await fetch(address).then(
          (response) => String(response.status),
          () => (seen.has('200') ? 'no answer' : 'not yet'),
        );
        seen.add(status);
        return Promise.race([isReady, pause(250, false)]);
      });
      seen.delete('not yet');
      expect([...seen]).toEqual(['200']);
      expect((await fetch(address)).status).toBe(200);
      const health = (await (await fetch(new URL('/api/health', address))).json()) as {
        data: { state: string; problem: string };
      };
      expect(health.data.state).toBe('degraded');
      expect(health.data.problem).toContain(`/deseases/${id}/`);
      expect(second.output()).toContain('читатели видят прежний');
      // The code is the same: only its address was written into it.
      expect(second.output()).not.toContain('Сборка кода');
      await second.stop();
    },
  );
});

describe('npm start that cannot', () => {
  // Each setting and its sentence: src/server/settings.test.ts.
  test('names a setting that is wrong and writes nothing', async () => {
    const folder = await makeFolder('setting');
    await expectOneSentence(startProduct({ DATA_DIR: join(folder, 'data'), PORT: 'abc' }), /PORT/);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  test('names DATA_DIR when it cannot be written', async () => {
    const folder = await makeFolder('unwritable');
    const file = join(folder, 'file');
    await writeFile(file, 'not a folder');
    const port = String(await findFreePort());
    await expectOneSentence(startProduct({ DATA_DIR: file, PORT: port }), /DATA_DIR/);
    await expectOneSentence(startProduct({ DATA_DIR: join(file, 'below'), PORT: port }), /DATA_DIR/);
    await rm(folder, { recursive: true });
  });

  test('names DATABASE_URL when no database answers there', async () => {
    const folder = await makeFolder('database');
    const port = await findFreePort();
    const DATABASE_URL = `postgres://nobody@127.0.0.1:${port}/nothing`;
    await expectOneSentence(
      startProduct({ DATA_DIR: folder, PORT: String(await findFreePort()), DATABASE_URL }),
      /DATABASE_URL/,
    );
    await rm(folder, { recursive: true });
  });
});
