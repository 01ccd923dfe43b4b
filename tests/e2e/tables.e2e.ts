import { type Page } from '@playwright/test';
import sharp from 'sharp';
import { workbook } from '../sample/workbook.ts';
import { expectNoBarriers } from './axe.ts';
import { ask, expect, newEditor, test } from './desk.ts';

const unique = () => `${process.pid}-${Date.now()}-${Math.random().toString(36).slice(2, 8)}`;

async function giveTable(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.goto('/profile/editors/imports/');
  await page
    .getByLabel('Файл', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
  await page.getByRole('button', { name: 'Сверить с каталогом' }).click();
}

test('an editor takes clinics from Excel: says which column is which, sees what is new, and is not asked again', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  const title = `Клиника из таблицы ${unique()}`;
  const heading = ['Наименование', 'Город', 'Телефоны', `Заметки ${title}`];
  const table = workbook([
    heading,
    [title, 'Омск', '8 3812 11-11-11; 8 3812 22-22-22', 'своё'],
    [`${title} вторая`, 'Омск', null, null],
  ]);
  await giveTable(page, 'Клиники.xlsx', table);
  await expect(page.getByRole('heading', { name: 'Столбцы таблицы' })).toBeVisible();
  await expect(page.getByLabel('Что в строках')).toHaveValue('clinic');
  await expect(page.getByLabel('Поле столбца «Город»')).toHaveValue('city');
  await expect(page.getByLabel(`Поле столбца «${heading[3]}»`)).toHaveValue('');
  await expectNoBarriers(page);
  await page.getByLabel(`Поле столбца «${heading[3]}»`).selectOption({ label: 'Что делают' });
  await page.getByRole('button', { name: 'Сверить с каталогом' }).click();
  await expect(page.getByText('Напишите, откуда таблица')).toBeVisible();
  await page.getByLabel('Откуда таблица').fill('Ответ министерства');
  await page.getByRole('button', { name: 'Сверить с каталогом' }).click();
  await page.waitForURL(/\?id=\d+/);
  const row = page
    .getByRole('list', { name: 'Строки' })
    .locator('> li')
    .filter({ hasText: `${title} вторая` });
  await expect(row).toContainText('Новая');
  await page.getByRole('list', { name: 'Строки' }).locator('summary').first().click();
  await expect(page.getByRole('list', { name: 'Строки' })).toContainText('8 3812 22-22-22');
  await expectNoBarriers(page);

  await giveTable(page, 'Клиники ещё раз.xlsx', table);
  await expect(page.getByText('Столбцы расставлены так же, как в прошлый раз')).toBeVisible();
  await expect(page.getByLabel(`Поле столбца «${heading[3]}»`)).toHaveValue('services');

  // An invalid file is reported before any question.
  await giveTable(page, 'Договор.xlsx', new TextEncoder().encode('PK'));
  await expect(page.getByText('не открывается как книга Excel')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Выбрать другой файл' })).toBeVisible();
});

test('an editor lays a picture down in its field, cuts it, says what is the main thing, and readers get it with the site (A13)', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  const title = `Новость со схемой ${unique()}`;
  const colour = {
    r: Math.floor(Math.random() * 256),
    g: Math.floor(Math.random() * 256),
    b: Math.floor(Math.random() * 256),
  };
  const picture = await sharp({ create: { width: 1000, height: 500, channels: 3, background: colour } })
    .png()
    .toBuffer();
  await page.goto('/profile/editors/');
  const made = await page.request.post('/api/editors/records', {
    headers: { origin: new URL(page.url()).origin },
    data: { kind: 'news', fields: JSON.stringify({ title, date: '2026-11-20' }) },
  });
  const { id } = ((await made.json()) as { data: { id: number } }).data;
  await page.goto(`/profile/editors/record/?id=${id}`);
  await page
    .getByRole('link', { name: /^Картинка/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Выбрать или загрузить картинку' }).click();
  await page
    .getByLabel('Новая картинка')
    .setInputFiles({ name: 'схема.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Обрезать' }).click();
  await page.getByRole('slider', { name: /^Слева/ }).fill('40');
  await page.getByRole('button', { name: 'Взять эту часть' }).click();
  // The part stands in the place of the whole.
  await expect(page.getByRole('slider')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Справа вверху' }).check({ force: true });
  await expect(page.getByText('Справа вверху: эта часть останется видна')).toBeVisible();
  await page.getByRole('textbox', { name: 'Описание картинки' }).fill('Схема наследования');
  await expectNoBarriers(page);
  // An earlier save may have been reported just now: the server's state is published.
  await expect
    .poll(async () => JSON.stringify(await ask(page, `/api/editors/records/${id}`)), { timeout: 60_000 })
    .toContain('Схема наследования');
  const { draft } = await ask(page, `/api/editors/records/${id}`);
  await ask(page, `/api/editors/records/${id}/publish`, {
    reason: 'Проверка',
    expected_version: draft?.version ?? 0,
  });
  await expect
    .poll(async () => await (await page.request.get(`/news/${id}/`)).text(), { timeout: 60_000 })
    .toContain('data-focus="right-top"');
  await page.goto(`/news/${id}/`);
  const image = page.getByRole('img', { name: 'Схема наследования' });
  await image.scrollIntoViewIfNeeded();
  // As wide as the browser found fit: an address without a file would have no width at all.
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0);
});

test('words about a picture that are typed while it is on its way stay, and reach the draft', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  const picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  await page.goto('/profile/editors/');
  const made = await page.request.post('/api/editors/records', {
    headers: { origin: new URL(page.url()).origin },
    data: { kind: 'news', fields: JSON.stringify({ title: `Новость ${unique()}`, date: '2026-11-20' }) },
  });
  const { id } = ((await made.json()) as { data: { id: number } }).data;
  const arrived = Promise.withResolvers<void>();
  await page.route('**/api/editors/files', async (route) => {
    if (route.request().method() === 'POST') await arrived.promise;
    await route.continue();
  });
  await page.goto(`/profile/editors/record/?id=${id}`);
  await page
    .getByRole('link', { name: /^Картинка/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Выбрать или загрузить картинку' }).click();
  await page
    .getByLabel('Новая картинка')
    .setInputFiles({ name: 'схема.png', mimeType: 'image/png', buffer: picture });
  const words = page.getByRole('textbox', { name: 'Описание картинки' });
  await words.fill('Схема наследования');
  arrived.resolve();
  await expect(page.getByRole('button', { name: 'Обрезать' })).toBeVisible();
  await expect(words).toHaveValue('Схема наследования');
  await expect
    .poll(async () => JSON.stringify((await ask(page, `/api/editors/records/${id}`)).draft), {
      timeout: 60_000,
    })
    .toMatch(/\/media\/.*Схема\sнаследования|Схема\sнаследования.*\/media\//);
});
