import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTurn } from '#publisher/compiled.ts';
import { findFreePort, makeFolder, startProduct, type Product } from '../scripts/check/product.ts';

describe('npm run build and npm run preview', { timeout: 400_000 }, () => {
  let folder: string;
  let settings: Record<string, string>;
  let preview: Product;
  let site: string;

  beforeAll(async () => {
    folder = await makeFolder('build');
    settings = {
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(await findFreePort()),
      REGISTER_OUT_DIR: path.join(folder, 'dist'),
    };
    const { code, stdout, stderr } = await startProduct(settings, { command: 'build' }).ended;
    if (code !== 0) throw new Error(`npm run build ended with ${code}:\n${stdout}${stderr}`);
    preview = startProduct(settings, { command: 'preview' });
    site = (await preview.ready).slice(0, -1);
  }, 900_000);
  afterAll(async () => {
    await preview.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (address: string) => fetch(site + address, { redirect: 'manual' });

  test('the build of the embedded database is a folder of files', () => {
    for (const file of [
      'index.html',
      '404.html',
      'deseases/index.html',
      'cases/case/index.html',
      'sitemap-index.xml',
    ])
      expect([file, existsSync(path.join(folder, 'dist', file))]).toEqual([file, true]);
  });

  test.each([
    ['/', 'Регистр орфанных заболеваний'],
    ['/deseases/', 'Заболевания'],
    ['/cases/5/', 'Клинический случай'],
  ])('the preview serves %s', async (address, title) => {
    const response = await get(address);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<title>${title}`);
  });

  test("the preview has the API on its port, and the portal's redirects and 404 page", async () => {
    expect(await (await get('/api/page/home')).json()).toMatchObject({ status: 'success' });
    for (const [from, to] of [
      ['/deseases', '/deseases/'],
      ['/diseases/7/', '/deseases/7/'],
    ] as const) {
      const response = await get(from);
      expect([response.status, response.headers.get('location')]).toEqual([301, to]);
    }
    const missing = await get('/nowhere/');
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('Страница не найдена');
  });

  test('a preview without a build says what to do first', async () => {
    const { code, stderr } = await startProduct(
      { ...settings, REGISTER_OUT_DIR: path.join(folder, 'nothing') },
      { command: 'preview' },
    ).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('сначала npm run build');
  });

  test('plain astro build without an API ends with a sentence about npm run build', async () => {
    const root = path.join(import.meta.dirname, '..');
    const { REGISTER_API_URL: _, ...env } = process.env;
    let output = '';
    const code = await inTurn(async () => {
      const astro = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
        cwd: root,
        env: {
          ...env,
          REGISTER_MODE: '',
          REGISTER_OUT_DIR: path.join(folder, 'plain'),
          ASTRO_TELEMETRY_DISABLED: '1',
        },
      });
      for (const stream of [astro.stdout, astro.stderr])
        stream.on('data', (piece) => (output += String(piece)));
      const [ended] = (await once(astro, 'close')) as [number];
      return ended;
    });
    expect(code).toBe(1);
    expect(output.trim().split('\n').at(-1)).toContain('npm run build');
  });
});
