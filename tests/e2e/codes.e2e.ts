import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { test } from './visitor.ts';

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a coder sees both codes with the relation and the day, and a word that finds nothing is told so', async ({
    page,
  }) => {
    await page.goto('/codes/');
    await page.getByLabel('Болезнь или код').fill('E75.2');
    await page.getByRole('button', { name: 'Найти', exact: true }).click();
    await expect(page).toHaveURL(/\/codes\/\?q=E75\.2$/);
    const gaucher = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: 'Болезнь Гоше', exact: true }) });
    await expect(gaucher).toContainText('ORPHA 355');
    await expect(gaucher).toContainText(/E75\.2.*отношение не названо.*230800.*код уже/s);
    await expect(gaucher).toContainText(/\d+ [а-я]+ 20\d\d/);
    await page.getByLabel('Болезнь или код').fill('Z99.9');
    await page.getByRole('button', { name: 'Найти', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible();
  });
});

test('a code is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/codes/?q=гоше');
  await page.getByRole('button', { name: 'Скопировать ORPHA 355' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('ORPHA:355');
});

test('a page of a hospital embeds the form and is told the chosen code', async ({ browser, baseURL }) => {
  // Without the headers of visitors: a plain question to another site needs no permission.
  const page = await browser.newPage({ extraHTTPHeaders: {} });
  const portal = new URL(baseURL!).origin;
  // A server of its own: a page of another origin.
  const hospital = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8');
    answer.end(`<!doctype html><html lang="ru"><title>Больница</title>
      <form action="${portal}/codes/" data-orpha-codes><input name="q" aria-label="Болезнь или код"><button>Найти код</button></form>
      <script src="${portal}/codes.js"></script><output id="chosen"></output>
      <script>document.addEventListener('orpha-code', ({ detail }) => { chosen.value = detail.orpha + ' ' + detail.url })</script>`);
  });
  await once(hospital.listen(0, '127.0.0.1'), 'listening');
  await page.goto(`http://127.0.0.1:${(hospital.address() as AddressInfo).port}/`);
  await page.getByLabel('Болезнь или код').fill('гоше');
  await page.getByRole('button', { name: 'Найти код' }).click();
  await page.getByRole('button', { name: 'Болезнь Гоше, ORPHA:355' }).click();
  await expect(page.locator('#chosen')).toHaveText(/^355 https?:\/\/.+\/deseases\/\d+\/$/);
  // What the call refuses, the page of the portal says.
  await page.getByLabel('Болезнь или код').fill('я'.repeat(101));
  await page.getByRole('button', { name: 'Найти код' }).click();
  await expect(page).toHaveURL(/\/codes\/\?q=/);
  await expect(page.getByRole('heading', { name: 'не длиннее 100 знаков' })).toBeVisible();
  await page.close();
  hospital.close();
});
