import { expect, test } from '@playwright/test';
import { listed, records } from './records.ts';

test(
  'an anonymous visitor who wants to follow is offered a feed and a calendar without an account',
  { tag: '@smoke' },
  async ({ page, request }) => {
    await page.goto('/deseases/?q=болезнь гоше');
    await records(page).getByRole('link').first().click();
    await page.waitForURL(/\/deseases\/\d+\//);
    await page.getByRole('button', { name: 'Следить' }).click();
    const ways = page.getByRole('dialog', { name: 'Как следить' });
    const feed = await ways.getByRole('link', { name: 'RSS' }).getAttribute('href');
    expect(await (await request.get(feed!)).text()).toContain('<rss');
    const calendar = await ways.getByRole('link', { name: 'Мероприятия в календарь' }).getAttribute('href');
    expect((await request.get(calendar!)).headers()['content-type']).toContain('text/calendar');
    await ways.getByRole('button', { name: 'У меня есть учётная запись' }).click();
    await expect(page.getByRole('dialog', { name: 'Вход' })).toBeVisible();
    await expect(ways).toHaveCount(0);
  },
);

test('what was looked at stays in the browser, and can be forgotten', { tag: '@both' }, async ({ page }) => {
  await page.goto('/drugs/');
  await listed(page).getByRole('link').first().click();
  await page.waitForURL(/\/drugs\/\d+\//);
  const title = (await page.getByRole('heading', { level: 1 }).textContent())!.trim();
  await page
    .getByRole('navigation', { name: 'Все разделы' })
    .getByRole('link', { name: 'Сохранённое' })
    .click();
  const recent = page.getByRole('region', { name: 'Недавно смотрели' });
  await expect(recent.getByRole('link')).toHaveCount(1);
  expect(title).toContain((await recent.getByRole('link').textContent())!.trim());
  await recent.getByRole('button', { name: 'Очистить список' }).click();
  await expect(recent.getByRole('link')).toHaveCount(0);
  await page.reload();
  await expect(recent.getByText('Вы пока не открывали записей')).toBeVisible();
});

test('diseases stand side by side: found by words, differences marked, the address shared, without a script', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/compare/');
  const form = page.getByRole('search', { name: 'Какое заболевание сравнить' });
  await form.getByRole('searchbox').fill('болезнь гоше');
  await form.getByRole('button', { name: 'Найти' }).click();
  const more = page.getByRole('region', { name: 'Добавить заболевание' });
  await more.getByRole('link', { name: 'Болезнь Гоше', exact: true }).click();
  await more.getByRole('searchbox').fill('ORPHA:365');
  await more.getByRole('button', { name: 'Найти' }).click();
  await more.getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/compare\/\?kind=disease&id=\d+&id=\d+$/);
  const facts = page.getByRole('table', { name: 'Что известно о каждой записи' });
  await expect(facts.getByRole('columnheader')).toHaveText([
    'Что сравниваем',
    /^\s*Болезнь\sГоше/,
    /^\s*Болезнь\sПомпе/,
  ]);
  const codes = facts.getByRole('row', { name: /^Код\sORPHA/ });
  await expect(codes.getByRole('rowheader')).toContainText('различается');
  await expect(codes.getByRole('cell')).toHaveText(['355', '365']);
  const modes = facts.getByRole('row', { name: /^Наследование/ });
  await expect(modes.getByRole('rowheader')).toContainText('совпадает');
  await expect(page.getByRole('region', { name: 'Признаки и их частота' }).getByRole('row')).not.toHaveCount(
    1,
  );
  await page.getByRole('link', { name: 'Только отличия' }).click();
  await expect(modes).toHaveCount(0);
  await expect(codes).toBeVisible();
  const reader = await browser.newPage();
  await reader.goto(page.url());
  await expect(reader.getByRole('row', { name: /^Код\sORPHA/ }).getByRole('cell')).toHaveText(['355', '365']);
  await page.getByRole('link', { name: 'Убрать Болезнь Помпе' }).click();
  await expect(facts.getByRole('columnheader')).toHaveCount(2);
  await reader.close();
  await context.close();
});

test('a record leads to its comparison, and on paper the table is all there is', async ({ page }) => {
  await page.goto('/deseases/?q=болезнь гоше');
  await records(page).getByRole('link').first().click();
  await page.waitForURL(/\/deseases\/\d+\//);
  await page.getByRole('link', { name: 'Сравнить', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Сравнение');
  await page
    .getByRole('region', { name: 'Добавить заболевание' })
    .getByRole('listitem')
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Скопировать ссылку' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Убрать/ })).toHaveCount(0);
});

test('a word of genetics says what it means where it stands, and where that was looked up', async ({
  page,
}) => {
  await page.goto('/deseases/?q=болезнь гоше');
  await records(page).getByRole('link').first().click();
  await page.waitForURL(/\/deseases\/\d+\//);
  await page.getByRole('button', { name: 'Аутосомно-рецессивное', exact: true }).click();
  const note = page.locator('.term-note');
  await expect(note).toBeVisible();
  await expect(note).toContainText('обе копии гена');
  await note.getByRole('link', { name: 'Глоссарий' }).click();
  await expect(page).toHaveURL('/glossary/#autosomal-recessive');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Глоссарий');
  const word = page.locator('#autosomal-recessive');
  await expect(word).toBeInViewport();
  await expect(word.getByRole('link').first()).toHaveAttribute('href', /^https?:/);
});
