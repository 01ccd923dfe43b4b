import { expect, test, type Page } from '@playwright/test';
import { expectNoBarriers } from './axe.ts';
import { beginSession, makePerson } from './people.ts';

const item = (key: string, title: string, more: Record<string, unknown> = {}) =>
  `${JSON.stringify({
    kind: 'news',
    data: { title, key, date: '2026-11-20', ...more },
    sources: [{ title: 'Лента для примера', date: '2026-11-20', fields: ['title', 'lead'] }],
  })}\n`;

async function send(page: Page, name: string, content: string): Promise<void> {
  await page.goto('/profile/editors/imports/');
  await page.getByLabel('Файл', { exact: true }).setInputFiles({
    name,
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(content),
  });
  await page.getByRole('button', { name: 'Сверить с каталогом' }).click();
}

const row = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Строки' }).locator('> li').filter({ hasText: title });

test('an editor imports a file: looks at the rows, accepts, sees the page live, and takes it all back', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('editor'), baseURL ?? '');
  const key = `journey-${Date.now()}`;
  const title = `Новость о сверке ${key}`;
  await page.goto('/profile/editors/');
  await page
    .getByRole('navigation', { name: 'Разделы редакции' })
    .getByRole('link', { name: 'Импорт' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Импорт');
  await expectNoBarriers(page);

  const first = item(key, title, { lead: 'Вводка новости, какой она пришла из файла в первый раз.' });
  await send(page, 'лента.ndjson', `${first}${item(`${key}-2`, '<b>Разметка</b>')}`);
  await page.waitForURL(/\?id=\d+/);
  await expect(page.getByText('Ждёт решения')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Применить принятое…' })).toBeDisabled();
  await expect(row(page, title)).toContainText('Безопасно');
  await page.getByRole('button', { name: /^Отклонённые/ }).click();
  await expect(page.getByRole('list', { name: 'Строки' })).toContainText(
    'поле «Заголовок» (title): в тексте разметка',
  );
  await page.getByRole('button', { name: 'Принять всё безопасное' }).click();
  await expect(page.getByText('Принято 1')).toBeVisible();
  await page.getByRole('button', { name: 'Применить принятое…' }).click();
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Применить', exact: true }).click();
  await expect(page.getByText('Применён', { exact: true })).toBeVisible();

  const applied = page.url();
  const address = await row(page, title).getByRole('link', { name: 'страница' }).getAttribute('href');
  await expect
    .poll(async () => (await page.request.get(address ?? '')).status(), { timeout: 30_000 })
    .toBe(200);
  expect(await (await page.request.get(address ?? '')).text()).toContain(title);

  // The next file of the same source: the words that changed are marked, not by colour alone.
  await send(
    page,
    'лента.ndjson',
    item(key, title, { lead: 'Вводка новости, какой она пришла из файла во второй раз.' }),
  );
  await page.waitForURL((url) => url.href !== applied && url.search.startsWith('?id='));
  const changed = row(page, title);
  const fresh = changed.locator('ins', { hasText: 'стало: во второй' });
  await expect(fresh).toHaveCSS('text-decoration-line', 'underline');
  await expect(changed.locator('del', { hasText: 'было: в первый' })).toHaveCSS(
    'text-decoration-line',
    'line-through',
  );
  await expectNoBarriers(page);
  // By keyboard alone.
  await page.keyboard.press('j');
  await expect(changed).toBeFocused();
  await page.keyboard.press('a');
  await expect(changed.getByRole('button', { name: /^Принять:/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('s');
  await expect(changed.getByRole('button', { name: /^Пропустить:/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Отказаться от импорта' }).click();
  await expect(page.getByText('От этого импорта отказались')).toBeVisible();

  // The first one is taken back: the page is gone.
  await page.goto(applied);
  await page.getByRole('button', { name: 'Отменить импорт…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ок' }).click();
  await expect(page.getByText('Отменён', { exact: true })).toBeVisible();
  await expectNoBarriers(page);
  await expect
    .poll(async () => (await page.request.get(address ?? '')).status(), { timeout: 30_000 })
    .toBe(410);
});

test('a file that is no file of ours is refused in a sentence, and nothing is lost of what was chosen', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('editor'), baseURL ?? '');
  await page.goto('/profile/editors/imports/');
  await page.getByRole('button', { name: 'Сверить с каталогом' }).click();
  await expect(page.getByText('Выберите файл.')).toBeVisible();
  await send(page, 'чужой.json', '[{"имя":"Анна","возраст":30}]');
  await expect(page.getByText('По файлу не видно, какого он формата')).toBeVisible();
  await page.getByLabel('Формат').selectOption('mkb10');
  await page.getByRole('button', { name: 'Сверить с каталогом' }).click();
  await page.waitForURL(/\?id=\d+/);
  await expect(page.getByText('Это не МКБ-10')).toBeVisible();
  await expectNoBarriers(page);
});
