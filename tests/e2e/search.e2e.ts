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

test('from the first focus to the answers there are no more than three requests', async ({ page }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await homeField(page).focus();
  await page.keyboard.type('гоше');
  await expect(options(page).first()).toBeVisible();
  // Synonyms and further shards come behind the first answers.
  expect(
    paths.filter((path) => !/\/search\/(more|names-[1-9])|\/api\//.test(path)).length,
  ).toBeLessThanOrEqual(3);
});
