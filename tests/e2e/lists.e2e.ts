import { expect, test, type Page } from '@playwright/test';
import { portalDay } from '#domain/dates.ts';
import { findBrokenWords } from '../../scripts/check/words.ts';
import { listed, records } from './records.ts';

const count = (page: Page) => page.getByRole('main').getByRole('status');
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const firstRow = (page: Page) => listed(page).getByRole('row').nth(1);

test(
  'a study list is narrowed in place: address, count, chips, going back',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/research/');
    const whole = await count(page).textContent();
    await box(page, 'Фаза III').check();
    await expect(page).toHaveURL('/research/?phase=3');
    await expect(count(page)).toContainText('из');
    const third = await count(page).textContent();
    await box(page, 'Москва').check();
    await expect(page).toHaveURL('/research/?phase=3&sites.subject=77');
    await expect(page.getByRole('link', { name: 'Снять фильтр «Москва»' })).toBeVisible();
    await expect(page).toHaveTitle(/^Исследования:\sФаза\sIII,\sМосква\s—\s/);
    for (const card of await records(page).all()) await expect(card).toContainText('Фаза III');

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
  },
);

test('a list follows what is typed, and letters are one step back', { tag: '@both' }, async ({ page }) => {
  await page.goto('/deseases/');
  const whole = await count(page).textContent();
  const field = page.getByRole('searchbox', { name: 'Название, код или ген' });
  await field.pressSequentially('гоше', { delay: 20 });
  await expect(page).toHaveURL(`/deseases/?q=${encodeURIComponent('гоше')}`);
  await expect(page.getByRole('link', { name: 'Снять фильтр «гоше»' })).toBeVisible();
  await expect(records(page).first()).toContainText('Болезнь Гоше');
  await expect(field).toBeFocused();
  await page.reload();
  await expect(field).toHaveValue('гоше');
  await expect(records(page).first()).toContainText('Болезнь Гоше');
  await page.goBack();
  await expect(page).toHaveURL('/deseases/');
  await expect(count(page)).toHaveText(whole!);
  await expect(field).toHaveValue('');
  await page.goto('/clinics/?q=томск');
  await expect(page.getByRole('searchbox', { name: 'Название, субъект или город' })).toHaveValue('томск');
  await expect(records(page).first()).toContainText('Томск');
});

test('studies are shown as cards and as a table, on an axis of time where they have days', async ({
  page,
  request,
}) => {
  await page.goto('/research/');
  const view = (name: string) => page.getByRole('radio', { name });
  await view('Таблица').check();
  await expect(page).toHaveURL('/research/?view=table');
  await expect(firstRow(page)).toBeVisible();
  const answer = await request.get('/api/researches?page_size=100');
  const { data } = (await answer.json()) as { data: { items: { started_at?: string }[] } };
  const hasDays = data.items.some(({ started_at: day }) => day !== undefined);
  await expect(view('Сроки')).toHaveCount(hasDays ? 1 : 0);
});

test('a list tells what went wrong, keeps what it shows, and tries again', async ({ page }) => {
  await page.goto('/research/');
  await page.route('**/api/researches/drawn**', (route) => route.abort());
  await box(page, 'Фаза III').check();
  await expect(count(page)).toContainText(
    'Фильтр работает через сервер, а он сейчас не отвечает. Показан весь список.',
  );
  await expect(records(page).first()).toBeVisible();
  await page.unroute('**/api/researches/drawn**');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(count(page)).toContainText('из');
  await expect(count(page)).toBeFocused();
});

test('clinics: a tile of the map narrows the list, a filter of the list shades the map', async ({ page }) => {
  await page.goto('/clinics/');
  const tile = page.getByRole('link', { name: /^МСК: Москва,/ });
  // Before the filters have come a tile is a link to the list of its subject.
  await expect(tile).toHaveAttribute('href', '/clinics/subject/77/');
  await tile.hover();
  await page.locator('[data-list][data-started]').waitFor();
  await tile.click();
  await expect(page).toHaveURL(/\/clinics\/\?subject=/);
  await expect(records(page).first()).toContainText('Москва');
  await expect(
    page.getByRole('list', { name: 'Карта субъектов Федерации' }).locator('[aria-current]'),
  ).toHaveCount(1);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a form narrows the list by the server, and says the same', { tag: '@smoke' }, async ({ page }) => {
    await page.goto('/research/');
    await box(page, 'Фаза III').check();
    await box(page, 'Москва').check();
    await page.getByRole('radio', { name: 'Таблица' }).check();
    await page.getByRole('button', { name: 'Показать' }).click();
    await expect(page).toHaveURL(/phase=3&sites.subject=77/);
    await expect(firstRow(page)).toContainText('Фаза III');
    await expect(box(page, 'Фаза III')).toBeChecked();
    await page.getByRole('link', { name: 'Снять фильтр «Фаза III»' }).click();
    await expect(page).toHaveURL('/research/?sites.subject=77&view=table');
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
  const open = page.getByRole('checkbox', { name: /Есть\sпрепарат,\sзарегистрированный\sв\sРоссии/ });
  const said = await page.locator('label', { has: open }).locator('small').textContent();
  await open.check();
  await expect(page).toHaveURL('/deseases/?drugs=registered');
  await expect(count(page)).toContainText(`${said} заболеван`);
  await page.getByRole('link', { name: 'Снять фильтр «Есть препарат, зарегистрированный в России»' }).click();
  await expect(page).toHaveURL('/deseases/');
  await page.goBack();
  await expect(open).toBeChecked();
  await expect(count(page)).toContainText(`${said} заболеван`);
});

test('who goes back before a slow answer has come sees the list of the address', async ({ page }) => {
  await page.goto('/deseases/');
  const open = page.getByRole('checkbox', { name: /Есть\sпрепарат,\sзарегистрированный\sв\sРоссии/ });
  const said = await page.locator('label', { has: open }).locator('small').textContent();
  await open.check();
  await expect(count(page)).toContainText(`${said} заболеван`);
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
  await expect(count(page)).toContainText(`${said} заболеван`);
  await expect(
    page.getByRole('link', {
      name: 'Снять фильтр «Есть препарат, зарегистрированный в России»',
    }),
  ).toBeVisible();
});

test('a list as a table breaks no word and sticks out nowhere', async ({ page }) => {
  for (const address of ['/deseases/', '/research/', '/clinics/']) {
    await page.goto(`${address}?view=table`);
    await expect(listed(page).getByRole('table')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    for (const width of [808, 880, 940, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findBrokenWords(page), `${address} at ${width}`).toEqual([]);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `${address} at ${width}`).toBe(0);
    }
  }
});

test(
  'institutions stand by their distance from a city, which the address keeps',
  { tag: '@both' },
  async ({ page }) => {
    await page.goto('/clinics/');
    const city = page.getByLabel('Ближайшие к городу');
    await city.fill('томск');
    await city.press('Enter');
    await expect(page.getByText('Сначала ближайшие к городу Томск (Томская область)')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('near')).toBe('томск');
    const rows = records(page).filter({ hasText: /в\sэтом\sгороде|около\s[\d\s]+км/ });
    await expect(rows.first()).toContainText('в этом городе');
    await expect(rows.nth(1)).toContainText(/около\s[\d\s]+км/);
    await page.reload();
    await expect(rows.first()).toContainText('в этом городе');
    await expect(city).toHaveValue('томск');
    await page.getByRole('link', { name: 'По алфавиту' }).click();
    await expect(page).toHaveURL('/clinics/');
    await expect(city).toHaveValue('');
  },
);

test(
  'events to come stand by months, each with its days marked and a way to its page',
  { tag: '@smoke' },
  async ({ page, request }) => {
    const answer = await request.get('/api/events?page_size=100');
    const { data } = (await answer.json()) as { data: { items: { title: string; starts_at: string }[] } };
    const today = portalDay(new Date());
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
  },
);

test('on a phone the filters of a list are folded, and narrow it', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/clinics/');
  const subject = page.getByRole('group', { name: 'Субъект Федерации' });
  await expect(subject).toBeHidden();
  await page.locator('summary', { hasText: 'Фильтры' }).click();
  await subject.getByRole('checkbox', { name: /^Москва/ }).check();
  await expect(page).toHaveURL('/clinics/?subject=77');
  await expect(page.getByRole('link', { name: 'Снять фильтр «Москва»' }).first()).toBeVisible();
});

test('a record opened from a narrowed list leads back to it, and so does a shared address', async ({
  page,
}) => {
  await page.goto('/research/');
  await box(page, 'Фаза III').check();
  await expect(page).toHaveURL('/research/?phase=3');
  await records(page).first().getByRole('heading', { level: 3 }).getByRole('link').click();
  await expect(page).toHaveURL(/\/research\/\d+\/$/);
  await page.goBack();
  await expect(box(page, 'Фаза III')).toBeChecked();
  await page.goto('/research/?phase=3');
  await expect(box(page, 'Фаза III')).toBeChecked();
});

test('a disease leads to the institution nearest to a city, and to whom to call at home', async ({
  page,
}) => {
  await page.goto('/deseases/');
  await page.getByRole('main').getByRole('link', { name: 'Болезнь Гоше', exact: true }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Ближайшее к вашему городу' }).click();
  const city = page.getByLabel('Ближайшие к городу');
  await city.fill('Томск');
  await city.press('Enter');
  const found = listed(page);
  await expect(found.getByText(/Сначала\s+ближайшие\s+к\s+городу\s+Томск/)).toBeVisible();
  const first = records(page)
    .filter({ hasText: /около\s[\d\s]+км/ })
    .first();
  await expect(first).toContainText(/около\s[\d\s]+км/);
  await expect(records(page).getByRole('link', { name: /^\+7/ }).first()).toBeVisible();
  await first.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/clinics\/\d+\/$/);
  await expect(page.getByRole('main').getByRole('link', { name: 'Болезнь Гоше' }).first()).toBeVisible();
});

test('a list runs over letters and pages, and its letters count all that it holds', async ({ page }) => {
  const answer = await page.request.get('/api/diseases?page_size=1');
  const { total } = ((await answer.json()) as { data: { total: number } }).data;
  await page.goto('/deseases/');
  const letters = page.getByRole('navigation', { name: 'По алфавиту' }).getByRole('link');
  const counts = (await letters.locator('small').allTextContents()).map((text) =>
    Number(text.replace(/\D/g, '')),
  );
  expect(counts.reduce((sum, letter) => sum + letter, 0)).toBe(total);
  const sign = (await letters.first().getAttribute('aria-label'))?.[0] ?? '';
  await letters.first().click();
  await expect(page).toHaveURL(/\/deseases\/letter\/[^/]+\/$/);
  const titles = await listed(page).getByRole('link').allTextContents();
  expect(
    titles.map((title) =>
      title
        .trim()
        .replace(/^[«"(]+/, '')[0]
        ?.toUpperCase(),
    ),
  ).toEqual(Array.from({ length: counts[0] ?? 0 }, () => sign));
  await page.goto('/deseases/');
  await page
    .getByRole('navigation', { name: 'Страницы списка' })
    .getByRole('link', { name: 'Следующая страница' })
    .click();
  await expect(page).toHaveURL(/\/deseases\/page\/2\/$/);
  await expect(page.getByRole('navigation', { name: 'Вы здесь' })).toContainText('Заболевания, страница 2');
});

test('a place of care and a site of trials are distinguished', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Где ставят диагноз и лечат', exact: true })).toBeVisible();
  await page.goto('/clinics/?roles=trials');
  await records(page)
    .filter({ hasText: /^(?!.*(Лечение|Диагностика|консультирование|Лабораторные))/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText(/лечении\s+вне\s+исследований\s+нет/)).toBeVisible();
});
