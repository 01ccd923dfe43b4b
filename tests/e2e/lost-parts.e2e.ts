import { expect, type Page } from '@playwright/test';
import { beginSession, makePerson } from './people.ts';
import { signOut, test } from './visitor.ts';

// A service worker would answer for the portal where a journey cuts the line.
test.use({ serviceWorkers: 'block' });

const lost = (page: Page, part: string) => page.route(part, (route) => route.abort());
const sentence = (page: Page) => page.getByRole('alert').getByText(/Часть страницы не загрузилась/);

test('who presses «Выход» is out, whatever part of the script is lost (B171, B180, B247)', async ({
  page,
  baseURL,
}) => {
  const person = await makePerson('doctor');
  await beginSession(page.context(), person, baseURL ?? '');
  await page.goto('/page/about/');
  await expect(page.locator('html')).toHaveAttribute('data-role', 'doctor');
  await expect(page.getByRole('button', { name: /Аккаунт/ })).toBeVisible();
  await lost(page, '**/_astro/*.js');
  const isSent = page.waitForRequest('**/api/auth/logout');
  const isLoaded = page.waitForEvent('load');
  await signOut(page);
  await isSent;
  await isLoaded;
  const answer = await page.request.get('/api/user');
  expect(await answer.json()).toMatchObject({ status: 'success', data: null });
});

test('where the question about what was not sent does not come, the browser asks it, and «Выход» goes on (B180, B248)', async ({
  page,
  baseURL,
}) => {
  const person = await makePerson('doctor');
  await beginSession(page.context(), person, baseURL ?? '');
  await page.goto('/profile/application/');
  const isKept = page.waitForResponse('**/api/user/drafts/key*');
  await page.getByLabel('Текст').fill('ещё не отправлено');
  await isKept;
  await lost(page, '**/dialogs/**');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept();
  });
  await signOut(page);
  await expect(page).not.toHaveURL(/profile/);
  expect(asked).toEqual([expect.stringContaining('ваши записи, которых нет на сервере')]);
});

test('«Сохранить» without its part brings the page once more, then says that it failed (B171, B172, G28)', async ({
  page,
  complaints,
}) => {
  await lost(page, '**/_astro/save.*.js');
  await page.goto('/deseases/');
  await page.locator('.rows a').first().click();
  await page.waitForURL(/\/deseases\/\d+\//);
  const save = page.getByRole('button', { name: 'Сохранить для чтения без сети' });
  const isLoaded = page.waitForEvent('load');
  await save.click();
  await isLoaded;
  await save.click();
  await expect(page.getByText('Не удалось сохранить: часть страницы не загрузилась')).toBeVisible();
  await expect(sentence(page)).toBeAttached();
  await expect(save).not.toHaveAttribute('aria-busy', 'true');
  complaints.splice(0);
});

test('a press whose part is lost brings the page once more, then says so (B171, B172, G28)', async ({
  page,
  complaints,
}) => {
  await lost(page, '**/_astro/actions.*.js');
  await page.goto('/deseases/');
  await page.locator('.rows a').first().click();
  await page.waitForURL(/\/deseases\/\d+\//);
  const share = page.getByRole('button', { name: 'Поделиться' });
  const isLoaded = page.waitForEvent('load');
  await share.click();
  await isLoaded;
  await share.click();
  await expect(sentence(page)).toBeAttached();
  complaints.splice(0);
});

test('where the tools of a text are lost, plain text is written (B171, B247)', async ({
  page,
  baseURL,
  complaints,
}) => {
  const editor = await makePerson('editor');
  await beginSession(page.context(), editor, baseURL ?? '');
  await lost(page, '**/_astro/RichText.*.js');
  await page.goto('/profile/editors/broadcasts/');
  const isLoaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Новая рассылка' }).click();
  await isLoaded;
  await expect(sentence(page)).toBeAttached();
  const form = page.getByRole('form', { name: 'Текст рассылки' });
  const text = form.getByRole('textbox', { name: 'Текст письма' });
  await text.fill('Ответьте на пять вопросов.');
  await form.getByLabel('Рассылка', { exact: true }).selectOption({ index: 1 });
  await form.getByLabel('Тема письма').fill(`Опрос ${editor.id}`);
  await form.getByRole('button', { name: 'Сохранить' }).click();
  await expect(form.getByRole('status')).toHaveText('Сохранено');
  await expect(text).toHaveValue('Ответьте на пять вопросов.');
  complaints.splice(0);
});
