import type { Browser, Page } from '@playwright/test';
import { AxeBuilder } from '@axe-core/playwright';
import { expectNothingWrong } from './axe.ts';
import { expect, newEditor, test, url } from './desk.ts';

test.describe.configure({ timeout: 120_000 });

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A reader of a browser of their own, of whom the portal knows nothing. */
async function reads(browser: Browser, addresses: readonly string[], userAgent = firefox): Promise<void> {
  const context = await browser.newContext({ baseURL: url, userAgent });
  const page = await context.newPage();
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await context.close();
}

async function firstEvent(page: Page): Promise<{ id: number; title: string }> {
  const answer = await page.request.get('/api/editors/records?kind=event&state=published');
  const { data } = (await answer.json()) as { data: { items: { id: number; title: string }[] } };
  return data.items.at(-1)!;
}

test('an anonymous visitor reads a page; an editor sees it counted in «Чтение», at the home of the desk and in the form, and goes on to both', async ({
  browser,
}) => {
  const { page: desk } = await newEditor(browser);
  await desk.goto('/profile/editors/');
  const { id, title } = await firstEvent(desk);
  const address = `/events/${id}/`;
  const countOf = async () => {
    const answer = await desk.request.get(`/api/editors/records/${id}/reads`);
    return ((await answer.json()) as { data: { count: number } }).data.count;
  };
  const before = await countOf();
  await reads(browser, [address], 'Mozilla/5.0 (compatible; ExampleBot/1.0)');
  await desk.goto(address);
  expect(await countOf()).toBe(before);
  // The second page of a visit brings the keeper of pages, which counts nothing twice.
  await reads(browser, ['/', address, address]);
  expect(await countOf()).toBe(before + 2);

  await desk.goto('/profile/editors/reading/?days=7');
  await expect(desk.getByRole('status').filter({ hasText: /просмотр/ })).toBeVisible();
  await expect(desk.getByText('По дням таблицей')).toBeVisible();
  await desk.getByLabel('Вид').selectOption('event');
  const row = desk.getByRole('row').filter({ has: desk.getByRole('link', { name: title, exact: true }) });
  await expect(row.getByRole('cell').first()).toHaveText(String(before + 2));
  await expect(row.getByRole('link', { name: title, exact: true })).toHaveAttribute('href', address);
  await expectNothingWrong(desk, new AxeBuilder({ page: desk }), 'by every rule of axe');
  await desk.getByRole('tab', { name: /Не\sчитает\sникто/ }).click();
  await expect(desk.getByRole('link', { name: title, exact: true })).toHaveCount(0);
  await desk.getByRole('tab', { name: 'Читают', exact: true }).click();
  await row.getByRole('link', { name: `Запись: ${title}` }).click();
  await expect(desk.getByRole('link', { name: `Читали за 30 дней: ${before + 2}` })).toBeVisible();

  await desk.goto('/profile/editors/');
  const most = desk.getByRole('listitem').filter({ hasText: /\d\sпросмотр/ });
  await expect(most.first().getByRole('link')).toHaveAttribute(
    'href',
    /\/profile\/editors\/record\/\?id=\d+/,
  );
  const csv = await desk.request.get('/api/editors/reads.csv?days=7');
  expect(csv.headers()['content-disposition']).toContain('reads.csv');
  expect(await csv.text()).toContain(`;${before + 2};`);
});

test('a screen of reading that gets no answer says why and asks again', async ({ browser }) => {
  const { page: desk } = await newEditor(browser);
  await desk.route('**/api/editors/reads?*', (route) => route.abort());
  await desk.goto('/profile/editors/reading/');
  const failure = desk.getByRole('alert').first();
  await expect(failure).toBeVisible();
  await desk.unroute('**/api/editors/reads?*');
  await failure.getByRole('button', { name: 'Повторить' }).click();
  await expect(desk.getByRole('heading', { name: 'Страницы', exact: true })).toBeVisible();
});
