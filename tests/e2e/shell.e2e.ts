import { expect, test, type Page } from '@playwright/test';
import { openLogin, sendEvent } from './visitor.ts';

const openDialogs = (page: Page) => page.locator('dialog[open]');
const terms = ['/upload/doc/policy.pdf', '/upload/doc/assept.pdf'];

test(
  'counters, the last nine news and the navigation stand in the page, and an anonymous visitor asks nothing (B170, B261, G39)',
  { tag: '@smoke' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(request.url());
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(page.getByRole('navigation', { name: 'В каталоге' }).getByRole('link')).toHaveCount(5);
    await expect(page.getByRole('main').locator('a[href^="/news/"]').first()).toBeVisible();
    expect(asked).toEqual([]);
  },
);

test(
  'the footer’s button opens the blocked dialog, the sign beside it «Важно!» (B103, B105, B106, B107)',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Добавить материал' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Сервис доступен только медицинскому специалисту!' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    const opener = page.getByRole('button', { name: 'Кто может добавить материал' });
    await opener.click();
    const important = page.getByRole('dialog', { name: 'Важно!' });
    await expect(important).toContainText('только пользователь, зарегистрированный как врач', {
      useInnerText: true,
    });
    // The cross has no letters.
    await important.getByRole('button', { name: 'Закрыть' }).filter({ hasText: 'Закрыть' }).click();
    await expect(openDialogs(page)).toHaveCount(0);
    await expect(opener).toBeFocused();
  },
);

test(
  'seven dialogs open by their hashes with the words of the specification (B054, B118, B120, B121, B122, B123)',
  { tag: '@smoke' },
  async ({ page }) => {
    const dialogs: [hash: string, name: string, text: string][] = [
      ['login', 'Вход в личный кабинет', 'Как врач'],
      ['restore', 'Восстановление пароля', 'Войти в систему'],
      ['success', 'Готово', 'Письмо отправлено вам на почту'],
      ['doctor', 'Регистрация врача', 'Медицинское учреждение'],
      ['partner', 'Регистрация партнёра', 'Компания'],
      [
        'confirm',
        'Вы успешно зарегистрированы!',
        'Пожалуйста, проверьте свою электронную почту — мы направили вам ссылку для завершения процесса регистрации на портале.',
      ],
      [
        'blocked',
        'Сервис доступен только медицинскому специалисту!',
        'Пройдите регистрацию или войдите в существующий аккаунт, чтобы получить доступ ко всем закрытым сервисам и материалам.',
      ],
    ];
    for (const [hash, name, text] of dialogs) {
      await page.goto(`/page/#${hash}`);
      await expect(page.getByRole('dialog', { name })).toContainText(text, { useInnerText: true });
      await expect(openDialogs(page)).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(openDialogs(page)).toHaveCount(0);
      await expect.poll(() => new URL(page.url()).hash).toBe('');
    }
  },
);

test(
  'opening one dialog closes the others (B111, B112, B116, B124, B127)',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/');
    await openLogin(page);
    const login = page.getByRole('dialog', { name: 'Вход в личный кабинет' });
    await expect(login.getByRole('link', { name: 'Как партнер' })).toBeVisible();
    await login.getByRole('link', { name: 'Восстановить пароль' }).click();
    await expect(openDialogs(page)).toHaveCount(1);
    await page
      .getByRole('dialog', { name: 'Восстановление пароля' })
      .getByRole('link', { name: 'Войти в систему' })
      .click();
    await expect(login).toBeVisible();
    await login.getByRole('link', { name: 'Как врач' }).click();
    await expect(page.getByRole('dialog', { name: 'Регистрация врача' })).toBeVisible();
    await expect(openDialogs(page)).toHaveCount(1);
  },
);

test('dialogs come when one is wanted, once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/dialogs/') && asked.push(request.url()));
  await page.goto('/page/', { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  await openLogin(page);
  await expect(page.getByRole('dialog', { name: 'Вход в личный кабинет' })).toBeVisible();
  await page.keyboard.press('Escape');
  await sendEvent(page, 'dialog-open', { name: 'important' });
  await expect(page.getByRole('dialog', { name: 'Важно!' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('where the dialogs do not come, the link leads to the page that says the same', async ({ page }) => {
  await page.route('**/dialogs/**', (route) => route.abort());
  await page.goto('/page/about/');
  await openLogin(page);
  await expect(page).toHaveURL(/\/profile\/login\/$/);
});

test('dialogs obey named events; the question before an action has «Ок» and a way back (B163, B164, B248)', async ({
  page,
}) => {
  await page.goto('/');
  for (const [variant, said, other] of [
    ['registration', 'для подтверждения регистрации', 'Чтобы задать новый пароль'],
    ['restore', 'Чтобы задать новый пароль', 'для подтверждения регистрации'],
  ]) {
    await sendEvent(page, 'dialog-open', { name: 'success', variant });
    const success = page.getByRole('dialog', { name: 'Готово' });
    await expect(success.getByText(said ?? '')).toBeVisible();
    await expect(success.getByText(other ?? '')).toBeHidden();
    await sendEvent(page, 'dialog-close-all');
    await expect(openDialogs(page)).toHaveCount(0);
  }
  await sendEvent(page, 'dialog-open', { name: 'question' });
  const question = page.getByRole('alertdialog', { name: 'Подтвердите действие' });
  await expect(question.getByRole('button', { name: 'Ок' })).toBeVisible();
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(openDialogs(page)).toHaveCount(0);
});

test(
  'an open dialog locks the page, keeps the focus and gives it back',
  { tag: '@both' },
  async ({ page }) => {
    await page.goto('/');
    await openLogin(page);
    await expect(page.locator('html')).toHaveCSS('overflow-y', 'hidden');
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press('Tab');
      const isOutside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest('dialog[open]'),
      );
      expect(isOutside).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(openDialogs(page)).toHaveCount(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-dialog'))).toBe('login');
  },
);

test(
  'the desktop header has its menu, and anonymous visitors meet the lock (B079, B080, B081, B082, B083, B085)',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/page/');
    const items = page.getByRole('navigation', { name: 'Основная' }).getByRole('link');
    expect(await items.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/deseases/',
      '/drugs/',
      '/research/',
      '/cases/',
      '/clinics/',
      '/observational_projects/',
    ]);
    await expect(page.getByRole('link', { name: 'Вход/Регистрация' })).toBeVisible();
    const cases = items.nth(3);
    await expect(cases).toHaveAccessibleName(/^Клинические\sслучаи.*открыт\sврачам/);
    await expect(cases.locator('.icon')).toBeVisible();
    await cases.click();
    await expect(
      page.getByRole('dialog', { name: 'Сервис доступен только медицинскому специалисту!' }),
    ).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/page/');
    await page.goto('/cases/');
    await expect(items.nth(3)).toHaveAttribute('aria-current', 'page');
    await page.goto('/cases/case/');
    await expect(items.nth(3)).toHaveAttribute('aria-current', 'true');
  },
);

test('the mobile header takes over below 808 px (B254)', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Меню' });
  await page.setViewportSize({ width: 807, height: 800 });
  await expect(menu).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Основная' })).toBeHidden();
  await page.setViewportSize({ width: 808, height: 800 });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Основная' })).toBeVisible();
});

test(
  'the menu of a phone has everything in order (B091, B092, B093, B094, B095, B096, B098, B099)',
  { tag: ['@smoke', '@phone'] },
  async ({ page }) => {
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Меню' });
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await opener.click();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    const menu = page.getByRole('dialog', { name: 'Меню' });
    const sections = menu.getByRole('navigation', { name: 'Разделы' }).getByRole('link');
    expect((await sections.allInnerTexts()).map((text) => text.trim())).toEqual([
      'Заболевания',
      'Терапия',
      'Исследования',
      'Мероприятия',
      'Учреждения',
      'Наблюдательные проекты',
      'Новости',
    ]);
    await expect(menu.getByPlaceholder('Поиск по каталогу')).toBeVisible();
    await expect(menu.getByRole('heading', { name: 'Профиль' })).toBeVisible();
    for (const name of ['Регистрация в качестве врача', 'Регистрация в качестве партнера'])
      await expect(menu.getByRole('link', { name })).toBeVisible();
    for (const address of terms) await expect(menu.locator(`a[href="${address}"]`)).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Сохранённое' })).toHaveAttribute('href', '/saved/');
    await expect(menu.getByText('18+')).toBeVisible();
    await menu.getByRole('link', { name: 'Войти' }).click();
    await expect(page.getByRole('dialog', { name: 'Вход в личный кабинет' })).toBeVisible();
    await expect(menu).toBeHidden();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
  },
);

test(
  'an address that does not exist answers 404 with the way out (B056, B057, B058, B245)',
  { tag: '@smoke' },
  async ({ page }) => {
    const answer = await page.goto('/nowhere/gaucher-disease/');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница не найдена');
    await expect(page.getByRole('navigation', { name: 'Вы здесь' })).toContainText('Главная');
    await expect(
      page.getByText('Кажется, что-то пошло не так. Страница, которую вы запрашиваете, не существует.', {
        exact: true,
      }),
    ).toBeVisible();
    await expect(page.getByRole('main').getByPlaceholder('Поиск по каталогу')).toHaveValue('gaucher disease');
    const likes = page.getByRole('navigation', { name: 'Похоже на' });
    await expect(likes.getByRole('link', { name: 'Болезнь Гоше', exact: true })).toBeVisible();
    // The section is mistyped, the rest is right.
    await page.goto('/desease/areas/metabolic/');
    await likes.getByRole('link', { name: /^Заболевания:\s/ }).click();
    await expect(page).toHaveURL(/\/deseases\/areas\/metabolic\/$/);
    await page.goto('/zzzz/');
    await expect(likes).toBeHidden();
  },
);

test('closed sections say so and are not indexed (B037, B038, B039, B046, B047, B018)', async ({ page }) => {
  for (const address of [
    '/profile/',
    '/profile/application/',
    '/profile/cases/',
    '/profile/settings/',
    '/profile/subscribes/',
    '/cases/',
  ]) {
    const file = await page.request.get(address);
    expect(await file.text()).toContain('<meta name="robots" content="noindex"');
    expect(file.status()).toBe(200);
    await page.goto(address);
    // An anonymous visitor is asked in: in the page itself, or by the dialog of the home page (ruling G6).
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: 'Вход' })
        .or(page.getByRole('dialog', { name: 'Вход в личный кабинет' })),
    ).toBeVisible();
  }
});

test(
  'the theme and the low-vision version are remembered and shown before the first paint',
  { tag: '@both' },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    const root = page.locator('html');
    await page.getByRole('button', { name: 'Тема' }).click();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    const sight = page.getByRole('button', { name: 'Версия для слабовидящих' });
    await sight.click();
    const panel = page.getByRole('dialog', { name: 'Версия для слабовидящих' });
    await panel.getByRole('group', { name: 'Размер текста' }).getByText('200 %').click();
    await panel.getByRole('button', { name: 'Готово' }).click();
    await expect(sight).toBeFocused();
    await page.goto('/page/');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(root).toHaveAttribute('data-text', '200');
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0);
    await sight.click();
    await expect(panel.getByRole('radio', { name: '200 %' })).toBeChecked();
    await panel.getByRole('button', { name: 'Вернуть обычную' }).click();
    await expect(root).not.toHaveAttribute('data-low-vision');
    await expect(root).not.toHaveAttribute('data-text');
  },
);

test(
  'the page reads, leads on and logs in without scripts',
  { tag: '@smoke' },
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openLogin(page);
    await expect(page).toHaveURL(/\/profile\/login\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вход в личный кабинет');
    await context.close();
  },
);

test('without JavaScript the low-vision version stays on from page to page until it is taken back', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  const root = page.locator('html');
  await page.goto('/research/');
  await page.getByRole('button', { name: 'Версия для слабовидящих' }).click();
  await expect(root).toHaveAttribute('data-text', '150');
  await page.getByRole('main').getByRole('link', { name: 'Фаза III', exact: true }).last().click();
  await expect(page).toHaveURL('/research/phase/3/?vi=1');
  await expect(root).toHaveAttribute('data-text', '150');
  await page.getByRole('main').locator('h3 a').first().click();
  await expect(root).toHaveAttribute('data-text', '150');
  await page.getByRole('button', { name: 'Обычная версия' }).click();
  await expect(root).not.toHaveAttribute('data-low-vision');
  await page.getByRole('link', { name: 'Исследования' }).first().click();
  await expect(root).not.toHaveAttribute('data-low-vision');
  await context.close();
});

test('pages are fetched ahead on intent, but not with data-saver or on 2g (B260)', async ({ page }) => {
  await page.clock.install();
  const hints = page.locator('link[rel=prefetch]');
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Основная' }).getByRole('link').first().hover();
  await page.clock.runFor(1000);
  await expect(hints).toHaveAttribute('href', '/deseases/');
  for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }]) {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { configurable: true, get: () => value });
    }, connection);
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Основная' }).getByRole('link').first().hover();
    // Longer than a pointer rests on a link before that counts as intent.
    await page.clock.runFor(1000);
    await expect(hints).toHaveCount(0);
  }
});

test(
  'without a mouse one passes the header, searches by «/» and opens what is found',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('/');
    await page.keyboard.type('гоше');
    await expect(
      page.getByRole('dialog').getByRole('option', { name: 'Болезнь Гоше' }).first(),
    ).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Болезнь Гоше' })).toBeVisible();
  },
);
