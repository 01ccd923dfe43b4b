import { expect, test, type Page } from '@playwright/test';
import { beginSession, makePerson } from './people.ts';
import { waitUntilCached } from './cached.ts';

const bar = (page: Page) => page.locator('.offline');

/** From the second page of a visit on, pages are kept. */
async function readTwoPages(page: Page): Promise<void> {
  await page.goto('/');
  await page.goto('/drugs/');
  // The page that was open when the service worker came is kept, too.
  await waitUntilCached(page, '/drugs/');
}

test('a passer-by who opens one page gets no service worker', async ({ page }) => {
  await page.goto('/drugs/');
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test(
  'a slim bar says that there is no network, and goes with its return (B168)',
  { tag: '@both' },
  async ({ page, context }) => {
    await page.goto('/drugs/');
    await expect(bar(page)).toBeEmpty();
    await context.setOffline(true);
    await expect(bar(page)).toHaveText('Нет соединения');
    await context.setOffline(false);
    await expect(bar(page)).toBeEmpty();
  },
);

test(
  'a page that was read opens without a network and says when it was saved',
  { tag: '@smoke' },
  async ({ page, context }) => {
    await readTwoPages(page);
    await page.goto('/news/');
    await context.setOffline(true);
    await page.goto('/drugs/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Терапия');
    await expect(page.locator('body')).toHaveCSS('display', 'flex');
    await expect(bar(page)).toHaveText(/^Нет\sсоединения\.\sПоказана\sсохранённая\sверсия\sот\s\d\d:\d\d\.$/);
    await page.goto('/clinics/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет соединения');
    await context.setOffline(false);
    // A page whose script was lost loads itself again now that there is a network.
    await expect(() => page.goto('/drugs/')).toPass();
    await expect(bar(page)).toBeEmpty();
  },
);

test('a search that cannot load says so, and opens after the page is loaded again', async ({
  page,
  context,
}) => {
  await page.goto('/drugs/');
  await context.setOffline(true);
  await page.keyboard.press('/');
  const search = page.getByRole('dialog', { name: 'Поиск по каталогу' });
  await expect(search.getByText(/Поиск не загрузился: нет соединения/).first()).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await page.keyboard.press('/');
  await expect(search.getByText('Начните вводить название')).toBeVisible();
});

test('nothing personal is ever kept', async ({ page }) => {
  await readTwoPages(page);
  for (const address of ['/cases/', '/profile/', '/search/?q=гоше', '/research/?status=recruiting'])
    await page.goto(address);
  await page.evaluate(() => fetch('/api/user'));
  const kept = await keptIn(page);
  expect(kept).toContain('/drugs/');
  expect(kept.filter((path) => /^\/(api|cases|profile|search)|\?/.test(path))).toEqual([]);
});

/** Everything that this browser keeps, by its path. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
  });

test(
  'a page is saved for reading without a network, stands in the list with its size, and is taken away',
  { tag: '@both' },
  async ({ page, context }) => {
    await page.goto('/deseases/');
    const link = page.locator('.rows a').first();
    const title = (await link.textContent()) ?? '';
    const address = (await link.getAttribute('href')) ?? '';
    await page.goto(address);
    await page.getByRole('button', { name: 'Сохранить для чтения без сети' }).click();
    await expect(page.locator('.kept')).toContainText('Сохранено');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto('/drugs/');
    await context.setOffline(true);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(bar(page)).toContainText('Показана сохранённая версия от');
    await page.goto('/saved/');
    const line = page.locator('[data-island="page/saved"] li');
    await expect(line).toHaveCount(1);
    await expect(line).toContainText(/Сохранённая\sверсия\sот\s.*\s·\s[\d,]+\sкб\./);
    await page.getByRole('button', { name: `Убрать «${title}»` }).click();
    await expect(page.getByText('Сохранённых страниц нет.')).toBeFocused();
    await context.setOffline(false);
    await page.goto('/saved/');
    await expect(page.getByText('Сохранённых страниц нет.')).toBeVisible();
  },
);

test('what a signed-in doctor saves and reads leaves nothing of the account or of cases behind (B266)', async ({
  page,
  context,
  baseURL,
}) => {
  const doctor = await makePerson('doctor');
  await beginSession(context, doctor, baseURL!);
  await readTwoPages(page);
  await page.goto('/deseases/');
  await page.locator('.rows a').first().click();
  await page.getByRole('button', { name: 'Сохранить для чтения без сети' }).click();
  await expect(page.locator('.kept')).toContainText('Сохранено');
  for (const address of ['/cases/', '/profile/', '/profile/subscribes/']) {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
  }
  const kept = await keptIn(page);
  expect(kept.filter((path) => path === '/saved/')).not.toEqual([]);
  expect(kept.filter((path) => /^\/(api|cases|profile|search)/.test(path))).toEqual([]);
  const bodies = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        texts.push(answer ? await answer.text() : '');
      }
    }
    return texts.join('');
  });
  expect(bodies).toContain('data-do="save"');
  for (const canary of [doctor.email, 'Проверочная', 'Клиника для примера'])
    expect(bodies).not.toContain(canary);
});
