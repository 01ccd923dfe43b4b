import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { ask, choose, expect, fieldOf, newEditor, previewOf, saved, savingOf, test } from './desk.ts';
import { inDatabase } from './people.ts';

test.describe.configure({ timeout: 180_000 });

/** A disease of the journey's own, which readers never see. */
async function openOwn(
  page: Page,
  fields: Record<string, unknown> = {},
): Promise<{ id: number; title: string }> {
  await page.goto('/profile/editors/');
  const title = `Проверочная запись ${randomUUID().slice(0, 8)}`;
  const { id } = await ask(page, '/api/editors/records', {
    kind: 'disease',
    fields: JSON.stringify({ title, title_status: 'unsure', ...fields }),
  });
  await page.goto(`/profile/editors/record/?id=${id}`);
  await expect(page.getByRole('form', { name: 'Поля записи' })).toBeVisible();
  return { id, title };
}

const draftOf = async (page: Page, id: number) => {
  const { draft, fields } = (await ask(page, `/api/editors/records/${id}`)) as unknown as {
    draft: { fields: Record<string, unknown> } | null;
    fields: Record<string, unknown>;
  };
  return draft?.fields ?? fields;
};

test('Ctrl+Z takes back changes of whatever field, a text its own words first; what is taken back is saved and can come again', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  const { id } = await openOwn(page, { prognosis: 'Прогноз прежний.', synonyms: ['Первый'] });
  const prognosis = fieldOf(page, 'Прогноз');
  const synonyms = fieldOf(page, 'Синонимы и сокращения');
  await synonyms.fill('Первый\nВторой');
  await page.getByRole('button', { name: 'Добавить источник' }).click();
  const source = page.locator('#source-0-title');
  await source.fill('Руководство');
  // A plain field until its tools have come; only then the text has a history of its own.
  await expect(prognosis).toHaveAttribute('contenteditable', 'true');
  await prognosis.click();
  await page.keyboard.press('Control+End');
  // At once: a slow browser would make several steps of letters.
  await page.keyboard.insertText(' Слово');
  await expect(prognosis).toHaveText('Прогноз прежний. Слово');

  // Within the text its own words go first.
  await page.keyboard.press('Control+z');
  await expect(prognosis).toHaveText('Прогноз прежний.');
  // It has none left: the form goes on, to the field before.
  const undo = page.getByRole('button', { name: /^Отменить:\s/ });
  await expect(undo).toHaveAccessibleName('Отменить: Источники');
  await page.keyboard.press('Control+z');
  await expect(source).toHaveValue('');
  await page.keyboard.press('Control+z');
  await expect(source).toHaveCount(0);
  await expect(undo).toHaveAccessibleName('Отменить: Синонимы и сокращения');
  await undo.click();
  await expect(synonyms).toHaveValue('Первый');
  await expect(undo).toBeDisabled();
  // All is as it was: no draft may be left, and then there is no time of saving to show.
  await expect(savingOf(page)).toHaveAttribute('data-state', 'saved');
  await expect.poll(async () => (await draftOf(page, id))['synonyms']).toEqual(['Первый']);

  const redo = page.getByRole('button', { name: /^Вернуть:\s/ });
  await expect(redo).toHaveAccessibleName('Вернуть: Синонимы и сокращения');
  await page.keyboard.press('Control+Shift+z');
  await redo.click();
  await redo.click();
  await expect(redo).toBeDisabled();
  await saved(page);
  await page.reload();
  await expect(fieldOf(page, 'Синонимы и сокращения')).toHaveValue('Первый\nВторой');
  await expect(page.locator('#field-sources')).toContainText('Руководство');
});

test('the page beside the form goes to the paragraph under the cursor and marks it, on a phone and on a screen', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  await page.setViewportSize({ width: 1280, height: 800 });
  const long = Array.from({ length: 40 }, (_, at) => `Абзац номер ${at + 1} о жизни.`).join('\n\n');
  await openOwn(page, { living: long, prognosis: 'Прогноз благоприятный.' });
  const frame = page.locator('iframe[title="Предпросмотр страницы"]');
  const marked = previewOf(page).locator('[data-edited]');
  await fieldOf(page, 'Прогноз').click();
  await expect(marked).toHaveText(/Прогноз\sблагоприятный/);
  await expect(marked).toBeInViewport();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Так думают.');
  await expect(savingOf(page)).toContainText('Сохранено');
  await expect(marked).toHaveText(/Так\sдумают/);
  await expect(marked).toBeInViewport();
  await fieldOf(page, 'Жизнь с болезнью').getByText('Абзац номер 30 о жизни.').click();
  await expect(marked).toHaveText(/Абзац\sномер\s30/);

  expect((await frame.boundingBox())?.width).toBeLessThan(400);
  const widths = page.getByRole('group', { name: 'Ширина страницы' });
  await widths.getByRole('button', { name: 'Компьютер' }).click();
  await expect
    .poll(() => frame.evaluate((one: HTMLIFrameElement) => one.contentWindow?.innerWidth))
    .toBe(1280);
  await expect(marked).toBeInViewport();
  // It takes no more of the window than its place.
  expect((await frame.boundingBox())?.width).toBeLessThan(640);
});

test('over the form stand one row of actions and no footer of the site (A32)', async ({ browser }) => {
  const { page } = await newEditor(browser);
  await page.setViewportSize({ width: 1280, height: 800 });
  const { id } = await openOwn(page);
  await fieldOf(page, 'Прогноз').click();
  await page.keyboard.type('Есть правка');
  await saved(page);
  await ask(page, `/api/editors/records/${id}`);
  await page.mouse.wheel(0, 3000);
  const bar = page.locator('.desk-bar');
  await expect.poll(async () => (await bar.boundingBox())?.y).toBeLessThanOrEqual(1);
  expect((await bar.boundingBox())?.height).toBeLessThan(72);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('a copy of a record opens as a draft with its words, and the record stays as it was', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  const { id, title } = await openOwn(page, { prognosis: 'Прогноз прежний.' });
  await choose(page, 'Сделать копию');
  const panel = page.getByRole('form', { name: 'Сделать копию' });
  await expect(panel.getByLabel('Название')).toHaveValue(`${title} (копия)`);
  await panel.getByLabel('Название').fill(`${title}, детская форма`);
  await panel.getByRole('button', { name: 'Создать копию' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title}, детская форма`);
  await expect(fieldOf(page, 'Прогноз')).toHaveText('Прогноз прежний.');
  expect(new URL(page.url()).searchParams.get('id')).not.toBe(String(id));
  expect(await draftOf(page, id)).toMatchObject({ title });
});

test('any two versions are compared, with their texts as readers see them', async ({ browser }) => {
  const { page } = await newEditor(browser);
  const { id } = await openOwn(page, { prognosis: 'Первый абзац.\n\nЧисло **важно**: 10[9]{^}/л.' });
  const texts = ['Первый абзац.\n\nЧисло **точно**: 10[9]{^}/л.', 'Первый абзац.\n\n- пункт'];
  for (const prognosis of texts) {
    const { version } = await ask(page, `/api/editors/records/${id}`);
    const { draft } = await ask(page, `/api/editors/records/${id}/draft`, {
      fields: JSON.stringify({ prognosis }),
      expected_version: 0,
      base_version: version,
    });
    await ask(page, `/api/editors/records/${id}/publish`, { expected_version: draft?.version ?? 0 });
  }
  await page.reload();
  await page.getByRole('tab', { name: 'История' }).click();
  await page.getByRole('button', { name: 'Сравнить версию 3' }).click();
  await expect(page.getByText('Выбрана версия 3. Выберите вторую.')).toBeVisible();
  await page.getByRole('button', { name: 'Сравнить версию 1' }).click();
  const compared = page.getByRole('region', { name: 'Версия 1 и версия 3' });
  await expect(compared.getByText('Мария Проверочная')).toHaveCount(2);
  const before = compared.getByRole('group', { name: 'Прогноз: Было' });
  await expect(before.locator('del strong')).toHaveText('важно');
  await expect(before.locator('del sup')).toHaveText('9');
  const after = compared.getByRole('group', { name: 'Прогноз: Стало' });
  await expect(after.locator('ins li')).toHaveText('пункт');
  await expect(after.locator('div > p', { hasText: 'Первый абзац.' })).toBeVisible();
  await expect(after.locator('ins')).toHaveCount(1);
  await ask(page, `/api/editors/records/${id}/unpublish`, { reason: 'Заведена для проверки' });
});

for (const field of ['Прогноз', 'Источники'])
  test(`a comment at «${field}» names a colleague, who gets a notification, comes to the place, answers and calls it done`, async ({
    browser,
  }) => {
    await talkAt(browser, field);
  });

async function talkAt(browser: Browser, field: string): Promise<void> {
  const { page, person: author } = await newEditor(browser);
  const { page: other, person } = await newEditor(browser);
  const name = `Названная ${randomUUID().slice(0, 8)}`;
  await inDatabase((database) =>
    database.transaction((tx) =>
      tx.updateTable('users').set({ last_name: name }).where('id', '=', person.id).execute(),
    ),
  );
  expect(author.id).not.toBe(person.id);
  const { title } = await openOwn(page, { prognosis: 'Прогноз прежний.' });
  // The tools of texts move what is below them when they have come.
  await expect(fieldOf(page, 'Прогноз')).toHaveAttribute('contenteditable', 'true');
  await page.getByRole('button', { name: `Замечание у поля ${field}`, exact: true }).click();
  const talk = page.getByRole('group', { name: `Замечания: ${field}` });
  await talk.getByRole('textbox', { name: 'Новое замечание' }).fill('Откуда это?');
  await talk.getByRole('combobox', { name: 'Кого назвать' }).fill(name);
  await page.getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await talk.getByRole('button', { name: 'Оставить замечание' }).click();
  await expect(talk.getByRole('article')).toContainText('Откуда это?');
  await expect(page.getByRole('button', { name: `Замечаний: 1 у поля ${field}` })).toBeVisible();

  await other.goto('/profile/notifications/');
  await other.getByRole('link', { name: new RegExp(`Вас назвали в замечании: «${title}»`) }).click();
  const place =
    field === 'Источники'
      ? other.getByRole('group', { name: 'На чём основаны сведения' })
      : fieldOf(other, field);
  await expect(place).toBeInViewport();
  await other.getByRole('button', { name: `Замечаний: 1 у поля ${field}` }).click();
  const theirs = other.getByRole('group', { name: `Замечания: ${field}` });
  await theirs.getByRole('textbox', { name: 'Ответ' }).fill('Из регистра');
  await theirs.getByRole('button', { name: 'Ответить' }).click();
  await expect(theirs.getByRole('article')).toContainText('Из регистра');
  await theirs.getByRole('button', { name: 'Решено' }).click();
  await expect(theirs.getByRole('article')).toContainText(`Решено: Мария ${name}`);
  await expect(other.getByRole('button', { name: `Замечание у поля ${field}`, exact: true })).toBeVisible();
}
