import type { Page } from '@playwright/test';
import { discard, expect, fieldOf, findId, newEditor, openRecord, previewOf, saved, test } from './desk.ts';
import { draftsOf } from './kept.ts';

test.describe.configure({ timeout: 180_000 });

/** Puts HTML on the clipboard of one field, as a word processor does. */
const paste = (page: Page, field: string, html: string, plain: string) =>
  fieldOf(page, field).evaluate(
    (element, data) => {
      const clipboard = new DataTransfer();
      clipboard.setData('text/html', data.html);
      clipboard.setData('text/plain', data.plain);
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
      );
    },
    { html, plain },
  );

test('a text of the desk keeps nested lists, powers and tables through paste, saving, reloading and the page (A1, A2)', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/');
  const id = await findId(page, 'disease', 'Болезнь Гоше');
  await openRecord(page, id);
  const field = fieldOf(page, 'Прогноз');
  await field.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page
    .getByRole('group', { name: 'Оформление: Прогноз' })
    .getByRole('button', { name: 'Список' })
    .click();
  await page.keyboard.type('Имиглюцераза');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('доза 60 ЕД/кг каждые 2 недели');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await paste(
    page,
    'Прогноз',
    '<p>Тромбоциты 45×10<sup>9</sup>/л, H<sub>2</sub>O <img src="file:///a.png"></p><table><tr><td>10:00</td><td>Открытие</td></tr><tr><td>11:00</td><td>Доклад</td></tr></table>',
    'Тромбоциты 45×109/л, H2O\n10:00\tОткрытие',
  );
  await expect(page.getByText('Не перенесено: 1 картинка.')).toBeVisible();
  await saved(page);
  const kept = async (text: ReturnType<typeof fieldOf>) => {
    await expect(text.locator('li li')).toHaveText('доза 60 ЕД/кг каждые 2 недели');
    await expect(text.locator('sup', { hasText: '9' })).toHaveCount(1);
    await expect(text.locator('sub')).toHaveText('2');
    await expect(text.locator('td')).toHaveText(['10:00', 'Открытие', '11:00', 'Доклад']);
  };
  await page.reload();
  await kept(fieldOf(page, 'Прогноз'));
  await kept(previewOf(page).locator('.prose', { hasText: 'Имиглюцераза' }).last());
  await discard(page, id);
});

test('words typed into a field whose tools arrive in the middle of a word are read back after a reload (A33)', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/');
  const id = await findId(page, 'news', 'В каталоге 16 исследований');
  await openRecord(page, id);
  const words = Array.from({ length: 20 }, (_, at) => `с${at}`).join(' ');
  // The tools of a text arrive late, in the middle of a word.
  let come: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/RichText/, async (route) => {
    await late;
    await route.continue();
  });
  await page.reload();
  await fieldOf(page, 'Текст').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type(words.slice(0, 30));
  come();
  await page.keyboard.type(words.slice(30));
  await expect(page.getByRole('group', { name: 'Оформление: Текст' })).toBeVisible();
  await saved(page);
  await page.reload();
  await expect(fieldOf(page, 'Текст')).toHaveText(words);
  await discard(page, id);
});

test('an answer to a reader that was not sent outlives a reload and does not go out empty (A12, A15)', async ({
  browser,
}) => {
  const { page, person } = await newEditor(browser);
  await page.goto('/profile/editors/');
  const record = await findId(page, 'disease', 'Болезнь Гоше');
  const text = `Опечатка ${Date.now()}`;
  const sent = await page.request.post('/api/reports', {
    data: { record_id: String(record), text, email: 'reader@example.ru', consent: 'on', website: '' },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(sent.ok(), await sent.text()).toBe(true);
  await page.goto('/profile/editors/inbox/');
  const card = page.getByRole('listitem').filter({ hasText: text });
  await card.getByRole('button', { name: 'Исправлено, ответить' }).click();
  await expect(card.getByText('Напишите ответ: приславший ждёт письма.')).toBeVisible();
  await card.getByRole('textbox', { name: 'Ответ' }).fill('Спасибо, исправили.');
  await expect.poll(() => draftsOf(page, person)).toHaveLength(1);
  await page.reload();
  await expect(card.getByRole('textbox', { name: 'Ответ' })).toHaveValue('Спасибо, исправили.');
  await card.getByRole('button', { name: 'Исправлено, ответить' }).click();
  await expect(card.locator('.pill')).toHaveText('Исправлено');
});

test('a field of many records is erased only by anyone who says so (A14)', async ({ browser }) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/editors/records/?kind=drug');
  const answer = await page.request.get('/api/drugs?page_size=100');
  const { data } = (await answer.json()) as { data: { items: { id: number; inn?: string }[] } };
  const named = data.items.filter(({ inn }) => inn).map(({ id }) => `tr[data-id="${id}"] [type=checkbox]`);
  for (const at of [0, 1, 2]) await page.locator(named.join(', ')).nth(at).check();
  await page.getByLabel('Поле', { exact: true }).selectOption({ label: 'МНН' });
  const show = page.getByRole('button', { name: 'Показать, что изменится' });
  await expect(show).toBeDisabled();
  await page.getByLabel('Очистить поле «МНН» у отмеченных').check();
  await show.click();
  await expect(page.getByText(/Сотрёте\s3\sзначения/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Стереть\s3\sзначения/ })).toBeEnabled();
});

test('an application finds the record that it is about (A3)', async ({ browser }) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/application/');
  await page.getByRole('combobox', { name: 'О какой записи каталога' }).pressSequentially('фабри');
  await expect(page.getByRole('option', { name: /Болезнь\sФабри/ }).first()).toBeVisible();
});
