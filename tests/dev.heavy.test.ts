import { rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserFlags, findShell } from '../scripts/check/browser.ts';
import { findFreePort, makeFolder, startProduct, type Product } from '../scripts/check/product.ts';

describe('npm run dev', { timeout: 400_000 }, () => {
  let folder: string;
  let product: Product;
  let site: string;
  beforeAll(async () => {
    folder = await makeFolder('dev');
    const settings = { DATA_DIR: folder, PORT: String(await findFreePort()), CAPTCHA: 'off' };
    product = startProduct(settings, { command: 'dev' });
    site = (await product.ready).slice(0, -1);
  }, 400_000);
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (address: string) => fetch(site + address, { redirect: 'manual' });

  test.each([
    ['/', 'Регистр орфанных заболеваний'],
    ['/deseases/', 'Заболевания'],
    ['/cases/5/', 'Клинический случай'],
  ])('%s is a page', async (address, title) => {
    const response = await get(address);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<title>${title}`);
  });

  test.each(['/api/health', '/api/page/home'])(
    '%s is a call of the API on the same port',
    async (address) => {
      const response = await get(address);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ status: 'success' });
    },
  );

  test.each([
    ['/deseases', '/deseases/'],
    ['/deseases?letter=б', '/deseases/?letter=%D0%B1'],
    ['/diseases/', '/deseases/'],
    ['/diseases/7', '/deseases/7/'],
    ['/cases/5', '/cases/5/'],
    ['/news/index.html', '/news/'],
  ])('%s redirects to %s, as on the portal (G2, G56)', async (from, to) => {
    const response = await get(from);
    expect([response.status, response.headers.get('location')]).toEqual([301, to]);
  });

  test('an address without a page answers 404', async () => {
    expect((await get('/nowhere/')).status).toBe(404);
    expect((await get('/api/nowhere')).status).toBe(404);
  });

  describe('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      const executablePath = findShell();
      browser = await chromium.launch({ args: browserFlags, ...(executablePath ? { executablePath } : {}) });
    });
    afterAll(() => browser.close());

    test('an island calls the API, and a change of its source reloads it in place', async () => {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      // The first visit may reload the page: Vite prebundles packages on demand.
      page.setDefaultTimeout(300_000);
      await page.goto(`${site}/profile/restore/`);
      const email = page.getByLabel('Электронная почта');
      await email.waitFor();
      await page.getByRole('button', { name: 'Восстановить пароль' }).waitFor();
      await page.waitForLoadState('networkidle');
      await email.fill('doctor@example.ru');
      const updated = page.waitForEvent('console', (message) => message.text().includes('hot updated'));
      const source = path.join(import.meta.dirname, '../src/app/account/RestoreForm.tsx');
      // Again and again: on a busy machine Vite watches later than it answers.
      const touching = setInterval(() => void utimes(source, new Date(), new Date()), 1000);
      try {
        expect((await updated).text()).toContain('RestoreForm.tsx');
      } finally {
        clearInterval(touching);
      }
      expect(await email.inputValue()).toBe('doctor@example.ru');
      const [answer] = await Promise.all([
        page.waitForResponse((response) => response.url().includes('/api/auth/restore/send')),
        page.getByRole('button', { name: 'Восстановить пароль' }).click(),
      ]);
      expect(answer.status()).toBe(200);
      expect(errors).toEqual([]);
    });
  });
});
