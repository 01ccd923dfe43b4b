import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { counted } from '#domain/plural.ts';

const isPhone = (size: { width: number } | null) => (size?.width ?? 0) < 808;
const suffix = /— Регистр орфанных заболеваний\. .+/;
const openDialogs = (page: Page) => page.locator('dialog[open]');
const terms = ['/upload/doc/policy.pdf', '/upload/doc/assept.pdf'];

/** Desktop and phone have different ways to the login dialog. */
async function openLogin(page: Page): Promise<void> {
  await (
    isPhone(page.viewportSize())
      ? page.getByRole('link', { name: 'Войти' }).first()
      : page.getByRole('link', { name: 'Вход/Регистрация' })
  ).click();
}

test('B002 B060 B061 B062 B063 B065 the home page is Russian and has title, subtitle, search and counters', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Регистр орфанных заболеваний');
  await expect(page.getByText('исследования, организации, препараты', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByPlaceholder('Поиск по каталогу')).toBeVisible();
  await expect(page).toHaveTitle(/^Регистр орфанных заболеваний\. .+/);
  const counters = page.getByRole('navigation', { name: 'В каталоге' }).getByRole('link');
  await expect(counters).toHaveCount(5);
  expect(await counters.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/deseases/',
    '/research/',
    '/drugs/',
    '/cases/',
    '/clinics/',
  ]);
});

test('B012 B063 the five counters say what the catalogue holds, with the word that agrees', async ({
  page,
}) => {
  const { data } = (await (await page.request.get('/api/page/home')).json()) as {
    data: Record<string, number>;
  };
  await page.goto('/');
  const said = await page
    .getByRole('navigation', { name: 'В каталоге' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.textContent?.replace(/\s+/g, ' ').trim()));
  const { kindsByName } = await import('#domain/kinds/index.ts');
  expect(said).toEqual(
    (
      [
        ['disease', 'diseases'],
        ['research', 'researches'],
        ['drug', 'drugs'],
        ['case', 'cases'],
        ['clinic', 'clinics'],
      ] as const
    ).map(([kind, count]) =>
      counted(
        data[count] ?? -1,
        kind === 'research'
          ? ['протокол исследования', 'протокола исследования', 'протоколов исследований']
          : kindsByName[kind].titles.counted,
      ).replace(/\s+/g, ' '),
    ),
  );
});

test('B170 B261 G39 counters, the last nine news and the navigation stand in the page, and a stranger asks nothing', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.getByRole('navigation', { name: 'В каталоге' }).getByRole('link')).toHaveCount(5);
  await expect(page.locator('footer a[href="/upload/doc/policy.pdf"]')).toHaveCount(1);
  const news = await page.getByRole('main').locator('a[href^="/news/"]').count();
  expect(news).toBeGreaterThan(0);
  // Nine news at most, and the link to all of them.
  expect(news).toBeLessThanOrEqual(10);
  expect(asked).toEqual([]);
});

test('B004 B067 B068 the search works as a plain form', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText(/Начните вводить название препарата или болезни/)).toBeVisible();
  const form = page.getByRole('main').getByRole('search');
  await expect(form.getByRole('button', { name: 'Найти' })).toBeVisible();
  await expect(form.locator('form')).toHaveAttribute('action', '/search/');
  await expect(form.locator('form')).toHaveAttribute('method', 'get');
});

test('B064 B065 other pages have breadcrumbs from «Главная» and the title of the site', async ({ page }) => {
  for (const address of ['/page/', '/cases/', '/clinics/']) {
    await page.goto(address);
    await expect(page.getByRole('navigation', { name: 'Вы здесь' }).getByRole('listitem').first()).toHaveText(
      'Главная',
    );
    await expect(page).toHaveTitle(suffix);
  }
});

test('B053 B243 the default layout has a header, a footer and live regions for notices', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('contentinfo')).toHaveCount(1);
  await expect(page.locator('.notices [role=status]')).toBeAttached();
  await expect(page.locator('.notices [role=alert]')).toBeAttached();
  await expect(page.locator('.notices')).toHaveAttribute('data-timeout', '6000');
});

test('B013 B014 B015 B016 B100 B104 B263 the footer has the disclaimer, 18+, the documents and the way to add', async ({
  page,
}) => {
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(
    'не может быть использована для постановки диагноза и назначения лечения',
  );
  await expect(footer).toContainText('не заменяет приём врача');
  await expect(footer).toContainText('18+');
  await expect(footer.getByRole('link', { name: /Регистр\s*орфанных заболеваний/ })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(footer).toContainText('после регистрации в личном кабинете Вы можете добавить свой материал');
  for (const address of terms) {
    const link = footer.locator(`a[href="${address}"]`);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    const answer = await page.request.get(address);
    expect(answer.headers()['content-type']).toContain('application/pdf');
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-');
  }
});

test('B103 B105 B106 B107 the footer’s button opens the blocked dialog, the sign beside it «Важно!»', async ({
  page,
}) => {
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
});

test('B054 B118 B120 B121 B122 B123 seven dialogs open by their hashes with the words of the specification', async ({
  page,
}) => {
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
});

test('B111 B112 B116 B124 B127 opening one dialog closes the others', async ({ page }) => {
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
});

test('dialogs come when one is wanted, once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/dialogs/') && asked.push(request.url()));
  await page.goto('/page/', { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  await openLogin(page);
  await expect(page.getByRole('dialog', { name: 'Вход в личный кабинет' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.evaluate(() =>
    document.dispatchEvent(new CustomEvent('dialog-open', { detail: { name: 'important' } })),
  );
  await expect(page.getByRole('dialog', { name: 'Важно!' })).toBeVisible();
  expect(asked).toHaveLength(1);
});

test('where the dialogs do not come, the link leads to the page that says the same', async ({ page }) => {
  await page.route('**/dialogs/**', (route) => route.abort());
  await page.goto('/page/about/');
  await openLogin(page);
  await expect(page).toHaveURL(/\/profile\/login\/$/);
});

test('B163 B164 B248 dialogs obey named events; the question before a deed has «Ок» and a way back', async ({
  page,
}) => {
  await page.goto('/');
  const tell = (event: string, detail?: object) =>
    page.evaluate(([name, value]) => document.dispatchEvent(new CustomEvent(name, { detail: value })), [
      event,
      detail,
    ] as const);
  for (const [variant, said, other] of [
    ['registration', 'для подтверждения регистрации', 'Чтобы задать новый пароль'],
    ['restore', 'Чтобы задать новый пароль', 'для подтверждения регистрации'],
  ]) {
    await tell('dialog-open', { name: 'success', variant });
    const success = page.getByRole('dialog', { name: 'Готово' });
    await expect(success.getByText(said ?? '')).toBeVisible();
    await expect(success.getByText(other ?? '')).toBeHidden();
    await tell('dialog-close-all');
    await expect(openDialogs(page)).toHaveCount(0);
  }
  await tell('dialog-open', { name: 'question' });
  const question = page.getByRole('alertdialog', { name: 'Подтвердите действие' });
  await expect(question.getByRole('button', { name: 'Ок' })).toBeVisible();
  await question.getByRole('button', { name: 'Отмена' }).click();
  await expect(openDialogs(page)).toHaveCount(0);
});

test('an open dialog locks the page, keeps the focus and gives it back', async ({ page }) => {
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
});

test('B079 B080 B081 B082 B083 B085 the desktop header has its menu, and strangers meet the lock', async ({
  page,
}) => {
  test.skip(isPhone(page.viewportSize()), 'skipped on a phone: it has the mobile header');
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
  await expect(cases).toHaveAccessibleName(/^Клинические случаи.*открыт врачам/);
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
});

test('B254 the mobile header takes over below 808 px', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Меню' });
  await page.setViewportSize({ width: 807, height: 800 });
  await expect(menu).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Основная' })).toBeHidden();
  await page.setViewportSize({ width: 808, height: 800 });
  await expect(menu).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Основная' })).toBeVisible();
});

test('B091 B092 B093 B094 B095 B096 B098 B099 the menu of a phone has everything in order', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
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
});

test('B055 the pages of entering have only the logo and notices', async ({ page }) => {
  for (const address of ['/profile/login/', '/profile/restore/', '/profile/confirm/']) {
    await page.goto(address);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.locator('dialog')).toHaveCount(0);
    await expect(page.getByRole('link', { name: /Регистр\s*орфанных заболеваний/ })).toBeVisible();
    await expect(page.locator('.notices')).toHaveAttribute('data-timeout', '5000');
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  }
});

test('B056 B057 B058 B245 an address that does not exist answers 404 with the way out', async ({ page }) => {
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
  await likes.getByRole('link', { name: /^Заболевания: / }).click();
  await expect(page).toHaveURL(/\/deseases\/areas\/metabolic\/$/);
  await page.goto('/zzzz/');
  await expect(likes).toBeHidden();
});

test('B037 B038 B039 B046 B047 B018 closed sections say so and are not indexed', async ({ page }) => {
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
    // A stranger is asked in: in the page itself, or by the dialog of the home page (ruling G6).
    await expect(
      page
        .getByRole('main')
        .getByRole('link', { name: 'Вход' })
        .or(page.getByRole('dialog', { name: 'Вход в личный кабинет' })),
    ).toBeVisible();
  }
});

test('B036 the list of static pages leads to each of them', async ({ page }) => {
  await page.goto('/page/');
  for (const link of await page.getByRole('main').locator('a[href^="/page/"]').all())
    expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200);
});

test('the theme and the low-sight version are remembered and shown before the first paint', async ({
  page,
}) => {
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
  await expect(root).not.toHaveAttribute('data-sight');
  await expect(root).not.toHaveAttribute('data-text');
});

test('at 200 % in the low-sight version nothing sticks out on any width', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('sight', 'black-on-white 200'));
  for (const width of [320, 360, 808, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of ['/', '/page/', '/cases/', '/profile/login/']) {
      await page.goto(address);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `${address} at ${width}`).toBe(0);
    }
  }
});

test('the page reads, leads on and logs in without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openLogin(page);
  await expect(page).toHaveURL(/\/profile\/login\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вход в личный кабинет');
  await context.close();
});

test('without JavaScript the version for low sight stays on from page to page until it is taken back', async ({
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
  await expect(root).not.toHaveAttribute('data-sight');
  await page.getByRole('link', { name: 'Исследования' }).first().click();
  await expect(root).not.toHaveAttribute('data-sight');
  await context.close();
});

test('B260 pages are fetched ahead on intent, but not with data-saver or on 2g', async ({ page }) => {
  test.skip(isPhone(page.viewportSize()), 'skipped on a phone: it has no pointer to hover');
  const hints = page.locator('link[rel=prefetch]');
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Основная' }).getByRole('link').first().hover();
  await expect(hints).toHaveAttribute('href', '/deseases/');
  for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }]) {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { configurable: true, get: () => value });
    }, connection);
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Основная' }).getByRole('link').first().hover();
    await page.waitForTimeout(200);
    await expect(hints).toHaveCount(0);
  }
});

test('robots.txt and the sitemap name every public section and nothing of doctors and profiles', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/Sitemap: https?:\/\/.+\/sitemap-index\.xml/);
  const index = await (await request.get('/sitemap-index.xml')).text();
  const shards = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? '').pathname,
  );
  expect(shards).toContain('/sitemap-sections.xml');
  const all = await Promise.all(shards.map(async (shard) => (await request.get(shard)).text()));
  const paths = all.flatMap((text) =>
    [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname),
  );
  expect(new Set(paths).size).toBe(paths.length);
  for (const section of [
    '/',
    '/deseases/',
    '/drugs/',
    '/research/',
    '/clinics/',
    '/events/',
    '/news/',
    '/observational_projects/',
    '/diagnostics/',
    '/guidelines/',
    '/access/',
    '/resources/',
    '/page/',
  ])
    expect(paths).toContain(section);
  expect(paths.filter((path) => /^\/(cases|profile|search|api)\//.test(path))).toEqual([]);
});

test('the fonts stay within their budget and the preference script within its policy', async ({ page }) => {
  await page.goto('/');
  const fonts = await page
    .locator('link[rel=preload][as=font]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(fonts).toHaveLength(2);
  const bytes = fonts.map((file) => readFileSync(`public${file}`).length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(42_000);
  expect(await page.locator('[style]').count()).toBe(0);
});

test('B017 B035 B149 the home page and a static page open; terms are those of the navigation entry «policy»', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Регистр орфанных заболеваний');
  const { data: entries } = (await (await request.get('/api/navigation')).json()) as {
    data: { code: string; items: { title: string; url: string }[] }[];
  };
  const policy = entries.find(({ code }) => code === 'policy')?.items ?? [];
  expect(policy.length).toBeGreaterThan(0);
  for (const { title, url } of policy)
    await expect(page.getByRole('contentinfo').getByRole('link', { name: title })).toHaveAttribute(
      'href',
      url,
    );

  const { data: about } = (await (await request.get('/api/page/about')).json()) as {
    data: { title: string };
  };
  await page.goto('/page/about/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(about.title);
});
