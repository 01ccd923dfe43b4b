import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { beginSession, makePerson } from './people.ts';
import { test } from './visitor.ts';
import { waitUntilCached } from './cached.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Признак' });
const chip = (page: Page, text: string | RegExp) => page.locator('.aid-chip', { hasText: text });
const lines = (page: Page) => page.locator('.aid-line');

/** Types a sign and takes the first that is offered, by keys alone. */
async function tell(page: Page, typed: string, label: string): Promise<void> {
  await field(page).pressSequentially(typed);
  await expect(page.getByRole('option').first()).toContainText(label);
  await field(page).press('Enter');
  await expect(chip(page, `${label}: есть`)).toBeVisible();
}

test(
  'signs typed one after another lead to the disease; the address keeps them, and nothing is sent',
  { tag: '@smoke' },
  async ({ page }) => {
    const asked: { url: string; method: string; body: string | null }[] = [];
    page.on('request', (request) =>
      asked.push({ url: request.url(), method: request.method(), body: request.postData() }),
    );
    await page.goto('/diagnostics/');
    await page.getByRole('link', { name: 'Подобрать болезнь по признакам' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Подбор по признакам');
    await tell(page, 'спленомег', 'Спленомегалия');
    // A misprint and another ending.
    await tell(page, 'гепотомегалия', 'Гепатомегалия');
    await tell(page, 'боли в костях', 'Боль в костях');
    await tell(page, 'thrombocytopenia', 'Тромбоцитопения');
    await expect(lines(page)).toHaveCount(10);
    await expect(page).toHaveURL(/#signs=HP:0001744,HP:0002240,HP:0002653,HP:0001873$/);
    const gaucher = lines(page).filter({
      has: page.getByRole('link', { name: 'Болезнь Гоше', exact: true }),
    });
    await expect(gaucher).toContainText(/Спленомегалия.*×\d/);
    await expect(page.getByRole('status').filter({ hasText: 'Показано: 10' })).toBeVisible();

    await tell(page, 'эпилептический прис', 'Эпилептический приступ');
    await chip(page, 'Эпилептический приступ').getByRole('button').first().click();
    await expect(chip(page, 'Эпилептический приступ: нет')).toBeVisible();
    await expect(page).toHaveURL(/&no=HP:0001250$/);
    await expect(page.getByRole('heading', { name: 'Дальше: анализы' })).toBeVisible();

    await page.reload();
    await expect(chip(page, 'Эпилептический приступ: нет')).toBeVisible();
    await expect(lines(page)).toHaveCount(10);
    await page.goBack();
    await expect(chip(page, 'Эпилептический приступ: есть')).toBeVisible();

    const patientData = /HP(?::|%3A)\d{7}|спленомегал|Гепато|0001744/i;
    expect(asked.filter(({ method, body }) => method !== 'GET' || body !== null)).toEqual([]);
    expect(asked.filter(({ url }) => patientData.test(decodeURIComponent(url).split('#')[0]!))).toEqual([]);
  },
);

test('more diseases are shown on demand, and signs can be taken away', async ({ page }) => {
  await page.goto('/diagnostics/signs/#signs=HP:0001744,HP:0002240&unknown=HP:0001250');
  await expect(chip(page, 'Эпилептический приступ: не проверяли')).toBeVisible();
  await page.getByRole('button', { name: 'Показать 50' }).click();
  await expect(lines(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Убрать «Спленомегалия»' }).click();
  await expect(page).toHaveURL(/#signs=HP:0002240&unknown=HP:0001250$/);
  await page.getByRole('button', { name: 'Убрать всё' }).click();
  await expect(page).toHaveURL(/\/signs\/$/);
  await expect(lines(page)).toHaveCount(0);
  await expect(page.getByText('Назовите хотя бы один признак')).toBeVisible();
});

test('a disease that OMIM alone names bears its English name as English', async ({ page }) => {
  await page.goto('/diagnostics/signs/#signs=HP:0001744,HP:0002240');
  await page.getByRole('button', { name: 'Показать 50' }).click();
  await expect(lines(page)).toHaveCount(50);
  const english = lines(page).filter({ hasText: /OMIM:\d/ });
  await expect(english.first().locator('h3 [lang=en]')).toBeVisible();
  await expect(lines(page).locator('h3 [lang=en]')).toHaveCount(await english.count());
});

test('sex, age and family move diseases until they are switched off', async ({ page }) => {
  await page.goto('/diagnostics/signs/#signs=HP:0003236,HP:0003707');
  await page.getByRole('button', { name: 'Показать 50' }).click();
  await page.getByLabel('Пол', { exact: true }).selectOption('female');
  await expect(page.getByText('Пол: обычно болеют мальчики').first()).toBeVisible();
  await page.getByLabel('Возраст, лет').fill('сорок');
  await expect(page.getByText('Число лет от 0 до 120')).toBeVisible();
  await page.getByLabel('Возраст, лет').fill('40');
  await expect(page).toHaveURL(/&sex=female&age=40$/);
  await page.getByLabel('Учитывать пол, возраст и семью').uncheck();
  await expect(page.getByText('Пол: обычно болеют мальчики')).toHaveCount(0);
  await expect(page).toHaveURL(/&soft=off$/);
});

test(
  'a text pasted whole becomes signs that are there, are not, and were not looked for',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/diagnostics/signs/');
    await expect(page.getByText('Назовите хотя бы один признак')).toBeVisible();
    await field(page).fill('Мальчик 4 лет, гепатомегалия, спленомегалия, судорог нет.');
    await field(page).press('Enter');
    await expect(chip(page, 'Гепатомегалия: есть')).toBeVisible();
    await expect(chip(page, 'Спленомегалия: есть')).toBeVisible();
    await expect(chip(page, /:\sнет/)).toBeVisible();
    await expect(page.getByLabel('Пол', { exact: true })).toHaveValue('male');
    await expect(page.getByRole('status').filter({ hasText: 'Из текста взято признаков: 3' })).toBeVisible();
    await expect(field(page)).toHaveValue('');
  },
);

test('an answered question becomes a sign and is not asked again', async ({ page }) => {
  await page.goto('/diagnostics/signs/#signs=HP:0001744,HP:0002240,HP:0002653');
  const asking = page.getByRole('region', { name: 'Спросите ещё' });
  const question = asking.getByRole('listitem').first();
  const label = (await question.getByRole('group').getAttribute('aria-label')) ?? '';
  await question.getByRole('button', { name: 'Не знаю' }).click();
  await expect(chip(page, `${label}: не проверяли`)).toBeVisible();
  await expect(asking.getByRole('group', { name: label, exact: true })).toHaveCount(0);
  await expect(asking.getByRole('meter', { name: 'Насколько говорящи признаки' })).toBeVisible();
});

test('a doctor goes on from a disease to its clinical cases, and of the signs nothing goes along', async ({
  page,
  context,
  baseURL,
}) => {
  const choice = '/diagnostics/signs/#signs=HP:0001744,HP:0002240,HP:0002653,HP:0001873';
  const way = page.getByRole('link', { name: 'Клинические случаи' }).and(page.locator('.aid-further a'));
  await page.goto(choice);
  await expect(lines(page).first()).toBeVisible();
  await expect(way).toHaveCount(0);
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.reload();
  await way.first().click();
  await expect(page).toHaveURL(/\/cases\/\?diseases=\d+$/);
});

test('diseases stand side by side, what differs first, and go onto one sheet', async ({ page }) => {
  await page.goto('/diagnostics/signs/#signs=HP:0001744,HP:0002240,HP:0002653,HP:0001873');
  await page.getByRole('checkbox', { name: 'Сравнить: Болезнь Гоше', exact: true }).check();
  const section = page.getByRole('region', { name: 'Сравнение' });
  await expect(section).toContainText('Отметьте ещё хотя бы одну болезнь');
  await page.getByRole('checkbox', { name: 'Сравнить: Болезнь Гоше, тип 1' }).check();
  await expect(page).toHaveURL(/&compare=ORPHA:355,ORPHA:77259$/);
  const table = section.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  await expect(table.getByRole('row', { name: /^Кто\sплатит/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /Спленомегалия/ })).toContainText('у пациента: есть');
  await page.reload();
  await expect(table.getByRole('columnheader')).toHaveCount(3);
  await page.emulateMedia({ media: 'print' });
  await expect(table).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Болезни, о которых говорят признаки' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await section.getByRole('button', { name: 'Убрать сравнение' }).click();
  await expect(section).toHaveCount(0);
});

test('the patient is saved as a phenopacket without what may tell who it is', async ({ page }) => {
  await page.goto('/diagnostics/signs/#signs=HP:0001744&no=HP:0001250&sex=male&age=4');
  await expect(lines(page)).toHaveCount(10);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Сохранить как phenopacket' }).click();
  const file = await (await saving).path();
  const packet: unknown = JSON.parse(await readFile(file, 'utf8'));
  expect(packet).toMatchObject({
    subject: { sex: 'MALE', timeAtLastEncounter: { age: { iso8601duration: 'P4Y' } } },
    phenotypicFeatures: [
      { type: { id: 'HP:0001744', label: 'Splenomegaly' } },
      { type: { id: 'HP:0001250', label: 'Seizure' }, excluded: true },
    ],
    diseases: [],
  });
});

test('the aid opens and ranks without a network once it has been opened with one', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await page.goto('/diagnostics/signs/#signs=HP:0001744,HP:0002240,HP:0002653,HP:0001873');
  await expect(lines(page)).toHaveCount(10);
  for (const start of [
    '/diagnostics/signs/links.json',
    '/_astro/signs-index',
    '/_astro/signs-titles',
    '/_astro/worker',
  ])
    await waitUntilCached(page, start);
  await context.setOffline(true);
  await page.reload();
  await expect(lines(page)).toHaveCount(10);
  await expect(page.getByRole('link', { name: 'Болезнь Гоше', exact: true })).toBeVisible();
  await context.setOffline(false);
});
