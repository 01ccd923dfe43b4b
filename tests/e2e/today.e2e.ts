import { expect, type Page } from '@playwright/test';
import { expectNoBarriers } from './axe.ts';
import { makePerson, newAddress } from './people.ts';
import { enterAs, test } from './visitor.ts';

const day = (page: Page) => page.getByRole('main').getByRole('region', { name: 'Сегодня для вас' });

test('the home page asks nothing of an anonymous visitor, and begins with the day of anyone who has signed in', async ({
  page,
}) => {
  const { email } = await makePerson('doctor');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/user')) asked.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(day(page)).toHaveCount(0);
  expect(asked).toEqual([]);

  await enterAs(page, email, '/');
  await expect(day(page)).toContainText('Вы пока ни за чем не следите.');
  await expect(day(page)).toContainText('Открытых вопросов к вам нет.');
  expect(asked.filter((path) => path === '/api/user/today')).toHaveLength(1);

  // A case that is begun stands there, on the page of the profile too.
  const title = 'Случай дня';
  const made = await page.request.post('/api/cases/add', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { content: { title } },
  });
  expect(made.ok()).toBe(true);
  for (const address of ['/', '/profile/']) {
    await page.goto(address);
    const cases = day(page).getByRole('region', { name: 'Мои случаи' });
    await expect(cases.getByRole('listitem').filter({ hasText: title })).toContainText('Черновик');
  }
  await page.goto('/');
  await expect(day(page)).toBeVisible();
  await expectNoBarriers(page);
  await day(page).getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(/\/profile\/cases\/detail\/\?id=\d+$/);
});

test('a day that could not be asked for says so, and can be asked for again', async ({ page }) => {
  const { email } = await makePerson('doctor');
  await enterAs(page, email, '/');
  await expect(day(page)).toContainText('Вы пока ни за чем не следите.');
  await page.route('**/api/user/today', (route) => route.abort());
  await page.reload();
  await expect(day(page).getByRole('alert')).toBeVisible();
  await page.unroute('**/api/user/today');
  await day(page).getByRole('button', { name: 'Повторить' }).click();
  await expect(day(page)).toContainText('Вы пока ни за чем не следите.');
});

test('a new doctor tells on one screen what they are, what they follow and that they are a doctor', async ({
  page,
}) => {
  const { email } = await makePerson('doctor', { isVerified: false });
  await enterAs(page, email);
  const steps = page.getByRole('region', { name: 'Первые шаги' });
  const speciality = steps.getByRole('combobox', { name: 'Специальности' });
  await speciality.fill('Генетика');
  const saved = page.waitForResponse('**/api/doctor/update');
  await steps.getByRole('option', { name: 'Генетика', exact: true }).click();
  expect((await saved).ok()).toBe(true);
  await page.keyboard.press('Escape');

  const offered = steps.getByRole('button', { name: /^Следить:\s/ }).first();
  const name = (await offered.getAttribute('aria-label'))?.replace('Следить: ', '') ?? '';
  await offered.click();
  await expect(steps.getByRole('status').filter({ hasText: 'Вы следите:' })).toContainText(name);
  // What is left is offered still.
  await expect(steps.getByRole('button', { name: `Следить: ${name}`, exact: true })).toHaveCount(0);
  await expect(steps.getByRole('button', { name: /^Следить:\s/ }).first()).toBeVisible();

  // A disease that is not offered is found by its name.
  await steps.getByRole('combobox', { name: 'Найти болезнь' }).fill('Болезнь Помпе');
  await steps.getByRole('option', { name: 'Болезнь Помпе', exact: true }).click();
  await expect(steps.getByRole('status').filter({ hasText: 'Вы следите:' })).toContainText('Болезнь Помпе');

  await steps.getByText('Подтвердить, что я врач').click();
  const form = steps.getByRole('form', { name: 'Подтверждение врача' });
  await form.getByLabel('Рабочая почта').fill(newAddress('work'));
  await expectNoBarriers(page);
  await form.getByRole('button', { name: 'Отправить на проверку' }).click();
  await expect(steps.getByText(/^Заявка\s№\s\d+\sотправлена/)).toBeVisible();

  await page.reload();
  await expect(steps.getByRole('status').filter({ hasText: 'Вы следите:' })).toContainText(name);
  await expect(steps.getByRole('button', { name: /Генетика/ })).toBeVisible();
  await steps.getByRole('button', { name: 'Больше не показывать' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(day(page)).toBeVisible();
  await expect(steps).toHaveCount(0);
});
