import { expect, type APIRequestContext, type Page, type Request } from '@playwright/test';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/scrypt';
import { TOTP } from 'otpauth';
import type { Output } from '#contract/contract.ts';
import { markup } from '../sample/markup.ts';
import { letterTo, linkIn } from './letters.ts';
import { inDatabase, makePerson, newAddress, password } from './people.ts';
import { enterAs, openLogin, signIn, signOut, test } from './visitor.ts';

// A service worker would answer for the portal where a journey cuts the line.
test.use({ serviceWorkers: 'block' });

const login = (page: Page) => page.getByRole('dialog', { name: 'Вход в личный кабинет' });
const entrance = (page: Page) => page.getByRole('form', { name: 'Вход', exact: true });

test('the sign-in keeps what is typed early, waits for a slow portal, is sent once and survives a cut line (B109, B124, B127, B188, B197, B208, B259)', async ({
  page,
}) => {
  const { email } = await makePerson('doctor', { isVerified: false });
  let release = () => {};
  const isHeld = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_astro/login.*.js', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto('/');
  await openLogin(page);
  const field = entrance(page).getByLabel('Электронная почта');
  await field.fill(email);
  release();
  // Alive: the form no longer leaves its checks to the browser.
  await expect(entrance(page)).toHaveAttribute('novalidate', '');
  await expect(field).toHaveValue(email);
  await expect(field).toBeFocused();

  // The line is cut, then the portal is slow, then all is well; what was typed stays.
  await page.route('**/api/auth/login', (route) => route.abort());
  await signIn(page, email);
  const summary = entrance(page).getByRole('group', { name: 'Не удалось войти' });
  await expect(summary).toContainText('Нет связи с порталом');
  await expect(entrance(page).getByLabel('Пароль', { exact: true })).toHaveValue(password);
  await page.unroute('**/api/auth/login');
  let sent = 0;
  let answer = () => {};
  const isSlow = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/auth/login', async (route) => {
    sent += 1;
    await isSlow;
    await route.continue();
  });
  await entrance(page).getByRole('button', { name: 'Войти на сайт' }).dblclick();
  const busy = entrance(page).getByRole('button', { name: 'Входим…' });
  await expect(busy).toBeDisabled();
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('progressbar')).toHaveCSS('animation-duration', '5s');
  answer();
  await expect(login(page)).toBeHidden();
  expect(sent).toBe(1);
  await expect(page.getByRole('button', { name: /Аккаунт/ })).toBeVisible();
});

test('opening the sign-in brings at most 8 files and 20 kB, and no React', async ({ page }) => {
  // The shared dictionary is there once the site is whole; a part of the weight comes by it.
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/page/about/', { headers: { 'accept-encoding': 'br, zstd' } });
        return answer.headers()['link'];
      },
      { timeout: 60_000 },
    )
    .toContain('compression-dictionary');
  await page.goto('/page/about/', { waitUntil: 'networkidle' });
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await openLogin(page);
  await expect(entrance(page)).toHaveAttribute('novalidate', '');
  // What the browser fetches for itself when it has time belongs to no press.
  const own = requests.filter((request) => !/\/(favicon\.svg|dictionaries\/)/.test(request.url()));
  const sizes = await Promise.all(own.map((request) => request.sizes()));
  const bytes = sizes.reduce((sum, size) => sum + size.responseBodySize + size.responseHeadersSize, 0);
  const paths = own.map((request) => new URL(request.url()).pathname);
  expect(paths.length, paths.join(' ')).toBeLessThanOrEqual(8);
  expect(bytes).toBeLessThanOrEqual(20_000);
  expect(requests.filter((request) => /react/.test(request.url()))).toEqual([]);
});

test(
  'Esc and a press outside close the dialog, the focus returns; Esc on an open list closes the list only (B160, B161, B163)',
  { tag: '@both' },
  async ({ page }) => {
    await page.goto('/page/about/');
    await openLogin(page);
    await expect(entrance(page)).toHaveAttribute('novalidate', '');
    await page.mouse.click(4, 4);
    await expect(login(page)).toBeHidden();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-dialog')))
      .toBe('login');
    await page.goto('/page/about/#doctor');
    const dialog = page.getByRole('dialog', { name: 'Регистрация врача' });
    const list = dialog.getByRole('combobox', { name: 'Субъект Федерации' });
    await list.fill('Твер');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('option')).toHaveCount(0);
    await expect(dialog).toBeVisible();
    // However far one reads, the way out is in sight; it asks once before it takes one away from what was typed.
    await dialog.getByLabel('Фамилия').fill('Гончарова');
    await dialog.getByRole('button', { name: 'Зарегистрироваться' }).scrollIntoViewIfNeeded();
    const cross = dialog.getByRole('button', { name: 'Закрыть' });
    await expect(cross).toBeInViewport({ ratio: 1 });
    await cross.click();
    const question = dialog.getByRole('group', { name: /^Закрыть\sформу\?/ });
    await expect(question.getByRole('button', { name: 'Продолжить' })).toBeFocused();
    await question.getByRole('button', { name: 'Продолжить' }).click();
    await expect(question).toBeHidden();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    // It is there the next time, and can be thrown away.
    await page.goto('/profile/register/doctor/');
    await expect(page.getByLabel('Фамилия')).toHaveValue('Гончарова');
    await page.getByRole('button', { name: 'Начать заново' }).click();
    await expect(page.getByLabel('Фамилия')).toHaveValue('');
    await page.reload();
    await expect(page.getByLabel('Имя')).toBeVisible();
    await expect(page.getByLabel('Фамилия')).toHaveValue('');
  },
);

test('a notice that comes over an open dialog is inside it: seen, spoken and pressed (B165, G29)', async ({
  page,
}) => {
  const { email } = await makePerson('patient');
  await enterAs(page, email, '/deseases/');
  await page.locator('.rows > li a').first().click();
  const refusal = Promise.withResolvers<void>();
  await page.route('**/api/subscribes/add', async (route) => {
    await refusal.promise;
    await route.fulfill({ status: 500, json: { status: 'error', errors: [{ message: 'Не вышло.' }] } });
  });
  await page.waitForURL(/\/deseases\/\d+\//);
  const dialog = page.getByRole('dialog', { name: 'Важно!' });
  // The answer comes when a dialog has opened over the page.
  const asked = page.waitForRequest('**/api/subscribes/add');
  await page.getByRole('button', { name: 'Следить' }).click();
  await asked;
  await page.getByRole('button', { name: 'Кто может добавить материал' }).click();
  await expect(dialog).toBeVisible();
  refusal.resolve();
  await expect(dialog.getByRole('alert')).toContainText('Не вышло.', { useInnerText: true });
  await dialog.getByRole('button', { name: 'Закрыть уведомление' }).click();
  await expect(dialog.getByRole('alert')).toBeEmpty();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('body > .notices')).toHaveCount(1);
});

test('an administrator sets up the second step, enters with it, and without scripts (B217, G54)', async ({
  page,
  browser,
  baseURL,
}) => {
  const { email } = await makePerson('admin', { hasFactor: false });
  const refused: string[] = [];
  page.on('response', (answer) => void (answer.status() === 403 && refused.push(answer.url())));
  await enterAs(page, email);
  await expect(page.getByText('Редакторы и администраторы входят в два шага.')).toBeVisible();
  // The desk has nothing for them yet, and asks nothing that it may not.
  await page.goto('/profile/editors/records/');
  await expect(page.getByText('Редакторы и администраторы входят в два шага.')).toBeVisible();
  await page.goto('/profile/settings/');
  await page.getByRole('button', { name: 'Настроить' }).click();
  await page.getByRole('textbox', { name: 'Ваш пароль' }).fill(password);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  const secret = await page.locator('form code').innerText();
  await page.getByLabel('Код из приложения').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Включить' }).click();
  await expect(page.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem').first()).toBeVisible();
  const codes = await page.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem').allInnerTexts();
  expect(codes.length).toBeGreaterThan(4);
  await page.getByRole('button', { name: 'Коды сохранены' }).click();
  await expect(page.getByRole('navigation', { name: 'Профиль' })).toContainText('Рабочее место редактора');
  expect(refused).toEqual([]);
  await signOut(page);
  await openLogin(page);
  await signIn(page, email);
  const step = page.getByRole('form', { name: 'Второй шаг входа' });
  await expect(step.getByLabel('Код подтверждения')).toBeFocused();
  // A reload, and another tab, go on from the second step, until another account is wanted.
  await page.goto('/profile/login/');
  await expect(step.getByLabel('Код подтверждения')).toBeFocused();
  await page.reload();
  await expect(step).toBeVisible();
  await step.getByRole('button', { name: 'Войти в другой аккаунт' }).click();
  await expect(entrance(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => /u=2/.test(document.cookie))).toBe(false);
  await page.reload();
  await expect(entrance(page)).toHaveAttribute('novalidate', '');
  await expect(step).toBeHidden();
  await signIn(page, email);
  await expect(step).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto('/profile/login/');
  await expect(tab.getByRole('form', { name: 'Второй шаг входа' })).toBeVisible();
  await tab.close();
  await step.getByLabel('Код подтверждения').fill('000000');
  await step.getByRole('button', { name: 'Войти на сайт' }).click();
  await expect(step.getByRole('group', { name: 'Не удалось войти' })).toBeVisible();
  await step.getByLabel('Код подтверждения').fill(codes[0] ?? '');
  await step.getByRole('button', { name: 'Войти на сайт' }).click();
  await expect(page).toHaveURL(/\/profile\/editors\/$/);
  await expect(page.getByRole('heading', { name: 'Обзор', level: 1 })).toBeVisible();

  const plain = await (
    await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  ).newPage();
  await plain.goto('/profile/login/');
  await signIn(plain, email);
  await plain.getByLabel('Код').fill(codes[1] ?? '');
  await plain.getByRole('button', { name: 'Войти' }).click();
  await expect(plain).toHaveURL(/\/profile\/editors\/$/);
  await plain.context().close();
});

test('without scripts one confirms, restores the password and signs in by plain forms (B043, B045, G6)', async ({
  browser,
  baseURL,
  extraHTTPHeaders,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: baseURL ?? '',
    extraHTTPHeaders: extraHTTPHeaders ?? {},
  });
  const page = await context.newPage();
  const email = newAddress('plain');
  await registerPartner(context.request, email);
  await page.goto(linkIn(await letterTo(email, 'Подтвердите регистрацию')));
  await page.getByLabel('Пароль', { exact: true }).fill('совсем не тот пароль');
  await page.getByRole('button', { name: 'Подтвердить почту' }).click();
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveAccessibleDescription(
    /С\sтаким\sпаролем\sздесь\sне\sрегистрировались/,
  );
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Подтвердить почту' }).click();
  await page.waitForURL('**/profile/');
  await page.goto('/profile/restore/');
  await page.getByLabel('Электронная почта').fill(email);
  await page.getByRole('button', { name: 'Восстановить пароль' }).click();
  await expect(page.getByText('Письмо отправлено вам на почту.')).toBeVisible();
  await page.goto(linkIn(await letterTo(email, 'парол')));
  const fresh = 'семь медных чайников';
  await page.getByLabel('Пароль', { exact: true }).fill(fresh);
  await page.getByRole('textbox', { name: 'Пароль ещё раз' }).fill('другой длинный пароль');
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page.getByRole('textbox', { name: 'Пароль ещё раз' })).toHaveAccessibleDescription(
    'Пароли не совпадают.',
  );
  await page.getByLabel('Пароль', { exact: true }).fill(fresh);
  await page.getByRole('textbox', { name: 'Пароль ещё раз' }).fill(fresh);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page.getByText('Пароль изменён, прежние входы завершены.')).toBeVisible();
  await page.goto('/profile/login/?next=%2Fprofile%2Fsettings%2F');
  await signIn(page, email, 'вовсе не тот пароль');
  // The form comes back as the site draws it: what is wrong at its field, the address kept, the password not.
  await expect(page.getByRole('alert').getByText('Почта или пароль не подходят')).toBeVisible();
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveAccessibleDescription(
    'Почта или пароль не подходят.',
  );
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Электронная почта')).toHaveValue(email);
  await expect(page.getByRole('main').getByRole('link', { name: /Регистр\sорфанных/ })).toBeVisible();
  await signIn(page, email, fresh);
  // G6: the page that was wanted is not forgotten over a wrong password.
  await expect(page).toHaveURL(/\/profile\/settings\/$/);
  await context.close();
});

test('a registration without ticks is confirmed when its owner has set them (G71, G72)', async ({ page }) => {
  const email = newAddress('bare');
  await registerPartner(page.request, email, {});
  await page.goto(linkIn(await letterTo(email, 'Подтвердите регистрацию')));
  const form = page.getByRole('form', { name: 'Подтверждение регистрации' });
  const consent = form.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' });
  await expect(form.getByRole('checkbox')).toHaveCount(1);
  await form.getByLabel('Пароль', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Подтвердить почту' }).click();
  await expect(consent).toHaveAccessibleDescription(/Без согласия на обработку персональных данных/);
  await expect(form.getByLabel('Пароль', { exact: true })).toHaveValue(password);
  await consent.check();
  await form.getByRole('button', { name: 'Подтвердить почту' }).click();
  await page.waitForURL('**/profile/');
  // Who has signed in is led on from the page of signing in.
  await page.goto('/profile/login/?next=%2Fprofile%2Fsubscribes%2F');
  await page.waitForURL('**/profile/subscribes/');
});

test('a password that is begun before the form is alive is typed on while the link is checked (B043, G72)', async ({
  page,
}) => {
  const email = newAddress('early');
  await registerPartner(page.request, email);
  const scripts = Promise.withResolvers<void>();
  const check = Promise.withResolvers<void>();
  await page.route('**/_astro/*.js', (route) => scripts.promise.then(() => route.continue()));
  await page.route('**/api/user/confirm', (route) => check.promise.then(() => route.continue()));
  await page.goto(linkIn(await letterTo(email, 'Подтвердите регистрацию')), { waitUntil: 'commit' });
  const field = page.getByLabel('Пароль', { exact: true });
  await field.pressSequentially(password.slice(0, 6));
  scripts.resolve();
  await expect(page.getByRole('button', { name: 'Проверяем ссылку…' })).toBeDisabled();
  await page.keyboard.type(password.slice(6));
  check.resolve();
  await expect(page.getByRole('button', { name: 'Подтвердить почту' })).toBeEnabled();
  await expect(field).toHaveValue(password);
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/profile/');
});

/** A registration by the API alone: pages without scripts cannot prove that a person sends them. */
async function registerPartner(
  request: APIRequestContext,
  email: string,
  ticks: Record<string, string> = { consent: 'true' },
): Promise<void> {
  const task = (await (
    await request.get('/api/captcha/challenge?form=partner')
  ).json()) as Output<'GET /api/captcha/challenge'>;
  const solution = await solveChallenge({ challenge: task, deriveKey });
  const altcha = btoa(JSON.stringify({ challenge: task, solution }));
  const diseases = (await (await request.get('/api/dict/diseases')).json()) as { data: { id: number }[] };
  const answer = await request.post('/api/register/patient', {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: {
      company: 'ООО «Пример»',
      position: 'Менеджер',
      last_name: 'Ковалёв',
      name: 'Пётр',
      second_name: '-',
      email,
      password,
      confirm_password: password,
      catalog_disease_id: String(diseases.data[0]?.id),
      ...ticks,
      altcha,
    },
  });
  expect(await answer.json()).toMatchObject({ status: 'success' });
}

test('a form sent before the scripts had come leads on to the profile as any other', async ({ page }) => {
  const { email } = await makePerson('doctor');
  await page.route('**/_astro/*.js', (route) => route.abort());
  await page.goto('/profile/login/');
  await page.unroute('**/_astro/*.js');
  await signIn(page, email, 'вовсе не тот пароль');
  await expect(page.getByText('Почта или пароль не подходят').first()).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/api/auth/login');
  await expect(page.getByRole('form', { name: 'Вход', exact: true })).toHaveAttribute('novalidate', '');
  await signIn(page, email);
  await page.waitForURL('**/profile/');
});

test('who enters before confirming is offered the letter once more, with its purpose (B119, B163)', async ({
  page,
}) => {
  const { id, email } = await makePerson('doctor', { isVerified: false });
  await inDatabase((database) =>
    database.transaction((tx) =>
      tx.updateTable('users').set({ confirmed_at: null }).where('id', '=', id).execute(),
    ),
  );
  await page.goto('/page/about/');
  await openLogin(page);
  await signIn(page, email);
  await entrance(page).getByRole('button', { name: 'Отправить письмо ещё раз' }).click();
  await expect(page.getByRole('dialog', { name: 'Готово' })).toContainText(
    'для подтверждения регистрации, перейдите по ссылке в этом письме.',
    { useInnerText: true },
  );
  expect((await letterTo(email, 'Подтвердите регистрацию')).text).toContain('/profile/confirm/?code=');
});

test('a link that is too old leads to another letter, which one waits for a minute before asking again (B119)', async ({
  page,
}) => {
  await page.goto('/profile/confirm/?code=abcdefghijklmnop');
  await expect(page.getByRole('alert').getByText('Ссылка устарела или неверна')).toBeVisible();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  const form = page.getByRole('form', { name: 'Письмо ещё раз' });
  await form.getByLabel('Электронная почта').fill(newAddress('nobody'));
  await form.getByRole('button', { name: 'Отправить письмо ещё раз' }).click();
  await expect(form).toContainText(
    'Письмо отправлено вам на почту, для подтверждения регистрации, перейдите по ссылке в этом письме.',
  );
  await expect(form.getByRole('button', { name: /^Ещё\sраз\s—\sчерез\s\d+\sс/ })).toBeDisabled();
});

test('a part that does not load brings the page again, once a minute at most (B171, B172, B247, B258)', async ({
  page,
  complaints,
}) => {
  await page.route('**/_astro/login.*.js', (route) => route.abort());
  await page.goto('/page/about/');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await openLogin(page);
  await expect.poll(() => loads).toBe(1);
  await page.waitForLoadState('load');
  await openLogin(page);
  await expect(page.getByRole('alert').getByText(/Часть\sстраницы\sне\sзагрузилась/)).toBeAttached();
  expect(loads).toBe(1);
  // Within a minute it does not try again, a minute later it does.
  const tryAfter = async (milliseconds: number) => {
    await page.evaluate(
      (ago) => sessionStorage.setItem('chunk-reload', String(Date.now() - ago)),
      milliseconds,
    );
    await page.keyboard.press('Escape');
    await page.reload();
    loads = 0;
    await openLogin(page);
  };
  // The machine may take half of the minute.
  await tryAfter(30_000);
  await expect(page.getByRole('alert').getByText(/Часть\sстраницы\sне\sзагрузилась/)).toBeAttached();
  expect(loads).toBe(0);
  await tryAfter(60_000);
  await expect.poll(() => loads).toBe(1);
  complaints.splice(0);
});

test(
  'what is written without a network stays, and is sent when the network is back (B011, B134, B168, G53)',
  { tag: '@smoke' },
  async ({ page, context }) => {
    const { email } = await makePerson('doctor', { isVerified: false });
    await enterAs(page, email, '/profile/application/');
    const form = page.getByRole('form', { name: 'Новая заявка' });
    await form.getByLabel('О чём заявка').selectOption({ index: 2 });
    // As much of it as an application holds.
    const written = markup.join('\n').slice(0, 10_000).trim();
    await form.getByLabel('Текст').fill(written);
    await context.setOffline(true);
    await form.getByRole('button', { name: 'Отправить заявку' }).click();
    await expect(form.getByRole('group', { name: 'Заявка не отправлена' })).toContainText('отправим');
    await context.setOffline(false);
    await expect(page.getByText(/Заявка\s№\s\d+\sотправлена/)).toBeVisible();
    await expect(form.getByLabel('Текст')).toHaveValue('');
    // What is shown back is text, whatever it looks like.
    await page.getByRole('button', { name: 'Подробнее' }).click();
    await expect(page.getByText(written, { exact: true })).toBeVisible();
    const answer = await page.request.post('/api/doctor/update', {
      headers: { 'sec-fetch-site': 'same-origin' },
      data: { last_name: 'О’Нил', name: 'Анна', second_name: '-', city: markup[0], med: markup[1] },
    });
    expect(await answer.json()).toMatchObject({ status: 'success' });
    await page.goto('/profile/');
    await expect(page.getByRole('main')).toContainText(markup[0] ?? '');
    await expect(page.getByRole('main')).toContainText(markup[1] ?? '');
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    // Drafts of the former user are gone with the session (V14.3).
    await page.goto('/profile/application/');
    await page.getByLabel('Текст').fill('не для чужих глаз');
    await signOut(page);
    // What only this device has goes with it, so that is asked first.
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ок' }).click();
    await expect(page).not.toHaveURL(/profile/);
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('чужих');
  },
);
