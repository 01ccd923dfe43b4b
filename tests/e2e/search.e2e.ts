import { expect, test, type Page } from '@playwright/test';

const overlay = (page: Page) => page.locator('dialog#search-overlay');
const options = (page: Page) => overlay(page).getByRole('option');
const field = (page: Page) => overlay(page).getByRole('combobox', { name: 'Поиск по каталогу' });
const homeField = (page: Page) => page.getByRole('main').getByPlaceholder('Поиск по каталогу');

for (const isApiAway of [false, true]) {
  for (const query of ['goshe', 'ujit', 'Е75.2', 'ORPHA 355', 'болезнью гоше', 'болезнь гошше'])
    test(`«${query}» finds the disease ${isApiAway ? 'with the API away' : 'at once'}, whichever way it is typed`, async ({
      page,
    }) => {
      if (isApiAway) await page.route('**/api/**', (route) => route.abort());
      await page.goto('/');
      await homeField(page).focus();
      await page.keyboard.type(query, { delay: 30 });
      await expect(field(page)).toHaveValue(query);
      await expect(options(page).filter({ hasText: 'Болезнь Гоше' }).first()).toBeVisible();
      if (isApiAway) await expect(overlay(page).getByText('Поиск на сервере недоступен')).toBeVisible();
    });
}

test('B071 B074 B075 results stand in groups by their labels, and lead to their pages', async ({ page }) => {
  await page.goto('/');
  await homeField(page).fill('болезнь гоше');
  const group = overlay(page).getByRole('group', { name: 'Заболевание' }).first();
  await expect(group.getByRole('option').first()).toContainText('Болезнь Гоше');
  await group.getByRole('option').first().click();
  await expect(page).toHaveURL(/\/deseases\/\d+\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Болезнь Гоше');
  await expect(overlay(page)).toBeHidden();
});

test('B078 arrows choose, Enter opens, Esc first clears and then closes; the page is locked meanwhile', async ({
  page,
}) => {
  await page.goto('/drugs/');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
  await page.keyboard.type('муковисцидоз');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  const active = await field(page).getAttribute('aria-activedescendant');
  expect(await options(page).first().getAttribute('id')).toBe(active);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toBeHidden();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe('hidden');
  await page.keyboard.press('/');
  await page.keyboard.type('муковисцидоз');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deseases\/\d+\/$/);
});

test('B155 left and right arrows send no query, quiet sends one', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/fast-search')) asked.push(request.url());
  });
  await page.goto('/');
  await homeField(page).fill('гоше');
  await expect.poll(() => asked.length).toBe(1);
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  await page.waitForTimeout(800);
  expect(asked).toHaveLength(1);
});

test('B157 B158 the hint stands at an empty field, and nothing found is said with a way on', async ({
  page,
}) => {
  await page.goto('/drugs/');
  await page.keyboard.press('Control+k');
  await expect(overlay(page).getByText('Начните вводить название препарата или болезни')).toBeVisible();
  await page.keyboard.type('швамбрания');
  await expect(overlay(page).getByText('Ничего не нашлось по запросу «швамбрания».')).toBeVisible();
});

test('G27 Enter without a choice opens the page of results', async ({ page }) => {
  await page.goto('/');
  await homeField(page).fill('гоше');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\/\?q=/);
  await expect(
    page.locator('#search-results').getByRole('link', { name: 'Болезнь Гоше' }).first(),
  ).toBeVisible();
});

test('from the first focus to the answers there are no more than four requests: the overlay, its index, the list of names and the first of them', async ({
  page,
}) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await homeField(page).focus();
  await page.keyboard.type('гоше');
  await expect(options(page).first()).toBeVisible();
  // What is found in the other file comes behind the first answers.
  const other = new Set(paths.filter((path) => !/\/search\/names-[1-9]|\/api\//.test(path)));
  expect(other.size).toBeLessThanOrEqual(4);
});

test('B066 B068 B077 the field says what it searches, on the home page and in the mobile menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('button', { name: 'Найти' })).toBeVisible();
  await page.getByRole('button', { name: 'Меню' }).click();
  const menu = page.getByRole('dialog', { name: 'Меню' });
  await expect(menu.getByPlaceholder('Поиск по каталогу')).toBeVisible();
});

test('B076 a result chosen from the mobile menu closes search and menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Меню' }).click();
  await page.getByRole('dialog', { name: 'Меню' }).getByPlaceholder('Поиск по каталогу').fill('болезнь гоше');
  await options(page).filter({ hasText: 'Болезнь Гоше' }).first().click();
  await expect(page).toHaveURL(/\/deseases\/\d+\/$/);
  await expect(overlay(page)).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Меню' })).toBeHidden();
});

for (const [line, query, label] of [
  ['B069', 'церезим', 'Лекарственный препарат'],
  ['B070', 'регистр болезни фабри', 'Клиническое исследование'],
  ['B071', 'болезнь фабри', 'Заболевание'],
  ['B072', 'рдкб', 'Лечебное учреждение'],
] as const)
  test(`${line} results of «${query}» stand under «${label}»`, async ({ page }) => {
    await page.goto('/');
    await homeField(page).fill(query);
    await expect(overlay(page).getByRole('group', { name: label }).first()).toBeVisible();
  });

test('B073 B132 a stranger is shown no clinical case', async ({ page }) => {
  await page.goto('/');
  await homeField(page).fill('случай');
  await expect(overlay(page).getByRole('group', { name: 'Клинический случай' })).toHaveCount(0);
});

test('B159 a click outside takes the focus away and closes the search', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/drugs/');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.mouse.click(20, 700);
  await expect(overlay(page)).toBeHidden();
  await expect(overlay(page).locator('input')).not.toBeFocused();
});

test('B212 a search shows no progress bar of the page', async ({ page }) => {
  await page.route('**/api/fast-search**', async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  await page.goto('/');
  await homeField(page).fill('болезнь гоше');
  await expect(options(page).first()).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('B171 B172 B247 a part of the script that is gone reloads the page, once a minute at most', async ({
  page,
}) => {
  let loads = 0;
  page.on('load', () => loads++);
  await page.route('**/_astro/overlay*', (route) => route.abort());
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await expect.poll(() => loads).toBe(2);
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(1000);
  expect(loads).toBe(2);
});
