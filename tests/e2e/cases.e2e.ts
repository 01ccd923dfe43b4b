import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { markup } from '../sample/markup.ts';
import { expectNoBarriers } from './axe.ts';
import { draftsOf } from './kept.ts';
import { endSessions, beginSession, makePerson, password, type Person } from './people.ts';
import { dropSession } from './visitor.ts';
import { accept, makeSubmitted, publishCase } from './submitted.ts';

const savingOf = (page: Page) => page.locator('.saving-status');

/** Fills in what is needed for review, and nothing of it is personal. */
async function fillNeeded(page: Page, title: string): Promise<void> {
  await page.getByLabel('Название').fill(title);
  await page.getByLabel('Возраст пациента').selectOption('young');
  await page.getByLabel('Пол', { exact: true }).selectOption('female');
  await page.getByLabel('Жалобы').fill('Слабость в ногах нарастает около года.');
  await page.getByLabel('Сведения обезличены').check();
}

/**
 * Writes into the editor and waits until the server has these very words: what the line says may still be of the saving
 * before, and the portal saves by itself meanwhile.
 */
async function save(page: Page, words: string, write: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(
    (response) =>
      /\/api\/(cases\/add|user\/cases\/\d+)$/.test(response.url()) &&
      response.ok() &&
      (response.request().postData() ?? '').includes(words),
  );
  await write();
  await page.keyboard.press('Control+KeyS');
  await saved;
  await expect(savingOf(page)).toHaveText(/^Сохранено\sсегодня\sв\s\d\d:\d\d$/);
}

test('where reading takes verification, a doctor reads why and how to get it, and nothing is asked in vain (G73)', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('doctor', { isVerified: false }), baseURL ?? '');
  // The portal of the journeys lets every doctor read: the account says otherwise here.
  await page.route('**/api/user', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, reads_cases: false } } });
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/cases\b/.test(request.url())) asked.push(request.url());
  });
  const main = page.getByRole('main');
  for (const address of ['/cases/', '/cases/17/']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Случаи читают подтверждённые врачи' })).toBeVisible();
    await expect(main.getByRole('link', { name: 'Я врач: сменить тип' })).toBeHidden();
    await expect(main.getByRole('link', { name: 'Подтвердить профессию' })).toHaveAttribute(
      'href',
      '/profile/application/',
    );
  }
  await expectNoBarriers(page);
  await page.goto('/deseases/');
  await main.locator('a[href^="/deseases/"]').getByText('Болезнь Гоше').first().click();
  await page.waitForURL(/\/deseases\/\d+\/$/);
  const teaser = page.getByRole('region', { name: 'Клинические случаи' });
  await expect(teaser.getByText('Случаи коллег читают подтверждённые врачи.')).toBeVisible();
  await expect(teaser.getByRole('link', { name: 'Задать вопрос коллегам' })).toBeVisible();
  await expect(teaser.getByRole('link', { name: 'Случаи с этой болезнью' })).toBeHidden();
  await page.goto(`/search/?q=${encodeURIComponent('гоше')}`);
  await expect(page.locator('html')).toHaveAttribute('data-cases-closed');
  expect(asked).toEqual([]);
});

test(
  'anonymous visitors and partners see the lock at the addresses of cases, and no word of them (B008, B018, B019, B122, B123, B204, B206)',
  { tag: '@smoke' },
  async ({ page, context, baseURL }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    for (const address of ['/cases/', '/cases/17/']) {
      await page.goto(address);
      await expect(
        page.getByRole('heading', { name: 'Сервис доступен только медицинскому специалисту!' }),
      ).toBeVisible();
      await expect(page.getByRole('main')).toContainText(
        'Пройдите регистрацию или войдите в существующий аккаунт, чтобы получить доступ ко всем закрытым сервисам и материалам.',
      );
    }
    expect(calls).toEqual([]);

    await beginSession(context, await makePerson('patient'), baseURL ?? '');
    for (const address of ['/cases/', '/cases/17/']) {
      await page.goto(address);
      await expect(
        page.getByRole('main').getByText('Раздел открыт для врачей. Ваша учётная запись — партнёр.'),
      ).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Вход' })).toBeHidden();
    }
    await page.goto('/profile/cases/');
    await expect(
      page.getByRole('main').getByText('Раздел открыт для врачей. Ваша учётная запись — партнёр.'),
    ).toBeVisible();
    await expect(page.locator('[data-island^="cases/"]')).toBeEmpty();
    expect(calls.filter((url) => url.includes('/cases'))).toEqual([]);
  },
);

test(
  'the menu, the footer and the profile follow the role (B081, B082, B083, B084, B101, B102, B103, B124, B129, B130, B205)',
  { tag: '@smoke' },
  async ({ page, context, baseURL }) => {
    const section = page
      .getByRole('navigation', { name: 'Основная' })
      .getByRole('link', { name: /^Клинические\sслучаи/ });
    const add = page.getByRole('link', { name: 'Добавить материал' });
    const blocked = page.getByRole('dialog', { name: 'Сервис доступен только медицинскому специалисту!' });

    await beginSession(context, await makePerson('patient'), baseURL ?? '');
    await page.goto('/page/');
    await page.getByRole('button', { name: /Аккаунт/ }).click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Подписки' })).toBeVisible();
    await expect(
      page.locator('[data-account]').getByRole('link', { name: 'Клинические случаи' }),
    ).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(add).toBeHidden();
    await section.click();
    await expect(blocked).toContainText('Раздел открыт для врачей. Ваша учётная запись — партнёр.', {
      useInnerText: true,
    });
    await expect(blocked.getByRole('link', { name: 'Я врач: сменить тип' })).toBeVisible();
    await expect(blocked.getByRole('link', { name: 'Вход' })).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/page/');

    await context.clearCookies();
    await beginSession(context, await makePerson('doctor'), baseURL ?? '');
    await page.goto('/page/');
    await page.getByRole('button', { name: /Аккаунт/ }).click();
    await expect(
      page.locator('[data-account]').getByRole('link', { name: 'Клинические случаи' }),
    ).toHaveAttribute('href', '/profile/cases/');
    await page.keyboard.press('Escape');
    await expect(add).toHaveAttribute('href', '/profile/cases/');
    await section.click();
    await expect(page).toHaveURL(/\/cases\/$/);
    await expect(section).toHaveAttribute('aria-current', 'page');
    await expect(section.locator('.icon')).toHaveCount(0);
  },
);

test(
  'a doctor goes from an empty profile over a remark of the editor to a published case (B009, B039, B040, B041, B042, B073)',
  { tag: '@smoke' },
  async ({ page, context, browser, baseURL }) => {
    const title = `Слабость в ногах без диагноза ${Date.now()}`;
    await beginSession(context, await makePerson('doctor'), baseURL ?? '');
    await page.goto('/profile/cases/');
    await expect(page.getByText('Вы ещё не описали ни одного случая.')).toBeVisible();
    await page.getByRole('link', { name: 'Описать новый случай' }).click();
    await page.getByLabel('Название').fill(title);
    await page.getByRole('button', { name: 'Отправить на проверку' }).click();
    const summary = page.getByRole('group', { name: 'Случай не отправлен' });
    await expect(summary).toBeFocused();
    await summary.getByRole('link', { name: /Возраст/ }).press('Enter');
    await expect(page.getByLabel('Возраст пациента')).toBeFocused();
    await expect(page).toHaveURL(/\/profile\/cases\/edit\/\?id=\d+/);
    await fillNeeded(page, title);
    await page.getByRole('button', { name: 'Добавить в ход событий: симптом' }).click();
    await page.getByLabel('Когда').last().fill('в 20 лет');
    await page.getByLabel('Коротко').last().fill('Устаёт на лестнице');
    await save(page, '"presence"', async () => {
      await page.getByRole('combobox', { name: 'Добавить признак' }).fill('мышечная слабость');
      await page.locator('#case-signs-menu').getByRole('option', { name: /HP:/ }).first().click();
      await expect(page.getByRole('radiogroup', { name: /есть\sили\sнет/ })).toBeVisible();
    });
    await page.getByRole('button', { name: 'Отправить на проверку' }).click();
    await expect(page).toHaveURL(/\/profile\/cases\/detail\/\?id=\d+/);
    const id = Number(/id=(\d+)/.exec(page.url())?.[1]);
    await expect(page.locator('.case-byline')).toContainText('На проверке');
    // A16: on review there is no form to write into in vain, and the way to take the case back stands there.
    await page.goto(`/profile/cases/edit/?id=${id}`);
    await expect(page.getByText('Случай на проверке. Чтобы править его,')).toBeVisible();
    await expect(page.getByLabel('Жалобы')).toHaveCount(0);
    await page.getByRole('link', { name: 'сначала отзовите' }).click();
    await expect(page.getByRole('button', { name: 'Отозвать с проверки' })).toBeVisible();

    const desk = await browser.newContext({
      ...(page.viewportSize() ? { viewport: page.viewportSize() } : {}),
      locale: 'ru-RU',
    });
    await beginSession(desk, await makePerson('editor'), baseURL ?? '');
    const editor = await desk.newPage();
    await editor.goto(new URL('/profile/editors/cases/', baseURL).href);
    await expect(editor.getByRole('row', { name: new RegExp(title) })).toContainText('в срок');
    await editor.getByRole('link', { name: title }).click();
    await editor.getByText('Замечание: Жалобы').click();
    await editor.getByLabel('Замечание к разделу «Жалобы»').fill('Уточните, с какой стороны слабость.');
    await editor.getByRole('button', { name: /Вернуть\sс\sзамечаниями/ }).click();
    await expect(editor.locator('.case-byline')).toContainText('Нужны правки');

    await page.reload();
    await expect(page.getByText('Уточните, с какой стороны слабость.')).toBeVisible();
    await page.getByRole('button', { name: 'Ответить редактору' }).click();
    await page.getByLabel('Ответ редактору').fill('Слабость с обеих сторон.');
    await page.getByRole('button', { name: 'Сохранить ответ' }).click();
    await expect(page.getByText('Вы: Слабость с обеих сторон.')).toBeVisible();
    await page.getByRole('button', { name: 'Отметить учтённым' }).click();
    await expect(page.getByText('Учтено.')).toBeVisible();
    await page.getByRole('link', { name: 'Изменить', exact: true }).click();
    await page.getByLabel('Жалобы').fill('Слабость в обеих ногах нарастает около года.');
    await page.getByRole('button', { name: 'Отправить на проверку' }).click();
    await expect(page).toHaveURL(/detail/);
    await editor.goto(new URL(`/profile/editors/cases/?id=${id}`, baseURL).href);
    const checks = editor.getByRole('group', { name: 'Проверка перед публикацией' }).getByRole('checkbox');
    await expect(checks.first()).toBeVisible();
    const changes = editor.getByRole('region', { name: 'Что изменено после возврата' });
    await expect(changes.getByRole('insertion')).toContainText('обеих');
    const former = editor.getByRole('list', { name: 'Прежние замечания' });
    await expect(former).toContainText('Уточните, с какой стороны слабость.');
    await expect(former).toContainText('Автор: Слабость с обеих сторон.');
    for (const check of await checks.all()) await check.check();
    await editor.getByRole('button', { name: 'Принять' }).click();
    await expect(editor.locator('.case-byline')).toContainText('Опубликован');
    await desk.close();

    await page.goto(`/cases/${id}/`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByText('Слабость в обеих ногах нарастает около года.')).toBeVisible();
    await expect(page.getByText('Устаёт на лестнице')).toBeVisible();
    // Doctors find it in the search, under the name of its kind.
    await page.keyboard.press('Control+k');
    await page.keyboard.type(title);
    const found = page.getByRole('group', { name: 'Клинический случай' }).getByRole('option').first();
    await expect(found).toHaveAttribute('href', `/cases/${id}/`);
  },
);

test('colleagues filter the list, ask and answer, and the author closes the question with its outcome', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow();
  const title = `Вопрос о следующем шаге ${Date.now()}`;
  const author = await makePerson('doctor');
  await beginSession(context, author, baseURL ?? '');
  await page.goto('/cases/');
  const id = await makeSubmitted(page, title);
  await publishCase(browser, id);

  const other = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: page.viewportSize(),
    locale: 'ru-RU',
  });
  await beginSession(other, await makePerson('doctor'), baseURL ?? '');
  const reader = await other.newPage();
  await reader.goto('/cases/');
  await reader.getByRole('checkbox', { name: /18–39\sлет/ }).check();
  await expect(reader).toHaveURL(/age_band=young/);
  await expectNoBarriers(reader);
  const row = reader.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText(/Ответа\sждут\sещё\s4\d.час/);
  await reader.getByRole('link', { name: title }).click();
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(reader.getByText(/^(Спросили\s\d+.врач|Врачей,\sкоторых\sможно\sспросить)/)).toBeVisible();
  await reader.goBack();
  await expect(reader.getByRole('list', { name: 'Выбрано' })).toContainText('18–39 лет');
  await reader.goForward();
  await reader.getByRole('button', { name: /^В\sсохранённые/ }).click();
  await reader.getByRole('button', { name: 'Сохранить случай' }).click();
  await expect(reader.getByRole('button', { name: /^В\sсохранённых/ })).toBeVisible();
  await reader
    .getByLabel('Что это может быть или что делать')
    .fill('Проверить активность кислой альфа-глюкозидазы.');
  await reader.getByLabel('На чём основан ответ').selectOption('seen');
  await reader.getByRole('button', { name: 'Ответить' }).click();
  await expect(reader.getByText('Проверить активность кислой альфа-глюкозидазы.')).toBeVisible();
  await expect(reader.getByText(/^Первый\sответ\sпришёл\sчерез/)).toBeVisible();
  await reader.getByRole('button', { name: 'Исправить' }).click();
  await reader.getByLabel('Новый текст').fill('Проверить активность кислой сфингомиелиназы.');
  await reader.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await reader.getByText(/Исправлено\s.*показать\sпрежний\sтекст/).click();
  await expect(reader.getByText('Проверить активность кислой альфа-глюкозидазы.')).toBeVisible();
  await reader.getByText('Сообщить о нарушении').click();
  await reader.getByLabel('Что не так').fill('Проверка связи с редакцией.');
  await reader.getByRole('button', { name: 'Отправить редакции' }).click();
  await expect(reader.getByText('Спасибо. Редакция прочтёт сообщение')).toBeVisible();
  await expectNoBarriers(reader);
  await other.close();

  await page.goto(`/profile/cases/detail/?id=${id}`);
  await page.getByRole('link', { name: 'Закрыть вопрос исходом' }).click();
  await page.getByLabel('Чем закончилось').fill('Диагноз подтверждён, начата терапия.');
  await page
    .getByLabel('Чей ответ помог')
    .selectOption({ label: 'Проверочная Мария: Проверить активность кислой сфингомиелиназы.' });
  await expectNoBarriers(page);
  await page.getByRole('button', { name: 'Закрыть вопрос' }).click();
  await expect(page.getByText('Помог автору')).toBeVisible();
  await expect(page.getByText('Автор рассказал, чем закончилось')).toBeVisible();
  await expect(page.getByText('Диагноз подтверждён, начата терапия.')).toBeVisible();
  // The talk goes on: the author agrees and replies; what is typed outlives a reload.
  await page.getByRole('button', { name: 'Согласен' }).click();
  await expect(page.getByText('1 врач согласен')).toBeVisible();
  await page.getByRole('button', { name: 'Ответить на это' }).click();
  const reply = page.getByRole('form', { name: 'Ответ на сообщение' });
  await reply.getByRole('button', { name: '@Проверочная Мария' }).click();
  await expect(page.getByLabel('Ваш ответ на сообщение')).toHaveValue('@Проверочная Мария ');
  await page.getByLabel('Ваш ответ на сообщение').fill('@Проверочная Мария, так и поступили, спасибо.');
  await page.getByRole('button', { name: 'Отправить ответ' }).click();
  await expect(page.getByText('так и поступили, спасибо.')).toBeVisible();
  await expect(page.getByText('Автор случая')).toBeVisible();
  await expectNoBarriers(page);

  // On paper: the whole case with what was said under it, and nothing to press.
  let isPrinted = false;
  await page.exposeFunction('print', () => {
    isPrinted = true;
  });
  await page.getByRole('button', { name: /Лист\sдля\sконсилиума/ }).click();
  await expect.poll(() => isPrinted).toBe(true);
  await page.emulateMedia({ media: 'print' });
  const paper = page.getByRole('main');
  for (const words of [
    `клинический случай № ${id}, редакция 1`,
    'Для врачей; сведения обезличены.',
    'Слабость в ногах нарастает около года.',
    'Диагноз подтверждён, начата терапия.',
    'Проверить активность кислой сфингомиелиназы.',
    '1 врач согласен',
    'Так и поступили, спасибо.',
    'Решение консилиума',
  ])
    await expect(paper.getByText(words).first()).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  const pdf = (await page.pdf({ preferCSSPageSize: true, tagged: true })).toString('latin1');
  expect(pdf).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  for (const mark of [/\/Marked true/, /\/Lang \(ru\)/, /\/DisplayDocTitle true/]) expect(pdf).toMatch(mark);
});

test(
  'a short question is asked in a minute, is found by its words and leads from the page of its disease',
  { tag: '@phone' },
  async ({ page, context, browser, baseURL }) => {
    test.slow();
    await beginSession(context, await makePerson('doctor'), baseURL ?? '');
    const word = `спленомегалия${Date.now()}`;
    await page.goto('/profile/cases/');
    await page.getByRole('link', { name: 'Короткий вопрос' }).click();
    await page.getByLabel('Вопрос коллегам').fill(`Редкая ${word} у младенца. На что смотреть сначала?`);
    await page.getByRole('combobox', { name: 'Заболевание, если оно известно' }).fill('Гоше');
    await page.getByRole('option', { name: 'Болезнь Гоше', exact: true }).click();
    await page.getByLabel('Возраст пациента').selectOption('infant');
    await page.getByLabel('Пол', { exact: true }).selectOption('female');
    await page.getByRole('radio', { name: /Сведения\sобезличены/ }).check();
    await page.getByLabel(/Если\sсочетание\sболезни/).check();
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Отправить на проверку' }).click();
    await expect(page).toHaveURL(/\/profile\/cases\/detail\/\?id=\d+/);
    const id = Number(/id=(\d+)/.exec(page.url())?.[1]);
    await publishCase(browser, id);

    await page.goto('/cases/');
    await page.getByRole('searchbox', { name: 'Слова, признак, ген или вариант' }).fill(word);
    await page.getByRole('button', { name: 'Найти' }).click();
    await expect(page).toHaveURL(/query=/);
    const found = page.getByRole('link', { name: `Редкая ${word} у младенца.` });
    await expect(found).toBeVisible();
    await expectNoBarriers(page);
    // The page of results is the same for all users; readers of cases see no «nothing found».
    await page.goto(`/search/?q=${encodeURIComponent(word)}`);
    const region = page.getByRole('region', { name: 'Клинические случаи' });
    await expect(region.getByRole('link', { name: `Редкая ${word} у младенца.` })).toBeVisible();
    await expect(page.getByText('Ничего не нашлось')).toBeHidden();
    await expectNoBarriers(page);
    await page.goto('/deseases/');
    await page.getByRole('link', { name: 'Болезнь Гоше', exact: true }).first().click();
    const card = page.getByRole('region', { name: 'Клинические случаи' });
    await expect(card.getByRole('link', { name: `Редкая ${word} у младенца.` })).toBeVisible();
  },
);

test('a doctor saves cases in a folder from the list and the page, writes a note, takes one out and back', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow();
  const mark = Date.now().toString(36);
  const titles = [`Первый случай ${mark}`, `Второй случай ${mark}`] as const;
  await beginSession(context, await makePerson('doctor', { isVerified: true }), baseURL ?? '');
  await page.goto('/');
  const ids: number[] = [];
  for (const title of titles) ids.push(await makeSubmitted(page, title));
  for (const id of ids) await publishCase(browser, id);
  await dropSession(page);

  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.goto('/cases/');
  await page.getByRole('button', { name: `В сохранённые: ${titles[0]}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Папка').fill('Для лекции');
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Сохранить случай' }).click();
  await expect(page.getByRole('button', { name: `В сохранённых: ${titles[0]}` })).toBeFocused();

  await page.goto(`/cases/${ids[1]}/`);
  await page.getByRole('button', { name: `В сохранённые: ${titles[1]}` }).click();
  await dialog.getByLabel('Папка').fill('Для лекции');
  await dialog.getByLabel(/^Сообщать/).uncheck();
  const note = dialog.getByLabel('Заметка для себя');
  await note.fill('Иванова Мария Петровна, похоже на мою пациентку.');
  await dialog.getByRole('button', { name: 'Сохранить случай' }).click();
  await expect(dialog.getByText(/Похоже\sна\sперсональные\sданные/).first()).toBeVisible();
  await note.fill('Сравнить дозу.');
  await dialog.getByRole('button', { name: 'Сохранить случай' }).click();
  await expect(page.getByRole('button', { name: `В сохранённых: ${titles[1]}` })).toBeVisible();

  await page.goto('/cases/');
  await page.getByRole('main').getByRole('link', { name: 'Сохранённые случаи' }).first().click();
  const folder = page.getByRole('region', { name: 'Для лекции' });
  const row = (title: string) => folder.getByRole('listitem').filter({ hasText: title });
  await expect(row(titles[0])).toContainText('вы следите');
  await expect(row(titles[1])).not.toContainText('вы следите');
  await expect(row(titles[1]).getByText('Сравнить дозу.')).toBeVisible();
  await expectNoBarriers(page);

  await page.getByRole('button', { name: `Убрать из сохранённых: ${titles[1]}` }).click();
  await expect(row(titles[1])).toHaveCount(0);
  await page.getByRole('button', { name: 'Вернуть', exact: true }).click();
  await expect(row(titles[1]).getByText('Сравнить дозу.')).toBeVisible();

  await page.goto('/cases/?mine=saved');
  for (const title of titles) await expect(page.getByRole('link', { name: title })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Найдено/ })).toHaveText('Найдено 2 случая');

  await page.goto('/profile/cases/saved/');
  await page.getByRole('button', { name: 'Переименовать' }).click();
  await page.getByLabel('Название папки').fill('Для кафедры');
  await page.getByRole('button', { name: 'Сохранить название' }).click();
  await expect(page.getByRole('heading', { name: 'Для кафедры' })).toBeVisible();
  await page.getByRole('button', { name: 'Удалить папку' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ок' }).click();
  await expect(page.getByRole('region', { name: 'Без папки' }).getByText('Сравнить дозу.')).toBeVisible();
});

test('growth over time is pasted from a sheet, drawn with its norm and the start of treatment, and read as a table', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow();
  const title = `Рост на терапии ${Date.now().toString(36)}`;
  await beginSession(context, await makePerson('doctor', { isVerified: true }), baseURL ?? '');
  await page.goto('/profile/cases/create/');
  await fillNeeded(page, title);
  await page.getByRole('button', { name: 'Добавить в ход событий: лечение' }).click();
  await page.getByLabel('Когда', { exact: true }).fill('в 5 лет');
  await page.getByLabel('Коротко').fill('Начата терапия');

  await page.getByLabel('Какой показатель добавить').selectOption('Рост');
  await page.getByRole('button', { name: 'Добавить показатель' }).click();
  await expect(page.getByLabel('Единица измерения')).toHaveValue('см');
  await page.getByLabel('Норма, от').fill('100');
  await page.getByLabel('Норма, до').fill('115');
  await page.getByLabel('Чья норма').fill('Лаборатория центра');
  const points = page.getByRole('group', { name: 'Измерения' });
  await points.getByLabel('Возраст 1').fill('12.03.2019');
  await expect(points.getByText('Нужен возраст, не дата.')).toBeVisible();
  await points.getByLabel('Возраст 1').fill('4 года');
  await points.getByLabel('Значение 1').fill('98,5');
  await points.getByText('Вставить два столбца из таблицы').click();
  const sheet = points.getByLabel('Возраст и значение, по строке на измерение');
  await sheet.fill('4,5\t101\n01.02.2020\t103\n6\t109.5');
  await points.getByRole('button', { name: 'Добавить строки' }).click();
  await expect(points.getByRole('status')).toContainText('Добавлено: 2 измерения.');
  await expect(points.getByRole('status')).toContainText('Строка 2 «01.02.2020\t103»');
  await expect(sheet).toHaveValue('01.02.2020\t103');
  await expect(points.getByLabel('Возраст 3')).toHaveValue('6 лет');
  await save(page, 'Лаборатория центра', () => points.getByLabel('Значение 3').fill('110'));
  await expectNoBarriers(page);
  await page.reload();
  await expect(points.getByLabel('Значение 3')).toHaveValue('110');
  await page.getByRole('button', { name: 'Отправить на проверку' }).click();
  await page.waitForURL(/\/profile\/cases\/detail\/\?id=\d+/);
  const id = Number(new URL(page.url()).searchParams.get('id'));

  await publishCase(browser, id);
  await dropSession(page);
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.goto(`/cases/${id}/`);
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Показатели во времени' }) });
  await expect(
    section.getByRole('img', {
      name: 'Рост, см: 3 измерения; 4 года — 98,5; 6 лет — 110; наименьшее 98,5, наибольшее 110; норма от 100 до 115; лечение начато: 5 лет',
    }),
  ).toBeVisible();
  await expect(section).toContainText('Норма: от 100 до 115 (Лаборатория центра)');
  await section.getByText('Значения таблицей').click();
  await expect(section.getByRole('row', { name: '4 г. 6 мес. 101' })).toBeVisible();
  await expectNoBarriers(page);
});

test('signs are read out of a note into the form; the case goes out as a phenopacket and comes in as a draft', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.goto('/profile/cases/create/');
  await page.getByLabel('Название').fill(`Признаки из текста ${Date.now()}`);
  await save(page, '"HP:0002653"', async () => {
    await page
      .getByLabel('Признаки из текста')
      .fill('гепатоспленомегалия, боли в костях, судорог нет; у матери миопия');
    await page.getByRole('button', { name: 'Найти признаки в тексте' }).click();
    await expect(page.getByText('Добавлено: 3 признака. Проверьте каждый.')).toBeVisible();
  });
  const presenceOf = (sign: string) => page.getByRole('radiogroup', { name: `${sign}: есть или нет` });
  await expect(presenceOf('Боль в костях').getByRole('radio', { name: 'есть' })).toBeChecked();
  await expect(presenceOf('Эпилептический приступ').getByRole('radio', { name: 'нет' })).toBeChecked();
  await expect(page.getByRole('radiogroup', { name: /есть\sили\sнет/ })).toHaveCount(3);
  await expectNoBarriers(page);
  const id = Number(/id=(\d+)/.exec(page.url())?.[1]);

  await page.goto(`/profile/cases/detail/?id=${id}`);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Сохранить как phenopacket' }).click();
  const file = await (await download).path();

  await page.goto('/profile/cases/');
  const field = page.locator('input[type="file"]');
  await field.setInputFiles({
    name: 'foreign.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ subject: { dateOfBirth: '2019-03-05T00:00:00Z' } })),
  });
  await expect(page.getByText('subject.dateOfBirth: портал этого поля не хранит')).toBeVisible();
  await field.setInputFiles({
    name: 'case.json',
    mimeType: 'application/json',
    buffer: await readFile(file),
  });
  await expect(page).toHaveURL(/\/profile\/cases\/edit\/\?id=\d+/);
  await expect(presenceOf('Эпилептический приступ').getByRole('radio', { name: 'нет' })).toBeChecked();
});

test('personal data are found while typing and replaced at one press; the eponym beside them stays', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.goto('/profile/cases/create/');
  const complaint = page.getByLabel('Жалобы');
  await complaint.fill('Кузнецова Мария Ивановна поступила с болезнью Гоше. Осмотрена 14.02.2020.');
  await page.getByLabel('Дата рождения для подсчёта возраста').fill('2017-01-10');
  const findings = page.getByRole('list', { name: 'Похоже на персональные данные' });
  await expect(findings.getByRole('listitem')).toHaveCount(2);
  await findings.getByRole('button', { name: 'Заменить на «Пациентка»' }).press('Enter');
  await expect(complaint).toHaveValue('Пациентка поступила с болезнью Гоше. Осмотрена 14.02.2020.');
  await findings.getByRole('button', { name: 'Заменить на «в возрасте 3 лет 1 месяца»' }).press('Enter');
  await expect(complaint).toHaveValue(
    'Пациентка поступила с болезнью Гоше. Осмотрена в возрасте 3 лет 1 месяца.',
  );
  await expect(findings).toHaveCount(0);
  await expect(complaint).toBeFocused();
});

test('words that look like personal data stay on the device until they are replaced or marked; all the rest is saved (A18)', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.slow();
  const author = await makePerson('doctor');
  const words = ['Кузнецова', 'Мария', '14.02.2020', '555-01-77'];
  const typed =
    'Кузнецова Мария Ивановна, осмотрена 14.02.2020, телефон матери 8-903-555-01-77. Печень увеличена.';
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  const expectNothingSaid = (text: string, but: string[] = []) => {
    for (const word of words.filter((one) => !but.includes(one))) expect(text).not.toContain(word);
  };
  await beginSession(context, author, baseURL ?? '');
  await page.goto('/profile/cases/create/');
  await fillNeeded(page, 'Увеличенная печень у ребёнка');
  const history = page.getByLabel('Анамнез');
  await history.fill(typed);
  await page.keyboard.press('Control+KeyS');
  await expect(savingOf(page)).toContainText(/Сохранено\sсегодня\sв\s\d\d:\d\d,\sкроме\s3.мест/);
  await expect(savingOf(page)).toContainText('остаются на этом устройстве');
  await expectNoBarriers(page);
  expectNothingSaid(sent.join('\n'));

  // The same author on another device, as the server has it.
  const elsewhere = await browser.newContext({
    ...(page.viewportSize() ? { viewport: page.viewportSize() } : {}),
    locale: 'ru-RU',
  });
  await beginSession(elsewhere, author, baseURL ?? '');
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  await expect(other.getByLabel('Анамнез')).toHaveValue(
    '▒имя▒, осмотрена ▒дата▒, телефон матери ▒телефон▒. Печень увеличена.',
  );
  await expect(other.getByText('Здесь были слова, похожие на имя; они остались на устройстве')).toBeVisible();
  await expectNoBarriers(other);
  await other.getByRole('button', { name: 'Отправить на проверку' }).click();
  await expect(other.getByRole('group', { name: 'Случай не отправлен' })).toContainText(
    '«Анамнез»: вместо знака ▒имя▒ напишите',
  );
  await save(other, 'другого устройства', () => other.getByLabel('Жалобы').fill('С другого устройства.'));
  await elsewhere.close();

  // A closed tab and a reload lose none of it, and what was saved elsewhere has come.
  const address = page.url();
  await page.close();
  const again = await context.newPage();
  await again.goto(address);
  const historyAgain = again.getByLabel('Анамнез');
  await expect(historyAgain).toHaveValue(typed);
  await expect(again.getByLabel('Жалобы')).toHaveValue('С другого устройства.');
  await expect(savingOf(again)).toContainText(/кроме\s3.мест/);
  await again.getByRole('button', { name: 'Отправить на проверку' }).click();
  await expect(again.getByRole('group', { name: 'Случай не отправлен' })).toContainText(
    'Похоже на персональные данные: «Кузнецова Мария Ивановна»',
  );
  expectNothingSaid(sent.join('\n'));

  const findings = again.getByRole('list', { name: 'Похоже на персональные данные' }).getByRole('listitem');
  await findings
    .filter({ hasText: 'Кузнецова' })
    .getByRole('button', { name: 'Заменить на «Пациентка»' })
    .click();
  await findings.filter({ hasText: '903' }).getByRole('button', { name: 'Убрать' }).click();
  const cleared = findings.filter({ hasText: '14.02.2020' });
  await save(again, '14.02.2020', () =>
    cleared.getByRole('button', { name: 'Это не персональные данные' }).click(),
  );
  await expect(findings).toHaveCount(0);
  expectNothingSaid(sent.join('\n'), ['14.02.2020']);
  const kept = await again.evaluate(
    async (url) => await (await fetch(url)).text(),
    `/api/user/cases/${Number(/id=(\d+)/.exec(address)?.[1])}`,
  );
  expect(kept).toContain('Пациентка, осмотрена 14.02.2020');
  expect(kept).not.toContain('▒');
  await expect.poll(() => draftsOf(again, author)).toEqual([]);
  await again.getByRole('button', { name: 'Отправить на проверку' }).click();
  await expect(again).toHaveURL(/\/profile\/cases\/detail\/\?id=\d+/);
});

test('where the detector cannot be had nothing leaves the device, and the state says so (A18)', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.route(/\/detector[.-][^/]*\.js/, (route) => route.abort());
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/cases')) sent.push(request.url());
  });
  await page.goto('/profile/cases/create/');
  await page.getByLabel('Анамнез').fill('Печень увеличена.');
  await page.keyboard.press('Control+KeyS');
  await expect(savingOf(page)).toContainText('Проверка на личные данные не загрузилась');
  expect(sent).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Анамнез')).toHaveValue('Печень увеличена.');
  await page.unroute(/\/detector[.-][^/]*\.js/);
  await page.reload();
  await expect(page.getByLabel('Анамнез')).toHaveValue('Печень увеличена.');
  await expect(savingOf(page)).toHaveText(/^Сохранено/);
});

test('an expired session and a cut network lose nothing that was typed (D-9)', async ({
  page,
  context,
  baseURL,
}) => {
  test.slow();
  const author: Person = await makePerson('doctor');
  await beginSession(context, author, baseURL ?? '');
  await page.goto('/profile/cases/create/');
  await save(page, 'переживёт', () => page.getByLabel('Название').fill('Случай, который переживёт всё'));

  await context.setOffline(true);
  await page.getByLabel('Жалобы').fill('Написано без сети.');
  await page.keyboard.press('Control+KeyS');
  await expect(savingOf(page)).toContainText('Нет связи');
  await context.setOffline(false);
  await expect(savingOf(page)).toHaveText(/^Сохранено/);

  await endSessions(author);
  await page.getByLabel('Анамнез').fill('Написано, когда вход уже закончился.');
  await page.keyboard.press('Control+KeyS');
  const login = page.getByRole('dialog', { name: 'Вход в личный кабинет' });
  // A slow machine shows the form before its script: it would be sent as a form of a page.
  await expect(login.getByRole('form')).toHaveAttribute('novalidate', '');
  await login.getByLabel('Электронная почта').fill(author.email);
  await login.getByLabel('Пароль', { exact: true }).fill(password);
  await login.getByRole('button', { name: 'Войти на сайт' }).click();
  await expect(savingOf(page)).toHaveText(/^Сохранено/);
  await page.reload();
  await expect(page.getByLabel('Анамнез')).toHaveValue('Написано, когда вход уже закончился.');
  await expect(page.getByLabel('Жалобы')).toHaveValue('Написано без сети.');

  // A crash: what was typed a second ago has not reached the server.
  await context.setOffline(true);
  await page.getByRole('textbox', { name: /^Осмотр/ }).fill('Написано перед самым сбоем.');
  await expect(savingOf(page)).toContainText('Есть несохранённое');
  const address = page.url();
  await page.close({ runBeforeUnload: false });
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await expect(again.getByRole('textbox', { name: /^Осмотр/ })).toHaveValue('Написано перед самым сбоем.');
  await expect(again.getByText('Вернули то, что вы писали на этом устройстве')).toBeVisible();
});

test('two windows never overwrite each other: both versions are shown, and the choice is saved', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.goto('/profile/cases/create/');
  await save(page, 'двух окнах', () => page.getByLabel('Название').fill('Случай в двух окнах'));
  const second = await context.newPage();
  await second.goto(page.url());
  await save(second, 'Из второго', () => second.getByLabel('Жалобы').fill('Из второго окна.'));

  await page.getByLabel('Жалобы').fill('Из первого окна.');
  await page.keyboard.press('Control+KeyS');
  const merge = page.getByRole('alert').filter({ hasText: 'Две правки одного и того же' });
  await expect(merge).toContainText('Из первого окна.', { useInnerText: true });
  await expect(merge).toContainText('Из второго окна.', { useInnerText: true });
  await expectNoBarriers(page);
  await merge.getByRole('radio', { name: /Сохранённое/ }).check();
  await merge.getByRole('button', { name: 'Свести и сохранить' }).click();
  await expect(page.getByLabel('Жалобы')).toHaveValue('Из второго окна.');
  await expect(savingOf(page)).toHaveText(/^Сохранено/);
});

test('steps of the time line change their order by keyboard, and the focus goes with them', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.goto('/profile/cases/create/');
  for (const [kind, words] of [
    ['симптом', 'Первый'],
    ['диагноз', 'Второй'],
  ] as const) {
    await page.getByRole('button', { name: `Добавить в ход событий: ${kind}` }).press('Enter');
    await page.getByLabel('Коротко').last().fill(words);
  }
  await page.getByRole('button', { name: 'Событие 2: выше' }).press('Enter');
  await expect(page.getByLabel('Коротко').first()).toHaveValue('Второй');
  await expect(page.getByRole('button', { name: 'Событие 1: выше' })).toBeFocused();
});

test('pictures leave without what the camera wrote, blurred by keyboard; DICOM and documents stay out with the reason', async ({
  page,
  context,
  baseURL,
}) => {
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await page.goto('/profile/cases/create/');
  await page.getByLabel('Название').fill('Случай со снимком');
  const input = page.locator('#case-figures');
  const dicom = Buffer.alloc(200);
  dicom.write('DICM', 128);
  await input.setInputFiles([
    { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: dicom },
    { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 x') },
  ]);
  await expect(page.getByText('scan.jpg: Это DICOM')).toBeVisible();
  await expect(page.getByText('letter.pdf: Это PDF')).toBeVisible();

  const drawn = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 300;
    const context2d = canvas.getContext('2d');
    if (context2d) {
      context2d.fillStyle = '#fff';
      context2d.fillRect(0, 0, 400, 300);
      context2d.fillStyle = '#000';
      context2d.fillText('ФАМИЛИЯ', 170, 130);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  const jpeg = Buffer.from(drawn, 'base64');
  // An EXIF block as cameras write it, with a word to look for.
  const words = Buffer.from('Exif\0\0MM\0*\0\0\0\bSECRET-CAMERA');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(words.length + 2);
  const shot = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xe1]),
    length,
    words,
    jpeg.subarray(2),
  ]);
  await input.setInputFiles({ name: 'Иванова.jpg', mimeType: 'image/jpeg', buffer: shot });
  const dialog = page.getByRole('dialog', { name: 'Закройте лица, имена и номера' });
  await dialog.getByRole('button', { name: 'Добавить прямоугольник' }).click();
  const area = dialog.getByRole('button', { name: /^Место\s1/ });
  await area.press('ArrowRight');
  await area.press('Shift+ArrowDown');
  await expect(area).toHaveText('Место 1: слева 37 %, сверху 35 %');
  await expectNoBarriers(page);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/files'),
  );
  await dialog.getByRole('button', { name: 'Размыть и загрузить' }).click();
  const body = (await sent).postDataBuffer()?.toString('latin1') ?? '';
  expect(body).not.toContain('SECRET-CAMERA');
  expect(body).not.toContain(Buffer.from('Иванова').toString('latin1'));
  await expect(page.getByLabel('Что на снимке')).toBeFocused();
  await save(page, 'Белый лист', async () => {
    await page.getByLabel('Что на снимке').fill('Белый лист');
    await page.getByLabel('Подпись', { exact: true }).fill('Пример');
  });
  await expect(page.getByRole('img', { name: 'Белый лист' })).toBeVisible();
});

test('markup in every field of a case is text on every screen that shows it (E-1)', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  const watched = async (place: Page) => {
    await place.addInitScript(() => {
      const found: string[] = [];
      Object.assign(window, { violations: found });
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => found.push(violatedDirective));
    });
    return place;
  };
  /** Nothing of it ran, nothing of it became an element. */
  const expectText = async (place: Page, words: string) => {
    await expect(place.getByRole('main')).toContainText(words);
    const seen = await place.evaluate(() => ({
      attacked: 'attacked' in window,
      violations: (window as unknown as { violations: string[] }).violations,
      elements: [
        ...document.querySelectorAll(
          'main :is(iframe, object, embed, marquee, math, base, meta, [onerror], [onload], [onfocus], [onstart], [srcdoc], [href^="javascript:" i])',
        ),
      ].map(({ outerHTML }) => outerHTML),
    }));
    expect(seen).toEqual({ attacked: false, violations: [], elements: [] });
  };
  const title = `${markup[1]} ${Date.now()}`;
  await beginSession(context, await makePerson('doctor'), baseURL ?? '');
  await watched(page);
  await page.goto('/profile/cases/');
  const answer = await page.evaluate(
    async ({ corpus, name }) => {
      let taken = 0;
      const one = () => corpus[taken++ % corpus.length]!;
      const many = () => Array.from({ length: 40 }, one).join('\n');
      const ask = async (url: string, body: object) => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return (await response.json()) as { data: { id: number; version: number }; errors?: object[] };
      };
      const content = {
        title: name,
        suspected: one(),
        age_band: 'young',
        sex: 'female',
        complaint: many(),
        history: many(),
        findings: many(),
        therapy: many(),
        outcome: many(),
        discussion: many(),
        question: one(),
        signs: [{ hpo: 'HP:0001324', title: one(), presence: 'yes', note: one() }],
        tests: [
          { title: one(), value: one(), unit: 'ед.', reference: one(), mark: '', when: one(), note: one() },
        ],
        timeline: [{ kind: 'symptom', when: one(), title: one(), text: many() }],
        keywords: [one(), one()],
        references: [one(), one()],
        basis: 'anonymised',
        rarity_accepted: true,
      };
      const added = await ask('/api/cases/add', { content });
      if (!added.data) return added;
      return await ask(`/api/user/cases/${added.data.id}/submit`, { version: added.data.version });
    },
    { corpus: [...markup], name: title },
  );
  expect(answer.errors).toBeUndefined();
  const { id } = answer.data;
  await page.reload();
  await expectText(page, title);
  await page.goto(`/profile/cases/detail/?id=${id}`);
  await expectText(page, title);

  const desk = await browser.newContext({ baseURL: baseURL ?? '', locale: 'ru-RU' });
  await beginSession(desk, await makePerson('editor'), baseURL ?? '');
  const editor = await watched(await desk.newPage());
  await editor.goto('/profile/editors/cases/');
  await expectText(editor, title);
  await accept(editor, id);
  await expectText(editor, title);
  await desk.close();

  for (const address of ['/cases/', `/cases/${id}/`]) {
    await page.goto(address);
    await expectText(page, title);
  }
  await page.goto(`/profile/cases/edit/?id=${id}`);
  await expect(page.getByLabel('Название')).toHaveValue(title);
  await expectText(page, 'Название');
});
