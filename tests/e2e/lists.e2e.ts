import { expect, test, type Page } from '@playwright/test';
import { findBrokenWords } from '../../scripts/check/words.ts';

const count = (page: Page) => page.getByRole('main').getByRole('status');
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const studies = (page: Page) => page.locator('.studies > li');

/** On a phone the filters are folded. */
async function unfold(page: Page): Promise<void> {
  const summary = page.locator('.filter > details > summary');
  if (await summary.isVisible()) await summary.click();
}

test('a study list is narrowed in place: address, count, chips, going back', async ({ page }) => {
  await page.goto('/research/');
  const whole = await count(page).textContent();
  await unfold(page);
  await box(page, 'Фаза III').check();
  await expect(page).toHaveURL('/research/?phase=3');
  await expect(count(page)).toContainText('из');
  const third = await count(page).textContent();
  await box(page, 'Москва').check();
  await expect(page).toHaveURL('/research/?phase=3&sites.subject=77');
  await expect(page.getByRole('link', { name: 'Снять фильтр «Москва»' })).toBeVisible();
  await expect(page).toHaveTitle(/^Исследования: Фаза III, Москва — /);
  for (const card of await studies(page).all()) await expect(card).toContainText('Фаза III');

  await page.getByRole('link', { name: 'Снять фильтр «Москва»' }).click();
  await expect(page).toHaveURL('/research/?phase=3');
  await expect(count(page)).toHaveText(third!);
  await expect(count(page)).toBeFocused();
  await expect(box(page, 'Москва')).not.toBeChecked();
  await page.goBack();
  await expect(box(page, 'Москва')).toBeChecked();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/research/');
  await expect(count(page)).toHaveText(whole!);
});

test('the numbers beside the values are those of the lists they give', async ({ page }) => {
  await page.goto('/research/?sites.subject=77');
  await unfold(page);
  const label = page.locator('.filter label', { hasText: 'Фаза III' }).first();
  const said = await label.locator('small').textContent();
  await label.getByRole('checkbox').check();
  await expect(count(page)).toContainText(`${said}\u00a0исследовани`);
});

test('an empty list says which filter to take off and what that gives', async ({ page }) => {
  await page.goto('/research/?sites.subject=70&phase=4');
  await expect(page.getByText('Ничего не нашлось. Попробуйте убрать фильтр.')).toBeVisible();
  await page.getByRole('link', { name: 'Снять фильтр «Фаза IV»' }).last().click();
  await expect(page).toHaveURL('/research/?sites.subject=70');
  await expect(studies(page).first()).toBeVisible();
});

test('a list follows what is typed, and letters are one step back', async ({ page }) => {
  await page.goto('/deseases/');
  const whole = await count(page).textContent();
  const field = page.getByRole('searchbox', { name: 'Название, код или ген' });
  await field.pressSequentially('гоше', { delay: 20 });
  await expect(page).toHaveURL(`/deseases/?q=${encodeURIComponent('гоше')}`);
  await expect(page.getByRole('link', { name: 'Снять фильтр «гоше»' })).toBeVisible();
  await expect(page.locator('.rows > li').first()).toContainText('Болезнь Гоше');
  await expect(field).toBeFocused();
  await page.reload();
  await expect(field).toHaveValue('гоше');
  await expect(page.locator('.rows > li').first()).toContainText('Болезнь Гоше');
  await page.goBack();
  await expect(page).toHaveURL('/deseases/');
  await expect(count(page)).toHaveText(whole!);
  await expect(field).toHaveValue('');
  await page.goto('/clinics/?q=томск');
  await expect(page.getByRole('searchbox', { name: 'Название, субъект или город' })).toHaveValue('томск');
  await expect(page.locator('.rows > li').first()).toContainText('Томск');
});

test('words that nothing is called by lead to the search of the whole portal', async ({ page }) => {
  await page.goto('/drugs/?q=ъъъъъъ');
  await expect(page.getByText('Ничего не нашлось. Попробуйте убрать фильтр.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Искать «ъъъъъъ» по всему порталу' })).toHaveAttribute(
    'href',
    `/search/?q=${encodeURIComponent('ъъъъъъ')}`,
  );
});

test('letters stand above long lists only', async ({ page }) => {
  const letters = page.getByRole('navigation', { name: 'По алфавиту' });
  await page.goto('/deseases/');
  await expect(letters).toBeVisible();
  await page.goto('/diagnostics/');
  await expect(letters).toHaveCount(0);
});

test('studies are shown as cards and as a table, on an axis of time where they have days', async ({
  page,
  request,
}) => {
  await page.goto('/research/');
  const view = (name: string) => page.getByRole('radio', { name });
  await view('Таблица').check();
  await expect(page).toHaveURL('/research/?view=table');
  await expect(page.locator('.list-table tbody tr').first()).toBeVisible();
  const answer = await request.get('/api/researches?page_size=100');
  const { data } = (await answer.json()) as { data: { items: { started_at?: string }[] } };
  const hasDays = data.items.some(({ started_at: day }) => day !== undefined);
  await expect(view('Сроки')).toHaveCount(hasDays ? 1 : 0);
});

test('a list tells what went wrong, keeps what it shows, and tries again', async ({ page }) => {
  await page.goto('/research/');
  await page.route('**/api/researches/drawn**', (route) => route.abort());
  await unfold(page);
  await box(page, 'Фаза III').check();
  await expect(count(page)).toContainText(
    'Фильтр работает через сервер, а он сейчас не отвечает. Показан весь список.',
  );
  await expect(studies(page).first()).toBeVisible();
  await page.unroute('**/api/researches/drawn**');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(count(page)).toContainText('из');
  await expect(count(page)).toBeFocused();
});

test('clinics: a tile of the map narrows the list, a filter of the list shades the map', async ({
  page,
  isMobile,
}) => {
  await page.goto('/clinics/');
  await unfold(page);
  const tile = page.locator('.tilemap a[data-value="77"]');
  if (isMobile)
    await page
      .getByRole('group', { name: 'Субъект Федерации' })
      .getByRole('checkbox', { name: /^Москва/ })
      .check();
  else {
    // Before the filters have come a tile is a link to the list of its subject.
    await expect(tile).toHaveAttribute('href', '/clinics/subject/77/');
    await tile.hover();
    await page.locator('[data-list][data-started]').waitFor();
    await tile.click();
  }
  await expect(page).toHaveURL(/\/clinics\/\?subject=/);
  await expect(page.locator('.rows > li').first()).toContainText('Москва');
  await expect(page.locator('.tilemap a[aria-current]')).toHaveCount(1);
});

test('every narrowed list can be carried away, and followed', async ({ page, request }) => {
  await page.goto('/research/?phase=3');
  const exports = page.locator('.list-exports');
  for (const [name, type] of [
    ['CSV', 'text/csv'],
    ['JSON', 'application/json'],
    ['RSS', 'application/rss+xml'],
  ] as const) {
    const address = await exports.getByRole('link', { name, exact: true }).getAttribute('href');
    expect(address).toContain('phase=3');
    const answer = await request.get(address!);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toContain(type);
  }
  await expect(exports.getByRole('button', { name: 'Следить за запросом' })).toHaveAttribute(
    'data-follow-id',
    '/research/?phase=3',
  );
  const calendar = await request.get('/api/events/calendar.ics?format=online');
  expect(calendar.headers()['content-type']).toContain('text/calendar');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form narrows the list by the server, and says the same', async ({ page }) => {
    await page.goto('/research/');
    await unfold(page);
    await box(page, 'Фаза III').check();
    await box(page, 'Москва').check();
    await page.getByRole('radio', { name: 'Таблица' }).check();
    await page.getByRole('button', { name: 'Показать' }).click();
    await expect(page).toHaveURL(/phase=3&sites.subject=77/);
    await expect(page.locator('.list-table tbody tr').first()).toContainText('Фаза III');
    await unfold(page);
    await expect(box(page, 'Фаза III')).toBeChecked();
    await page.getByRole('link', { name: 'Снять фильтр «Фаза III»' }).click();
    await expect(page).toHaveURL('/research/?sites.subject=77&view=table');
  });

  test('plain and single-value lists are files', async ({ page }) => {
    await page.goto('/research/phase/3/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Исследования: Фаза III');
    await expect(studies(page).first()).toContainText('Фаза III');
  });
});

test('a page from a host of files fills itself in', async ({ page }) => {
  await page.route('**/research/?*', async (route) => {
    const plain = await route.fetch({ url: route.request().url().split('?')[0]! });
    await route.fulfill({ response: plain });
  });
  await page.goto('/research/?phase=3');
  await expect(count(page)).toContainText('из');
  await expect(page.getByRole('link', { name: 'Снять фильтр «Фаза III»' })).toBeVisible();
});

test('diseases are narrowed by what is linked to them, with and without other filters', async ({ page }) => {
  await page.goto('/deseases/');
  await unfold(page);
  const open = page.getByRole('checkbox', { name: /Есть препарат, зарегистрированный в России/ });
  const said = await page.locator('.filter label', { has: open }).locator('small').textContent();
  await open.check();
  await expect(page).toHaveURL('/deseases/?drugs=registered');
  await expect(count(page)).toContainText(`${said}\u00a0заболеван`);
  await page.getByRole('link', { name: 'Снять фильтр «Есть препарат, зарегистрированный в России»' }).click();
  await expect(page).toHaveURL('/deseases/');
  await page.goBack();
  await expect(open).toBeChecked();
  await expect(count(page)).toContainText(`${said}\u00a0заболеван`);
});

test('who goes back before a slow answer has come sees the list of the address', async ({ page }) => {
  await page.goto('/deseases/');
  await unfold(page);
  const open = page.getByRole('checkbox', { name: /Есть препарат, зарегистрированный в России/ });
  const said = await page.locator('.filter label', { has: open }).locator('small').textContent();
  await open.check();
  await expect(count(page)).toContainText(`${said}\u00a0заболеван`);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/api/diseases/drawn?*', async (route) => {
    if (!route.request().url().includes('drugs=')) await held;
    await route.continue().catch(() => {});
  });
  await page.getByRole('link', { name: 'Снять фильтр «Есть препарат, зарегистрированный в России»' }).click();
  await expect(page).toHaveURL('/deseases/');
  await page.goBack();
  letGo();
  await expect(open).toBeChecked();
  await expect(count(page)).toContainText(`${said}\u00a0заболеван`);
  await expect(
    page.getByRole('link', {
      name: 'Снять фильтр «Есть препарат, зарегистрированный в России»',
    }),
  ).toBeVisible();
});

test('addresses that no form gives are answered in words', async ({ page }) => {
  await page.goto('/deseases/?page=99');
  await expect(page.getByText('Страницы 99 в этом списке нет')).toBeVisible();
  await page.getByRole('link', { name: 'К последней' }).click();
  await expect(page.locator('.rows > li').first()).toBeVisible();
  await page.goto('/deseases/?areas=nonsense');
  await page.getByRole('link', { name: 'Снять фильтр «nonsense»' }).last().click();
  await expect(page).toHaveURL('/deseases/');
  await page.goto('/deseases/?letter=zzz');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('такой буквы в указателе нет');
  await page.goto('/deseases/page/99/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница не найдена');
});

test('tests stand in a table with method, material and who pays', async ({ page }) => {
  await page.goto('/diagnostics/');
  await page.getByRole('radio', { name: 'Таблица' }).check();
  await expect(page).toHaveURL('/diagnostics/?view=table');
  const test = page.locator('.list-table tr', { hasText: 'Активность биотинидазы' });
  await expect(test).toContainText('Сухое пятно крови');
  await expect(test).toContainText('бесплатно');
});

test.describe('tables', () => {
  test.skip(({ isMobile }) => isMobile, 'on a phone a row is a card');
  test.setTimeout(300_000);

  for (const address of [
    '/deseases/?view=table',
    '/drugs/',
    '/research/?view=table',
    '/clinics/?view=table',
    '/guidelines/',
    '/access/',
  ])
    test(`${address} breaks words by hyphens alone and sticks out nowhere`, async ({ page }) => {
      await page.goto(address);
      await expect(page.locator('.list-table')).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      for (const width of [808, 809, 1024, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await findBrokenWords(page), String(width)).toEqual([]);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(wide, String(width)).toBe(0);
      }
    });
});

test('who copies a title gets its letters alone', async ({ page, context, isMobile }) => {
  test.skip(isMobile, 'a mouse selects');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/deseases/?view=table');
  const title = page.locator('.list-table th a', { hasText: 'Гиперфенилаланинемия' }).first();
  await title.evaluate((element) => getSelection()?.selectAllChildren(element));
  await page.keyboard.press('Control+c');
  const shown = (await title.textContent()) ?? '';
  expect(shown).toContain('\u00ad');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    shown.replaceAll('\u00ad', '').trim(),
  );
});

test('institutions stand by their distance from a city, which the address keeps', async ({ page }) => {
  await page.goto('/clinics/');
  const city = page.getByLabel('Ближайшие к городу');
  await city.fill('томск');
  await city.press('Enter');
  await expect(page.getByText('Сначала ближайшие к городу Томск (Томская область)')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('near')).toBe('томск');
  const rows = page.locator('.list-records .rows > li');
  await expect(rows.first()).toContainText('в этом городе');
  await expect(rows.nth(1)).toContainText(/около [\d\s]+км/);
  await page.reload();
  await expect(rows.first()).toContainText('в этом городе');
  await expect(city).toHaveValue('томск');
  await page.getByRole('link', { name: 'По алфавиту' }).click();
  await expect(page).toHaveURL('/clinics/');
  await expect(city).toHaveValue('');
});

test('a city that nobody knows, and two of one name, are told of without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/clinics/?near=Тмутаракань');
  await expect(page.getByText('Города «Тмутаракань» в нашем справочнике нет')).toBeVisible();
  await page.goto('/clinics/?near=Благовещенск&view=table');
  await expect(page.getByText('Сначала ближайшие к городу Благовещенск (Амурская область)')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('в этом городе');
  await page.getByRole('link', { name: /^Другой город: Благовещенск/ }).click();
  await expect(
    page.getByText('Сначала ближайшие к городу Благовещенск (Республика Башкортостан)'),
  ).toBeVisible();
  await context.close();
});

test('events to come stand by months, each with its days marked and a way to its page', async ({
  page,
  request,
}) => {
  const answer = await request.get('/api/events?page_size=100');
  const { data } = (await answer.json()) as { data: { items: { title: string; starts_at: string }[] } };
  const today = new Date().toISOString().slice(0, 10);
  const next = data.items
    .filter(({ starts_at: start }) => start > `${today}T99`)
    .toSorted((one, other) => (one.starts_at < other.starts_at ? -1 : 1))[0]!;
  await page.goto('/events/');
  await page.getByText('По месяцам', { exact: true }).click();
  const months = page.locator('.months section');
  await expect(months.first().getByRole('table')).toBeVisible();
  await expect(months.first().getByRole('table')).toContainText(next.starts_at.slice(0, 4));
  await expect(months.first().locator('.month-marked').first()).toContainText(
    String(Number(next.starts_at.slice(8, 10))),
  );
  await months.first().getByRole('link', { name: next.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(next.title);
});
