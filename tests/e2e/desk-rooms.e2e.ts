import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { expectNothingWrong } from './axe.ts';
import { discard, fieldOf, findId, newEditor, openRecord, saved, test } from './desk.ts';

/** What stands around the records: sections of their form, menus, files, letters, and what editors are not shown. */

const expectNoBarriers = (page: Page) =>
  expectNothingWrong(page, new AxeBuilder({ page }), 'by every rule of axe');

test('the sections of a form stand beside it, say what is wrong and what is empty, and are reached by the keyboard', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/');
  const id = await findId(page, 'disease', '355');
  await openRecord(page, id);
  const contents = page.getByRole('navigation', { name: 'Разделы формы' });
  await contents.getByRole('link', { name: /^Описание/ }).focus();
  await page.keyboard.press('Enter');
  const description = page.getByRole('heading', { name: 'Описание', exact: true });
  await expect(description).toBeFocused();
  await expect(description).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('region', { name: 'Описание' }).locator(':focus')).toBeVisible();
  const title = fieldOf(page, 'Название').first();
  await title.fill('');
  await saved(page);
  await expect(contents.getByRole('link', { name: /^Название/ })).toContainText('1 ошибка');
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider).toBeLessThanOrEqual(0);
  await discard(page, id);
});

// Nothing is saved here: another menu is another edition of every page, which other journeys count.
test('a menu is put in another order by the keyboard alone, the focus stays on the line, and it can be taken back', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/dictionaries/?part=menus');
  const menu = page.getByRole('region', { name: 'Меню в шапке' });
  const first = menu.getByLabel('Название').first();
  await expect(first).toHaveValue('Заболевания');
  await expectNoBarriers(page);
  const down = menu.getByRole('button', { name: 'Заболевания: ниже' });
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(menu.getByRole('status')).toContainText('на месте 2 из 6');
  await expect(down).toBeFocused();
  await expect(first).toHaveValue('Терапия');
  await expect(menu.getByRole('button', { name: 'Сохранить' })).toBeEnabled();
  await menu.getByRole('button', { name: 'Отменить' }).click();
  await expect(first).toHaveValue('Заболевания');
  await expect(menu.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
});

// Nothing is saved here either; that it reaches pages and letters is tested without a browser.
test('the name of the portal is words that editors change, and those that ship are one press away', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/dictionaries/?part=site');
  const names = page.getByRole('region', { name: 'Название портала' });
  const title = names.getByLabel('Название', { exact: true });
  await expect(title).toHaveValue('Регистр орфанных заболеваний');
  await expect(names.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
  await title.fill('Атлас редких болезней');
  await expect(names).toContainText('Исходное: Регистр орфанных заболеваний');
  await expect(names.getByRole('button', { name: 'Сохранить' })).toBeEnabled();
  await expectNoBarriers(page);
  await names.getByRole('button', { name: 'Вписать исходные слова' }).click();
  await expect(title).toHaveValue('Регистр орфанных заболеваний');
  await expect(names.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
});

test('a PDF is added with its title and removed again', async ({ browser }) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/files/');
  const title = `Памятка ${Date.now().toString(36)}`;
  const form = page.getByRole('form', { name: 'Новый файл' });
  await form.getByRole('button', { name: 'Выложить' }).click();
  await expect(form).toContainText('Выберите файл.');
  const file = path.join(import.meta.dirname, '../../public/upload/doc/policy.pdf');
  await form.locator('input[type=file]').setInputFiles(file);
  await form.getByLabel('Название').fill(title);
  await form.getByRole('button', { name: 'Выложить' }).click();
  await expect(form.getByRole('status')).toContainText('Файл выложен');
  const card = page.getByRole('listitem').filter({ hasText: title });
  await expect(card.getByRole('link', { name: title, exact: true })).toBeVisible();
  await expectNoBarriers(page);
  await card.getByRole('button', { name: /^Удалить:\s/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ок' }).click();
  await expect(card).toHaveCount(0);
});

test('letters and the cache have their rooms, whose part stands in the address', async ({ browser }) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/delivery/');
  await expect(page.getByRole('tabpanel', { name: 'Письма' })).toBeVisible();
  await expectNoBarriers(page);
  await page.getByRole('tab', { name: 'Письма' }).press('ArrowRight');
  await expect(page).toHaveURL(/part=purges/);
  await page.reload();
  await expect(page.getByRole('tabpanel', { name: 'Очистка кэша' })).toBeVisible();
  await expectNoBarriers(page);
});

test('editors see no links to pages of administrators, and a message on these pages', async ({ browser }) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/');
  const rail = page.getByRole('navigation', { name: 'Разделы редакции' });
  await expect(page.getByText(/^Пусто: .*ссылки на снятые записи/)).toBeVisible();
  await expect(rail.getByRole('link', { name: 'Журнал' })).toBeHidden();
  await expectNoBarriers(page);
  await page.goto('/profile/editors/log/');
  await expect(page.getByText('открыт администраторам')).toBeVisible();
});
