import { expect, test, type Page } from '@playwright/test';
import { findId, newEditor, takeBack } from './desk.ts';
import { waitUntilCached } from './cached.ts';

const overlay = (page: Page) => page.locator('dialog#search-overlay');
const options = (page: Page) => overlay(page).getByRole('option');
const field = (page: Page) => overlay(page).getByRole('combobox', { name: 'Поиск по каталогу' });
const status = (page: Page) => overlay(page).getByRole('status');
const homeField = (page: Page) => page.getByRole('main').getByPlaceholder('Поиск по каталогу');

/** Types a query and waits until the server has answered it, too, and the page has drawn the answer. */
async function answered(page: Page, type: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse('**/api/fast-search?*');
  await type();
  await (await answer).finished();
  await drawn(page);
}

/** Two frames: what has come is on the screen. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

for (const [query, isApiAway] of [
  ['ujit', false],
  ['болезнью гоше', true],
] as const)
  test(`«${query}» finds the disease ${isApiAway ? 'with the API away' : 'at once'}`, async ({ page }) => {
    if (isApiAway) await page.route('**/api/**', (route) => route.abort());
    await page.goto('/');
    await homeField(page).focus();
    await page.keyboard.type(query);
    await expect(field(page)).toHaveValue(query);
    await expect(options(page).filter({ hasText: 'Болезнь Гоше' }).first()).toBeVisible();
    if (isApiAway) await expect(overlay(page).getByText('Поиск на сервере недоступен')).toBeVisible();
  });

test(
  'results stand in groups by their labels, and lead to their pages (B071, B074, B075)',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/');
    await homeField(page).fill('болезнь гоше');
    const group = overlay(page).getByRole('group', { name: 'Заболевание' }).first();
    await expect(group.getByRole('option').first()).toContainText('Болезнь Гоше');
    await group.getByRole('option').first().click();
    await expect(page).toHaveURL(/\/deseases\/\d+\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Болезнь Гоше');
    await expect(overlay(page)).toBeHidden();
  },
);

test(
  'arrows choose, Enter opens, Esc first clears and then closes; the page is locked meanwhile (B078)',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/drugs/');
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    await page.keyboard.type('муковисцидоз');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    const active = await field(page).getAttribute('aria-activedescendant');
    expect(await options(page).first().getAttribute('id')).toBe(active);
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(overlay(page)).toBeHidden();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe(
      'hidden',
    );
    await page.keyboard.press('/');
    await page.keyboard.type('муковисцидоз');
    await expect(options(page).first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/deseases\/\d+\/$/);
  },
);

test('the hint stands at an empty field, and nothing found is said with a way on, in the overlay and on the page (B067, B068, B157, B158)', async ({
  page,
}) => {
  await page.goto('/drugs/');
  await page.keyboard.press('Control+k');
  await expect(overlay(page).getByText('Начните вводить название препарата или болезни')).toBeVisible();
  await expect(overlay(page).getByRole('button', { name: 'Найти' })).toBeVisible();
  await page.keyboard.type('ш');
  await expect(overlay(page).getByText('Поиск начинается с двух букв.')).toBeVisible();
  await page.keyboard.type('вамбрания');
  await expect(overlay(page).getByText('Ничего не нашлось по запросу «швамбрания».')).toBeVisible();
  await expect(overlay(page).getByRole('link', { name: 'подобрать по признакам' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=/);
  await expect(
    page.locator('#search-results').getByRole('link', { name: 'подобрать по признакам' }),
  ).toBeVisible();
});

test('Enter without a choice opens the page of results (G27)', { tag: '@smoke' }, async ({ page }) => {
  await page.goto('/');
  await homeField(page).fill('гоше');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\/\?q=/);
  await expect(
    page.locator('#search-results').getByRole('link', { name: 'Болезнь Гоше' }).first(),
  ).toBeVisible();
});

test('from the first focus to the answers there are no more than four requests: the overlay, its index, the list of names and the first of them', async ({
  page,
}) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await homeField(page).focus();
  await page.keyboard.type('гоше');
  await expect(options(page).first()).toBeVisible();
  // What is found in the other file comes behind the first answers; the browser fetches its dictionary of
  // compression whenever it is idle.
  const own = new Set(paths.filter((path) => !/\/search\/names-[1-9]|\/api\/|^\/dictionaries\//.test(path)));
  expect([...own].slice(4)).toEqual([]);
});

test(
  'the field says what it searches, on the home page and in the mobile menu (B066, B068, B077)',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('main').getByRole('button', { name: 'Найти' })).toBeVisible();
    await page.getByRole('button', { name: 'Меню' }).click();
    const menu = page.getByRole('dialog', { name: 'Меню' });
    await expect(menu.getByPlaceholder('Поиск по каталогу')).toBeVisible();
  },
);

test(
  'a result chosen from the mobile menu closes search and menu (B076)',
  { tag: ['@smoke', '@phone'] },
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Меню' }).click();
    await page
      .getByRole('dialog', { name: 'Меню' })
      .getByPlaceholder('Поиск по каталогу')
      .fill('болезнь гоше');
    await options(page).filter({ hasText: 'Болезнь Гоше' }).first().click();
    await expect(page).toHaveURL(/\/deseases\/\d+\/$/);
    await expect(overlay(page)).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Меню' })).toBeHidden();
  },
);

test(
  'results stand under the label of their kind and lead to their pages (B069, B070, B071, B072, B074)',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/');
    for (const [query, label] of [
      ['церезим', 'Лекарственный препарат'],
      ['регистр болезни фабри', 'Клиническое исследование'],
      ['болезнь фабри', 'Заболевание'],
      ['рдкб', 'Лечебное учреждение'],
    ] as const) {
      await (label === 'Лекарственный препарат' ? homeField(page) : field(page)).fill(query);
      const first = overlay(page).getByRole('group', { name: label }).first().getByRole('option').first();
      const address = (await first.getAttribute('href')) ?? '';
      expect((await page.request.get(address)).status(), address).toBe(200);
    }
  },
);

test('a click outside takes the focus away and closes the search (B159)', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/drugs/');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.mouse.click(20, 700);
  await expect(overlay(page)).toBeHidden();
  await expect(overlay(page).locator('input')).not.toBeFocused();
});

test('answers of one kind stand in one group, from the index or the server, and the rest of a kind is one press away', async ({
  page,
}) => {
  await page.goto('/');
  await homeField(page).fill('болезнь');
  await expect.poll(() => status(page).textContent()).toMatch(/^\d+\sрезультат\S*,\sпервый:\s/);
  const labels = await overlay(page)
    .getByRole('group')
    .evaluateAll((groups) => groups.map((group) => group.getAttribute('aria-label')));
  expect(new Set(labels).size).toBe(labels.length);
  const more = overlay(page)
    .getByRole('group', { name: 'Заболевание' })
    .getByRole('option', { name: /^Ещё\s\d+$/ });
  await more.click();
  await expect(page).toHaveURL(/\/search\/\?q=.*&kind=disease$/);
  await expect(page.getByRole('navigation', { name: 'Виды записей' }).locator('[aria-current]')).toHaveText(
    'Заболевания',
  );
});

test('a name of a kind that only the whole catalogue has is found first, and no noise with it', async ({
  page,
}) => {
  for (const [query, kind, title] of [
    ['круг добра', 'Ресурс', 'Фонд «Круг добра»'],
    ['потовая проба', 'Диагностика', 'Потовая проба'],
  ] as const) {
    await page.goto('/');
    await answered(page, () => homeField(page).fill(query));
    const group = overlay(page).getByRole('group').first();
    await expect(group.getByRole('option').first()).toContainText(title);
    await expect(group).toHaveAccessibleName(kind);
    await expect(overlay(page).getByRole('group', { name: 'Заболевание' })).toHaveCount(0);
  }
});

test('a register that is a trial and a project stands once', async ({ page }) => {
  const title = 'Регистр болезни Фабри';
  await page.goto('/');
  await answered(page, () => homeField(page).fill(title));
  await expect(options(page).filter({ hasText: title })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.locator('#search-results').getByRole('link', { name: title })).toHaveCount(1);
});

test('a guess says what it left out, on the page too, and one press leaves the word out', async ({
  page,
}) => {
  await page.goto('/');
  await homeField(page).fill('марфана ыгщкпвл');
  await expect(overlay(page).getByText('Не найдено: «ыгщкпвл»')).toBeVisible();
  await overlay(page).getByRole('link', { name: 'без «ыгщкпвл»' }).click();
  await expect(field(page)).toHaveValue('марфана');
  await expect(overlay(page).getByText('Не найдено')).toHaveCount(0);
  await page.goto('/search/?q=марфана+ыгщкпвл');
  const results = page.locator('#search-results');
  await expect(results.getByText('Не найдено: «ыгщкпвл»')).toBeVisible();
  await results.getByRole('link', { name: 'без «ыгщкпвл»' }).click();
  await expect(results.getByRole('link', { name: 'Синдром Марфана' }).first()).toBeVisible();
  await expect(results.getByText('Не найдено')).toHaveCount(0);
});

test('of a word that is only begun one quiet line says so, and the page of results says it aloud', async ({
  page,
}) => {
  await page.goto('/');
  await homeField(page).fill('болезнь фаб');
  await expect(options(page).filter({ hasText: 'Болезнь Фабри' }).first()).toBeVisible();
  await expect(overlay(page).getByText('Слова с таким началом.', { exact: true })).toBeVisible();
  await field(page).fill('болезнь фабри');
  await expect(overlay(page).getByText('Слова с таким началом.')).toHaveCount(0);
  await page.goto('/search/?q=печенье');
  const results = page.locator('#search-results');
  await expect(results.getByText('Целиком такого слова в каталоге нет.')).toBeVisible();
});

test('a line says by what it was found, with the mark in it, in the overlay and on the page', async ({
  page,
}) => {
  await page.goto('/');
  await homeField(page).fill('gba1');
  await expect(options(page).filter({ hasText: 'Болезнь Гоше' }).first()).toContainText('ген GBA1');
  await expect(options(page).first().locator('mark')).toHaveText('GBA1');
  await page.goto('/search/?q=gba1');
  const first = page.locator('#search-results').getByRole('listitem').filter({ hasText: 'ген GBA1' }).first();
  await expect(first.locator('mark')).toHaveText('GBA1');
});

test('the page of results is filled by the same templates where the server only has files', async ({
  page,
}) => {
  await page.route('**/api/**', (route) => route.abort());
  await page.route('**/search/?**', async (route) => {
    const answer = await route.fetch({ url: new URL('/search/', route.request().url()).href });
    await route.fulfill({ response: answer });
  });
  await page.goto('/search/?q=gba1');
  const results = page.locator('#search-results');
  await expect(results.getByRole('link', { name: 'Болезнь Гоше' }).first()).toBeVisible();
  await expect(results.getByText('ген GBA1').first().locator('mark')).toHaveText('GBA1');
  await page.goto('/search/?q=швамбрания');
  await expect(results.getByText('Ничего не нашлось по запросу «швамбрания».')).toBeVisible();
});

test('a reader of the screen hears how many and which first, and nothing of it once the field is empty', async ({
  page,
}) => {
  await page.goto('/');
  await homeField(page).fill('болезнь гоше');
  await expect(status(page)).toHaveText(/результат\S*,\sпервый:\sБолезнь\sГоше$/);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  expect(await status(page).textContent()).toBe('');
});

test('the Tab key goes from control to control of the overlay and stops nowhere between', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/');
  await homeField(page).fill('болезнь');
  await expect(options(page).first()).toBeVisible();
  const stops: string[] = [];
  for (let press = 0; press < 4; press++) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement?.tagName ?? ''));
  }
  expect(stops).not.toContain('DIV');
});

test('«/» and Ctrl+K are taken by the place of the key, whatever the layout types with it', async ({
  page,
}) => {
  await page.goto('/drugs/');
  // Playwright's own keyboard knows the English layout alone.
  const keyboard = await page.context().newCDPSession(page);
  for (const [key, code, ctrlKey] of [
    ['.', 'Slash', false],
    ['л', 'KeyK', true],
  ] as const) {
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, modifiers: ctrlKey ? 2 : 0 });
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code });
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(overlay(page)).toBeHidden();
  }
});

test('what the reader walks through stays in its place, whatever comes meanwhile', async ({ page }) => {
  let answer = () => {};
  const waiting = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/fast-search**', async (route) => {
    await waiting;
    await route.fulfill({
      json: {
        status: 'success',
        data: [
          {
            title: 'Новая <mark>гоше</mark>',
            iblock: 'diseases',
            id: 1,
            match: 'exact',
            left_out: [],
            total: 1,
          },
        ],
      },
    });
  });
  await page.goto('/');
  await homeField(page).fill('гоше');
  await expect(options(page).first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const shown = await options(page).allTextContents();
  const response = page.waitForResponse('**/api/fast-search**');
  answer();
  await (await response).finished();
  await drawn(page);
  expect(await options(page).allTextContents()).toEqual(shown);
});

test('without a network a result that is not kept says so and stays, one that was read opens', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await answered(page, () => homeField(page).fill('болезнь гоше'));
  const line = options(page).filter({ hasText: 'Болезнь Гоше' }).first();
  const address = (await line.getAttribute('href'))!;
  await context.setOffline(true);
  await expect(line).toContainText('Без сети не откроется');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(overlay(page)).toBeVisible();
  await expect(status(page)).toHaveText('Без сети не откроется: страница не сохранена');
  await expect(page).toHaveURL('/');
  await context.setOffline(false);
  await page.goto(address);
  await page.goto('/drugs/');
  await waitUntilCached(page, '/offline/');
  await page.goto(address);
  await page.goto('/drugs/');
  await page.keyboard.press('Control+k');
  await answered(page, () => page.keyboard.type('болезнь гоше'));
  await expect(line).toBeVisible();
  await context.setOffline(true);
  await expect(options(page).filter({ hasText: 'Без сети не откроется' }).first()).toBeVisible();
  await line.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Болезнь Гоше');
  await page.goto('/search/?q=болезнь+гоше');
  await expect(
    page.locator('#search-results').getByRole('link', { name: 'Болезнь Гоше' }).first(),
  ).toBeVisible();
});

test('an editor sees what was answered by a guess and makes the query another name of the record in two presses', async ({
  page,
  browser,
}) => {
  const query = 'фабри жемчужная';
  for (const network of ['198.51.100.1', '198.51.100.2', '198.51.100.3'])
    await page.request.get(`/api/search?query=${encodeURIComponent(query)}`, {
      headers: { 'x-forwarded-for': network },
    });
  const { page: desk } = await newEditor(browser);
  await desk.goto('/profile/editors/');
  const line = desk.getByRole('listitem').filter({ hasText: `«${query}»` });
  await expect(line).toContainText('Показали по части слов');
  await line.getByRole('button', { name: 'Болезнь Фабри', exact: true }).first().click();
  await line.getByRole('button', { name: 'Сделать синонимом' }).click();
  await expect(desk.getByText(`«${query}». Опубликовано: поиск теперь знает это название.`)).toBeVisible();
  await expect(line).toHaveCount(0);
  const answer = await page.request.get(`/api/search?query=${encodeURIComponent(query)}`);
  expect(((await answer.json()) as { data: { match: string } }).data.match).toBe('exact');
  await takeBack(desk, await findId(desk, 'disease', 'Болезнь Фабри'));
  await desk.context().close();
});

test('below a disease that is the sure answer stands what else there is for it, in the overlay and on the page', async ({
  page,
}) => {
  await page.goto('/');
  await homeField(page).fill('болезнь гоше');
  const drugs = /^\s*\d+\sпрепарат/;
  await expect(options(page).filter({ hasText: drugs }).first()).toHaveAttribute(
    'href',
    /^\/drugs\/\?diseases=\d+$/,
  );
  await page.goto('/search/?q=болезнь+гоше');
  await page.locator('#search-results').getByRole('link', { name: drugs }).first().click();
  await expect(page).toHaveURL(/\/drugs\/\?diseases=\d+/);
  await expect(page.getByRole('link', { name: 'Церезим' }).first()).toBeVisible();
});

test('a question is answered by the list that it asks for', async ({ page }) => {
  const question = 'какие препараты при болезни фабри';
  await page.goto('/');
  await homeField(page).fill(question);
  const asked = overlay(page).getByRole('group', { name: 'По вашему вопросу' }).getByRole('option');
  await expect(asked).toContainText(/Болезнь\sФабри:\s\d+\sпрепарат/);
  await expect(asked).toHaveAttribute('href', /^\/drugs\/\?diseases=\d+$/);
  await page.goto(`/search/?q=${encodeURIComponent(question)}`);
  await expect(page.locator('#search-results').getByText('По вашему вопросу:').getByRole('link')).toHaveText(
    /Болезнь\sФабри:\s\d+\sпрепарат/,
  );
});
