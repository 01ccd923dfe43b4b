import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { chromium, expect as expectOn, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { browserFlags, findShell } from '../scripts/check/browser.ts';
import { findFreePort, makeFolder, startProduct, type Product } from '../scripts/check/product.ts';
import { startFileServer } from './sample/file-server.ts';
import { textOfPdf } from './sample/pdf.ts';

describe('files of the portal on a plain server', { timeout: 400_000 }, () => {
  let folder: string;
  let product: Product;
  let settings: Record<string, string>;
  let files: Server;
  let site: string;
  let browser: Browser;

  beforeAll(async () => {
    folder = await makeFolder('deploying');
    const [port, portal] = [await findFreePort(), await findFreePort()];
    site = `http://127.0.0.1:${port}`;
    settings = {
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(portal),
      SITE_URL: site,
      CAPTCHA: 'off',
      PUBLISH_URL: `file://${folder}/site`,
      OPERATOR_NAME: 'Фонд «Редкая забота»',
      OPERATOR_ADDRESS: 'Тверь, Тестовая улица, 1',
      OPERATOR_EMAIL: 'help@fond.example',
    };
    product = startProduct(settings);
    const address = await product.whole();
    const root = path.join(folder, 'site');
    // Pages are delivered last, including the home page.
    await vi.waitUntil(() => existsSync(path.join(root, 'index.html')), { timeout: 300_000 });
    const policy = (await fetch(address)).headers.get('content-security-policy') ?? '';
    files = await startFileServer({ root, port, portal, policy });
    const executablePath = findShell();
    browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
  }, 900_000);
  afterAll(async () => {
    await browser?.close();
    files?.closeAllConnections();
    files?.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (address: string) => fetch(site + address, { redirect: 'manual' });
  const open = async (address: string) => {
    const page = await browser.newPage({ baseURL: site });
    await page.goto(address);
    return page;
  };
  const h1 = (page: Page) => page.getByRole('heading', { level: 1 });
  test.each([
    '/',
    '/deseases/',
    '/drugs/',
    '/research/',
    '/clinics/',
    '/news/',
    '/cases/',
    '/profile/login/',
  ])('%s is a file', async (address) => {
    const response = await get(address);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  test.each([
    ['/deseases', '/deseases/'],
    ['/clinics?q=1', '/clinics/?q=1'],
    ['/diseases/7/', '/deseases/7/'],
  ])('%s redirects to %s', async (from, to) => {
    const response = await get(from);
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  });

  test('an address without a file is the page of the portal with 404', async () => {
    const response = await get('/nowhere/');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Страница не найдена');
  });

  test.each(['policy.pdf', 'assept.pdf'])('%s names the operator of the settings (G77)', async (file) => {
    const words = textOfPdf(Buffer.from(await (await get(`/upload/doc/${file}`)).arrayBuffer()));
    for (const name of ['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL'])
      expect(words).toContain(settings[name]);
  });

  describe('with the portal running', () => {
    test('a person signs in through the proxied API', async () => {
      const page = await open('/?login=1');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Электронная почта').fill('absent@example.ru');
      await dialog.getByLabel('Пароль', { exact: true }).fill('not the password');
      await dialog.getByRole('button', { name: 'Войти на сайт' }).click();
      await expectOn(dialog.getByText('Почта или пароль не подходят.').first()).toBeVisible();
      await page.close();
    });

    test('a list is filtered, and a case address opens the page of cases', async () => {
      const page = await open('/clinics/?q=казань');
      await expectOn(page.locator('[data-part=count]')).toContainText('из');
      await page.goto('/cases/5/');
      await expectOn(h1(page)).toContainText('Клинический случай');
      await page.goto('/compare/?kind=disease&q=помпе');
      await expectOn(page.locator('main')).toContainText('По запросу «помпе»');
      await page.close();
    });
  });

  describe('while the portal is down', () => {
    beforeAll(async () => {
      await product.stop();
    });

    test('lists link to records, and the search finds them', async () => {
      const page = await open('/deseases/');
      await page.locator('main .rows a').first().click();
      await page.waitForURL(/\/deseases\/\d+\/$/);
      await expectOn(h1(page)).toBeVisible();
      await page.goto('/search/?q=гоше');
      await expectOn(page.locator('main')).toContainText('Болезнь Гоше');
      await page.goto('/cases/5/');
      await expectOn(h1(page)).toContainText('Клинический случай');
      await page.close();
    });

    test('a filter says that it needs the server', async () => {
      const page = await open('/clinics/?q=казань');
      await expectOn(page.locator('[data-part=count]')).toContainText('Фильтр работает через сервер');
      await page.close();
    });

    test('a comparison says that it needs the server', async () => {
      const page = await open('/compare/?kind=disease&q=помпе');
      await expectOn(page.getByText('Сравнение составляет сервер, а он сейчас не отвечает.')).toBeVisible();
      await page.goto('/compare/');
      await expectOn(page.getByRole('button', { name: 'Найти' }).first()).toBeVisible();
      await expectOn(page.getByText('Сравнение составляет сервер')).toBeHidden();
      await page.close();
    });

    test('signing in says that the portal is unreachable', async () => {
      const page = await open('/?login=1');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Электронная почта').fill('doctor@example.ru');
      await dialog.getByLabel('Пароль', { exact: true }).fill('not the password');
      await dialog.getByRole('button', { name: 'Войти на сайт' }).click();
      await expectOn(dialog.getByText('Портал сейчас недоступен').first()).toBeVisible();
      await page.close();
    });
  });

  test('documents name a new operator after the next start (G77)', async () => {
    await product.stop();
    product = startProduct({ ...settings, OPERATOR_NAME: 'Общество «Другое»', PUBLISH_URL: '' });
    const address = await product.ready;
    const policy = await (await fetch(`${address}upload/doc/policy.pdf`)).arrayBuffer();
    const words = textOfPdf(Buffer.from(policy));
    expect(words).toContain('Общество «Другое»');
    expect(words).not.toContain('Фонд «Редкая забота»');
  });
});
