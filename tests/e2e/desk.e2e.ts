import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expectNothingWrong } from './axe.ts';
import {
  ask,
  choose,
  discard,
  expect,
  expectPublic,
  fieldOf,
  findId,
  newEditor,
  openRecord,
  previewOf,
  publish,
  saved,
  savingOf,
  takeBack,
  test,
  url,
} from './desk.ts';
import { endSessions, beginSession, factorCode, inDatabase, makePerson, password } from './people.ts';
import { signIn } from './visitor.ts';

// Longer than any of them takes on a machine that is busy with other things.
test.describe.configure({ timeout: 180_000 });

// Each journey has records of its own: none waits for another, and each leaves them as they were.
const records = {
  edited: '963',
  onPhone: '15',
  merged: '436',
  shared: '61',
  scheduled: '72',
  taken: '95',
  pasted: '52',
  linked: '635',
  byKeyboard: '29072',
  left: '586',
  drug: 'Элисо',
};
const address = (id: number) => `/deseases/${id}/`;
const relationTitle = 'Входит в группы';
const mark = () => `Правка ${Date.now().toString(36)}`;

test('an editor is one press from a public page to its record, of whatever kind; a doctor is offered none', async ({
  browser,
}) => {
  const { page } = await newEditor(browser);
  for (const address of ['/deseases/', '/drugs/', '/clinics/', '/research/', '/news/']) {
    await page.goto(address);
    const addresses = await page
      .locator(`main a[href^="${address}"]`)
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    const record = addresses.find((one) => /^\/\w+\/\d+\/$/.test(one));
    expect(record, address).toBeDefined();
    await page.goto(record ?? '');
    await expect(page.getByRole('link', { name: 'Изменить', exact: true })).toHaveAttribute(
      'href',
      `/profile/editors/record/?id=${record?.split('/')[2]}`,
    );
  }
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await page.getByRole('link', { name: 'Изменить', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Правка' })).toBeVisible();
  const name = (await page.getByRole('heading', { level: 1 }).innerText()).replace(/\s+/g, ' ');
  expect(title.replace(/\s+/g, ' ')).toContain(name);
  const doctor = await makePerson('doctor');
  const context = await browser.newContext({ baseURL: url });
  await beginSession(context, doctor, url);
  const other = await context.newPage();
  await other.goto('/deseases/');
  await other.locator('main a[href^="/deseases/"]', { hasText: 'Болезнь Гоше' }).first().click();
  await expect(
    other.getByRole('region', { name: 'Клинические случаи' }).getByRole('link').first(),
  ).toBeVisible();
  await expect(other.locator('html')).toHaveAttribute('data-role', 'doctor');
  await expect(other.getByRole('link', { name: 'Изменить', exact: true })).toHaveCount(0);
});

test(
  'an editor signs in with the second factor, changes a fact, sees it in the preview, publishes it, sees it live, and takes it back (B268)',
  { tag: '@smoke' },
  async ({ page }) => {
    const { email } = await makePerson('editor');
    await page.goto('/profile/login/?next=/profile/editors/records/');
    await signIn(page, email, password);
    const second = page.getByRole('form', { name: 'Второй шаг входа' });
    await second.getByLabel('Код подтверждения').fill(factorCode());
    await second.getByRole('button', { name: 'Войти на сайт' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/profile/editors/records/');

    const code = records.edited;
    const id = await findId(page, 'disease', code);
    await openRecord(page, id);
    await page.goto('/profile/editors/records/');
    await page.getByLabel('Название, код или номер').fill(code);
    await page.locator(`tr[data-id="${id}"]`).getByRole('link').click();

    const words = mark();
    await fieldOf(page, 'Что это').fill(words);
    await expect(savingOf(page)).toContainText('Сохранено');
    await expect(previewOf(page).getByText(words)).toBeVisible({ timeout: 30_000 });
    await expect(previewOf(page).getByText('ЧЕРНОВИК')).toBeVisible();
    expect(await (await page.request.get(address(id))).text()).not.toContain(words);

    await page.getByRole('tab', { name: 'Разница' }).click();
    await expect(page.locator('ins', { hasText: words })).toBeVisible();
    await publish(page, 'Проверка правки');
    await expect(page.getByText('Опубликовано', { exact: true }).first()).toBeVisible();
    await expectPublic(page, address(id), (html) => html.includes(words));

    await page.getByRole('tab', { name: 'История' }).click();
    const versions = page.getByRole('list', { name: 'Версии' }).locator('> li');
    await expect(versions.first()).toContainText('«Проверка правки»');
    await versions.nth(1).getByRole('button', { name: 'Взять в черновик' }).click();
    await expect.poll(async () => (await ask(page, `/api/editors/records/${id}`)).draft !== null).toBe(true);
    await publish(page, 'Проверка возврата');
    await expectPublic(page, address(id), (html) => !html.includes(words));
  },
);

test('two editors of one field: the second sees who edits, gets both versions field by field, and nothing is lost (F-1)', async ({
  page,
  context,
  browser,
}) => {
  await beginSession(context, await makePerson('editor'), url);
  const { page: other } = await newEditor(browser);
  await page.goto('/profile/editors/');
  const id = await findId(page, 'disease', records.merged);
  await openRecord(page, id);
  await openRecord(other, id);
  await expect(other.getByText(/Редактирует\s.+\sВаши\sправки\sсведутся\sпо\sполям/)).toBeVisible();
  // What the first has saved reaches the second with the next beat; here nothing comes until they save.
  await other.route('**/presence', (route) => route.abort());
  await fieldOf(page, 'Терапия').fill('Слова первого');
  await fieldOf(page, 'Название на английском').fill('First');
  await saved(page);
  await fieldOf(other, 'Терапия').fill('Слова второго');
  await fieldOf(other, 'Прогноз').fill('Прогноз второго');
  const merge = other.getByRole('alert').filter({ hasText: 'Две правки одного и того же' });
  await expect(merge).toBeVisible();
  await expect(merge.getByRole('group')).toHaveCount(1);
  await expect(merge).toContainText('Слова первого');
  await expect(merge).toContainText('Слова второго');
  await expectNothingWrong(other, new AxeBuilder({ page: other }).include('.draft-conflict'), 'the merge');
  await merge.getByText('Моё').click();
  await merge.getByRole('button', { name: 'Свести и сохранить' }).click();
  await expect(savingOf(other)).toContainText('Сохранено');
  const { draft } = (await ask(page, `/api/editors/records/${id}`)) as unknown as {
    draft: { fields: Record<string, unknown> };
  };
  expect(draft.fields).toMatchObject({
    therapy: 'Слова второго',
    prognosis: 'Прогноз второго',
    title_en: 'First',
  });
  await discard(page, id);
  await other.context().close();
});

test('a record that an editor has left is free for the next one at once', async ({
  page,
  context,
  browser,
}) => {
  await beginSession(context, await makePerson('editor'), url);
  const { page: other } = await newEditor(browser);
  await page.goto('/profile/editors/');
  const id = await findId(page, 'disease', records.left);
  await openRecord(page, id);
  await page.goto('/profile/editors/');
  await openRecord(other, id);
  const others = async () => {
    const presence = await ask(other, `/api/editors/records/${id}/presence`, {});
    return (presence as unknown as { others: unknown[] }).others;
  };
  await expect.poll(others).toEqual([]);
  await other.context().close();
});

test.describe('editors', () => {
  test.beforeEach(async ({ page, context }) => {
    await beginSession(context, await makePerson('editor'), url);
    await page.goto('/profile/editors/');
  });

  test('a whole edit by keyboard alone: find, open, go to a field, write, publish (B268)', async ({
    page,
  }) => {
    const id = await findId(page, 'disease', records.byKeyboard);
    await openRecord(page, id);
    await page.goto('/profile/editors/records/');
    await tabTo(page, 'Название, код или номер');
    await page.keyboard.type(records.byKeyboard);
    // Until the whole code has been looked for other records stand above.
    await expect(page.locator('tr[data-id]')).toHaveCount(1);
    await tabTo(page, 'Все');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/record/?id=${id}`);
    await expect(page.getByRole('form', { name: 'Поля записи' })).toBeVisible();
    const words = mark();
    await tabTo(page, 'Перейти к полю');
    await page.keyboard.type('прогноз');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(fieldOf(page, 'Прогноз')).toBeFocused();
    await page.keyboard.type(words);
    await saved(page);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByLabel('Почему изменено')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('form', { name: 'Опубликовать' })).toBeHidden();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.type('С клавиатуры');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/На\sсайте\sв/)).toBeFocused();
    await expectPublic(page, address(id), (html) => html.includes(words));
    await takeBack(page, id);
  });

  test('a drug needs a second editor: the first cannot publish it, the second can', async ({
    page,
    browser,
  }) => {
    const id = await findId(page, 'drug', records.drug);
    await openRecord(page, id);
    const words = mark();
    await fieldOf(page, 'Держатель').fill(words);
    await saved(page);
    await expect(page.getByRole('button', { name: 'Опубликовать', exact: true })).toBeDisabled();
    await expect(page.getByText('второй редактор')).toBeVisible();
    await page.getByRole('button', { name: 'На проверку' }).click();
    await page.getByLabel('Что посмотреть').fill('Сверьте держателя');
    await page.getByRole('button', { name: 'Отправить' }).click();
    await expect(page.getByText('должен другой редактор')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Опубликовать', exact: true })).toBeDisabled();

    const { page: second } = await newEditor(browser);
    await second.goto('/profile/editors/');
    await expect(
      second.getByRole('region', { name: 'Ждут вашей проверки' }).or(second.locator('main')),
    ).toContainText('Элисо');
    await second.goto(`/profile/editors/record/?id=${id}`);
    await expect(second.getByText('Сверьте держателя')).toBeVisible();
    await publish(second);
    await expectPublic(second, `/drugs/${id}/`, (html) => html.includes(words));
    await takeBack(page, id, second);
    await second.context().close();
  });

  test('what is scheduled is shown with its time, can be cancelled, and goes out when it is due', async ({
    page,
  }) => {
    const id = await findId(page, 'disease', records.scheduled);
    await openRecord(page, id);
    const words = mark();
    await fieldOf(page, 'Что это').fill(words);
    await saved(page);
    // What an earlier try has left.
    const { schedule } = (await ask(page, `/api/editors/records/${id}`)) as unknown as {
      schedule: { id: number }[];
    };
    for (const one of schedule)
      await ask(page, `/api/editors/records/${id}/schedule/cancel`, { schedule: one.id });
    await page.reload();
    const plan = async () => {
      await choose(page, 'Запланировать');
      const form = page.getByRole('form', { name: 'Запланировать' });
      await form.getByLabel('Когда').fill('2031-03-04T05:06');
      await form.getByRole('button', { name: 'Назначить' }).click();
      await expect(page.getByText(/Опубликуется\s4\sмарта\s2031/)).toBeVisible();
    };
    await plan();
    await page.getByRole('button', { name: 'Отменить', exact: true }).click();
    await expect(page.getByText(/Опубликуется/)).toBeHidden();
    await plan();
    // The time comes.
    await inDatabase((database) =>
      database.transaction((tx) =>
        tx
          .updateTable('schedules')
          .set({ due_at: new Date().toISOString() })
          .where('record_id', '=', id)
          .where('done_at', 'is', null)
          .execute(),
      ),
    );
    await expectPublic(page, address(id), (html) => html.includes(words));
    await takeBack(page, id);
  });

  test('a shared draft opens for an anonymous visitor, says ЧЕРНОВИК on its face, and closes with its time', async ({
    page,
    browser,
  }) => {
    const id = await findId(page, 'disease', records.shared);
    await openRecord(page, id);
    const words = mark();
    await fieldOf(page, 'Что это').fill(words);
    await saved(page);
    await page.getByText('Поделиться предпросмотром').click();
    await page.getByRole('button', { name: 'Сделать ссылку' }).click();
    const link = new URL(await page.getByLabel(/^Ссылка,\sдо/).inputValue());
    const context = await browser.newContext({ baseURL: url, locale: 'ru-RU' });
    const visitor = await context.newPage();
    await visitor.goto(link.pathname + link.search);
    await expect(visitor.getByText(words)).toBeVisible();
    await expect(visitor.getByText('ЧЕРНОВИК: не опубликовано')).toBeVisible();
    await inDatabase((database) =>
      database.transaction((tx) =>
        tx
          .updateTable('previews')
          .set({ expires_at: new Date(0).toISOString() })
          .where('record_id', '=', id)
          .execute(),
      ),
    );
    const gone = await visitor.goto(link.pathname + link.search);
    expect(gone?.status()).toBe(410);
    await expect(visitor.getByText('Попросите редактора прислать новую')).toBeVisible();
    await expect(visitor.getByText(words)).toBeHidden();
    await context.close();
    await discard(page, id);
  });

  test('markup, a megabyte, oneself: refused with a sentence, and nothing is lost', async ({
    page,
    complaints,
  }) => {
    const id = await findId(page, 'disease', records.pasted);
    await openRecord(page, id);
    const text = fieldOf(page, 'Что это');
    await text.fill('Слова, которые остаются.');
    // A plain field until its tools have come; only then it looks at what is pasted.
    await expect(text).toHaveAttribute('contenteditable', 'true');
    await paste(text, { 'text/plain': 'я'.repeat(1_000_000) });
    await expect(page.getByText(/Вставлено\s1\s000\s000\sзнаков,\sа\sвмещается/)).toBeVisible();
    await expect(text).toHaveText('Слова, которые остаются.');
    await text.press('Control+End');
    await paste(text, {
      'text/html':
        '<p onclick="window.__xss=1">Вставлено <b>жирное</b><img src=x onerror="window.__xss=1"><script>window.__xss=1</script><svg onload="window.__xss=1"></svg><a href="javascript:window.__xss=1">ссылка</a></p>',
      'text/plain': 'Вставлено жирное ссылка',
    });
    await expect(text.locator('strong')).toHaveText('жирное');
    expect(await text.locator('img, script, svg, a, [onclick]').count()).toBe(0);
    await saved(page);
    await expect(previewOf(page).getByText('Вставлено')).toBeVisible({ timeout: 30_000 });
    expect(await page.evaluate(() => '__xss' in window)).toBe(false);
    // The page's policy says of each handler in what was pasted that it would not run.
    expect(complaints.filter((one) => !one.startsWith('Executing inline event handler violates'))).toEqual(
      [],
    );
    complaints.length = 0;
    // What is wrong is said without taking the hands from what is typed.
    const title = page.getByRole('textbox', { name: 'Название', exact: true });
    const own = await title.inputValue();
    await title.fill('');
    await expect(page.getByText('Чтобы опубликовать, исправьте')).toBeVisible();
    await expect(title).toBeFocused();
    // A record is not offered to itself.
    const relation = page.getByRole('combobox', { name: relationTitle });
    await relation.fill(own);
    await expect(page.getByText('Ничего не нашлось')).toBeVisible();
    await relation.press('Escape');
    await discard(page, id);
  });

  test('a relation to a record that was taken off meanwhile is refused by name, and its address says that it is gone (G69)', async ({
    page,
  }) => {
    const title = `Проверочная запись ${Date.now().toString(36)}`;
    const made = await ask(page, '/api/editors/records', {
      kind: 'disease',
      fields: JSON.stringify({ title, title_status: 'unsure' }),
    });
    await ask(page, `/api/editors/records/${made.id}/publish`, { expected_version: 0 });
    await expectPublic(page, address(made.id), (html) => html.includes(title));
    const id = await findId(page, 'disease', records.linked);
    await openRecord(page, id);
    const relation = page.getByRole('combobox', { name: relationTitle });
    await relation.fill(title);
    await page.getByRole('option', { name: title }).click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await saved(page);
    await ask(page, `/api/editors/records/${made.id}/unpublish`, { reason: 'Заведена по ошибке' });
    await page.getByRole('button', { name: 'Опубликовать', exact: true }).click();
    await page.getByRole('button', { name: 'Опубликовать сейчас' }).click();
    await expect(page.getByText(`«${title}» в архиве. Выберите другую запись`).first()).toBeVisible();
    await expect
      .poll(async () => (await page.request.get(address(made.id))).status(), { timeout: 30_000 })
      .toBe(410);
    await discard(page, id);
  });

  test('an editor whose role is taken while typing sees a message and keeps the text; one whose session has ended signs in over it', async ({
    browser,
  }) => {
    const { page, person } = await newEditor(browser);
    await page.goto('/profile/editors/');
    const id = await findId(page, 'disease', records.taken);
    await openRecord(page, id);
    const role = async (type: 'doctor' | 'editor') =>
      await inDatabase((database) =>
        database.transaction((tx) =>
          tx.updateTable('users').set({ type }).where('id', '=', person.id).execute(),
        ),
      );
    await role('doctor');
    const words = mark();
    await fieldOf(page, 'Что это').fill(words);
    await expect(savingOf(page)).toContainText(
      /Не\sсохранено.*попросите\sадминистратора\sвернуть\sвам\sроль/,
    );
    await expect(fieldOf(page, 'Что это')).toHaveText(words);
    await role('editor');
    await page.getByRole('button', { name: 'Повторить' }).click();
    await expect(savingOf(page)).toContainText('Сохранено');
    await endSessions(person);
    await fieldOf(page, 'Что это').fill(`${words} и ещё`);
    const login = page.getByRole('dialog').filter({ hasText: 'Вход в личный кабинет' });
    await expect(login).toBeVisible();
    await signIn(page, person.email, password);
    await page.getByLabel('Код подтверждения').fill(factorCode());
    await page
      .getByRole('form', { name: 'Второй шаг входа' })
      .getByRole('button', { name: 'Войти на сайт' })
      .click();
    await expect(savingOf(page)).toContainText('Сохранено');
    const { draft } = (await ask(page, `/api/editors/records/${id}`)) as unknown as {
      draft: { fields: { about: string } };
    };
    expect(draft.fields.about).toBe(`${words} и ещё`);
    await discard(page, id);
    await page.context().close();
  });

  test('only an administrator is offered the whole catalogue as it was, and sees first what would change', async ({
    page,
    context,
  }) => {
    await page.goto('/profile/editors/publication/');
    await expect(page.getByRole('list', { name: 'Что и когда вышло' }).locator('> li').first()).toBeVisible();
    await expect(page.getByText('Вернуть каталог к этому состоянию')).toHaveCount(0);
    await beginSession(context, await makePerson('admin'), url);
    await page.reload();
    const last = page
      .getByRole('list', { name: 'Что и когда вышло' })
      .locator('> li')
      .filter({ hasText: 'Вернуть каталог' })
      .first();
    await last.getByText('Вернуть каталог к этому состоянию').click();
    await last.getByLabel('Почему').fill('Проверка');
    await last.getByRole('button', { name: 'Показать, что изменится' }).click();
    await expect(last.getByText(/Записей:\s\d+/)).toBeVisible();
  });
});

/** Presses Tab until the control with this name has the focus: what cannot be reached so is never found. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let count = 0; count < 100; count += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
      return labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (found.trim().startsWith(name)) return;
  }
  throw new Error(`«${name}» cannot be reached by Tab`);
}

/** Pastes as a browser does: with the forms of the same text that the clipboard holds. */
async function paste(target: ReturnType<Page['locator']>, forms: Record<string, string>): Promise<void> {
  await target.evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, forms);
}

test(
  'on a phone a row of the list of records is read from above down, and nothing is scrolled aside',
  { tag: '@phone' },
  async ({ page, context }) => {
    await beginSession(context, await makePerson('editor'), url);
    await page.goto('/profile/editors/records/');
    const list = page.getByRole('region', { name: 'Записи' });
    await expect(list.getByRole('checkbox', { name: 'Отметить все на странице' })).toBeVisible();
    expect(await list.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
  },
);

test(
  'on a phone the page of a draft takes the place of its form until the form is wanted again',
  { tag: '@phone' },
  async ({ page, context }) => {
    await beginSession(context, await makePerson('editor'), url);
    await page.goto('/profile/editors/');
    const id = await findId(page, 'disease', records.onPhone);
    await openRecord(page, id);
    const words = mark();
    await fieldOf(page, 'Что это').fill(words);
    await expect(savingOf(page)).toContainText('Сохранено');
    const toggle = page.getByRole('button', { name: 'Страница', exact: true });
    await toggle.click();
    await expect(previewOf(page).getByText(words)).toBeVisible();
    await expect(previewOf(page).getByText('ЧЕРНОВИК')).toBeVisible();
    await expect(fieldOf(page, 'Что это')).toBeHidden();
    await toggle.click();
    await expect(fieldOf(page, 'Что это')).toHaveText(words);
    await discard(page, id);
  },
);
