import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { newEditor } from './desk.ts';
import { letterTo, lettersTo, linkIn } from './letters.ts';
import { beginSession, makePerson, newAddress, password } from './people.ts';
import { dropSession, enterAs, openLogin, signIn, signOut, test } from './visitor.ts';

const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });
const confirmText =
  'Пожалуйста, проверьте свою электронную почту — мы направили вам ссылку для завершения процесса регистрации на портале.';

/** Chooses in a list by typing the beginning. */
async function choose(within: Locator, label: string, typed: string): Promise<void> {
  const input = within.getByRole('combobox', { name: label });
  await input.fill(typed);
  await within
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click();
  await input.press('Escape');
}

test(
  'a doctor registers, confirms, enters, fills in the profile, follows a disease and leaves (B005, B010, B108, B109, B110, B112, B117, B125, B128, B129, B137, B150, B151, B174, B190, B191, B193, B195, B196, B201, B203, B205, B265)',
  { tag: '@smoke' },
  async ({ page }) => {
    const email = newAddress('doctor');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    const hasReact = () => scripts.some((url) => /react/.test(url));
    await page.goto('/');
    await openLogin(page);
    const login = dialogNamed(page, 'Вход в личный кабинет');
    await expect(login.getByRole('button', { name: 'Войти на сайт' })).toBeVisible();
    expect(hasReact()).toBe(false);
    await login.getByRole('link', { name: 'Восстановить пароль' }).click();
    await dialogNamed(page, 'Восстановление пароля').getByRole('link', { name: 'Как врач' }).click();

    const dialog = dialogNamed(page, 'Регистрация врача');
    const form = dialog.getByRole('form', { name: 'Регистрация врача' });
    await expect(form).toContainText(
      'Почта нужна для входа и служебных писем; рассылки — только с вашего согласия.',
    );
    // An island: what it is made of comes with it.
    expect(hasReact()).toBe(true);
    // Sent empty, every required field says what it lacks, and the summary has the focus.
    await form.getByRole('button', { name: 'Зарегистрироваться' }).click();
    const summary = form.getByRole('group', { name: 'Проверьте форму' });
    await expect(summary).toBeFocused();
    for (const name of ['Фамилия', 'Город', 'Медицинское учреждение', 'Электронная почта'])
      await expect(form.getByLabel(name)).toHaveAttribute('aria-invalid', 'true');
    await summary.getByRole('link').first().press('Enter');
    await expect(form.getByLabel('Фамилия')).toBeFocused();
    await expect(form.getByRole('checkbox', { checked: true })).toHaveCount(0);

    await form.getByLabel('Фамилия').fill('Гончарова');
    await form.getByLabel('Имя', { exact: true }).fill('Мария');
    await form.getByLabel('Нет отчества').check();
    await choose(form, 'Субъект Федерации', 'Москва');
    await form.getByLabel('Город').fill('Москва');
    await form.getByLabel('Медицинское учреждение').fill('Детская клиника');
    await choose(form, 'Области медицины', 'Невролог');
    await choose(form, 'Учёная степень и звание', 'Без');
    await expect(form.getByLabel('Электронная почта')).toHaveAttribute('type', 'email');
    await form.getByLabel('Электронная почта').fill(email);
    await form.getByLabel('Пароль', { exact: true }).fill(password);
    await form.getByRole('textbox', { name: 'Пароль ещё раз' }).fill(password);
    // The picture has come by itself, and another one when it is asked for.
    const picture = form.getByRole('img', { name: 'Слово, которое нужно ввести' });
    const first = await picture.getAttribute('src');
    await form.getByRole('button', { name: 'Другая картинка' }).click();
    await expect(picture).not.toHaveAttribute('src', first ?? '');
    await form.getByRole('button', { name: 'Не вижу картинку: проверить без неё' }).click();
    await expect(form.getByText('Проверка пройдена.')).toBeVisible();
    await form.getByLabel('Подтверждаю, что являюсь специалистом здравоохранения').check();
    await form.getByLabel('Даю согласие на обработку персональных данных').check();
    await expect(form).not.toContainText(/пароль\s(будет|придёт|отправ)/i);
    await form.getByRole('button', { name: 'Зарегистрироваться' }).click();
    const done = dialogNamed(page, 'Вы успешно зарегистрированы!');
    await expect(done).toContainText(confirmText, { useInnerText: true });
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Гончарова');

    const letter = await letterTo(email, 'Подтвердите регистрацию');
    for (const body of [letter.text, letter.html]) expect(body).not.toContain(password);
    await page.goto(linkIn(letter));
    await expect.poll(() => new URL(page.url()).search).toBe('');
    // The letter shows whose mailbox it is, the password whose registration.
    const confirming = page.getByRole('form', { name: 'Подтверждение регистрации' });
    await confirming.getByLabel('Пароль', { exact: true }).fill('совсем не тот пароль');
    await confirming.getByRole('button', { name: 'Подтвердить почту' }).click();
    await expect(confirming.getByLabel('Пароль', { exact: true })).toHaveAccessibleDescription(
      /С\sтаким\sпаролем\sздесь\sне\sрегистрировались/,
    );
    await confirming.getByLabel('Пароль', { exact: true }).fill(password);
    await confirming.getByRole('button', { name: 'Подтвердить почту' }).click();
    // Who has proved mailbox and password is in (G72).
    await page.waitForURL('**/profile/');

    const data = page.getByRole('main');
    await expect(data).toContainText('Гончарова Мария');
    await expect(data).toContainText('Детская клиника');
    const entries = page.getByRole('navigation', { name: 'Профиль' }).getByRole('link');
    await expect(entries).toHaveText([
      'Личные данные',
      'Подписки',
      'Настройки',
      'Анкета',
      'Клинические случаи',
    ]);
    await data.getByRole('button', { name: 'Изменить' }).click();
    const own = page.getByRole('form', { name: 'Личные данные' });
    await own.getByLabel('Город').fill('Тверь');
    await own.getByRole('button', { name: 'Сохранить' }).click();
    await expect(data.getByText('Изменения сохранены.')).toBeVisible();
    await expect(data).toContainText('Тверь');
    await data.locator('input[type=file]').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    await expect(data.getByRole('img', { name: 'Ваша фотография' })).toBeVisible();

    await page.goto('/deseases/');
    await page.locator('.rows a').last().click();
    const follow = page.getByRole('button', { name: 'Следить' });
    await follow.click();
    await expect(follow).toHaveAttribute('aria-pressed', 'true');
    // The notice goes by itself: where it leads is read, not pressed.
    const notice = page.getByRole('status').getByRole('link', { name: 'Все подписки' });
    await expect(notice).toHaveAttribute('href', '/profile/subscribes/');
    await page.goto('/profile/subscribes/');
    await expect(page.getByRole('button', { name: /^Не\sследить/ })).toHaveCount(1);
    await expect(page.getByText(/Пока\sписать\sне\sо\sчем/)).toBeVisible();

    await signOut(page);
    await expect(page.getByRole('link', { name: 'Вход/Регистрация' })).toBeVisible();
    await expect(page).not.toHaveURL(/\/profile\//);
    expect(await lettersTo(email)).toHaveLength(1);
  },
);

test(
  'a forgotten password is restored by a letter, data are exported, the account is erased (B045, B113, B115, B175, B197, B218, B219)',
  { tag: '@smoke' },
  async ({ page }) => {
    const { email } = await makePerson('doctor', { isVerified: false });
    await page.goto('/');
    await openLogin(page);
    await dialogNamed(page, 'Вход в личный кабинет')
      .getByRole('link', { name: 'Восстановить пароль' })
      .click();
    const restore = dialogNamed(page, 'Восстановление пароля');
    await restore.getByRole('button', { name: 'Восстановить пароль' }).click();
    await expect(restore.getByRole('group', { name: 'Письмо не отправлено' })).toBeFocused();
    await restore.getByLabel('Электронная почта').fill(email);
    await restore.getByRole('button', { name: 'Восстановить пароль' }).click();
    await expect(dialogNamed(page, 'Готово')).toContainText(
      'Письмо отправлено вам на почту. Чтобы задать новый пароль, перейдите по ссылке в этом письме.',
      { useInnerText: true },
    );

    const link = linkIn(await letterTo(email, 'парол'));
    const fresh = 'пять жёлтых трамваев';
    await page.goto(link);
    const form = page.getByRole('form', { name: 'Новый пароль' });
    await form.getByLabel('Пароль', { exact: true }).fill(fresh);
    await form.getByRole('textbox', { name: 'Пароль ещё раз' }).fill(fresh);
    await form.getByRole('button', { name: 'Сохранить пароль' }).click();
    await expect(page.getByText('Пароль изменён, прежние входы завершены.')).toBeVisible();
    await signIn(page, email, fresh);
    await page.waitForURL('**/profile/');

    await page.goto('/profile/settings/');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Скачать JSON' }).click();
    expect(await readFile(await (await download).path(), 'utf8')).toContain(email);
    await page.getByRole('button', { name: 'Удалить…' }).click();
    const erasure = page.getByRole('form', { name: 'Удаление учётной записи' });
    await erasure.getByRole('textbox', { name: 'Ваш пароль' }).fill('не тот пароль вовсе');
    await erasure.getByRole('button', { name: 'Удалить учётную запись' }).click();
    await expect(erasure.getByRole('group', { name: 'Учётная запись не удалена' })).toBeVisible();
    await erasure.getByRole('textbox', { name: 'Ваш пароль' }).fill(fresh);
    await erasure.getByRole('button', { name: 'Удалить учётную запись' }).click();
    await page.waitForURL('**/profile/deleted/');
    await expect(page.getByRole('heading', { name: 'Учётная запись удалена' })).toBeVisible();
    await expect(page.getByText('персональные данные удалены с портала')).toBeVisible();
    await expect(page.getByText('В резервных копиях')).toBeVisible();
    await page.getByRole('link', { name: 'На главную' }).click();
    await openLogin(page);
    await signIn(page, email, fresh);
    await expect(page.getByText('Почта или пароль не подходят').first()).toBeVisible();
    // The link of the letter was good for one time.
    await page.goto(link);
    await expect(page.getByText('Ссылка устарела или уже использована.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Электронная почта' }).first()).toBeVisible();
  },
);

test(
  'a partner registers by keyboard alone, and what is for doctors stays closed (B006, B007, B040, B041, B042, B048, B101, B126, B130, B139, B194, B202, B206)',
  { tag: '@smoke' },
  async ({ page }) => {
    const email = newAddress('partner');
    await page.goto('/profile/register/partner/');
    const form = page.getByRole('form', { name: 'Регистрация партнёра' });
    await expect(form).toContainText('придёт письмо');
    const { keyboard } = page;
    await form.getByLabel('Фамилия').focus();
    const order = ['Ковалёв', 'Пётр', 'Ильич'];
    for (const word of order) {
      await keyboard.type(word);
      await keyboard.press('Tab');
    }
    await tabTo(page, 'Компания');
    await keyboard.type('ООО «Ромашка»');
    await tabTo(page, 'Должность');
    await keyboard.type('Менеджер');
    await tabTo(page, 'Заболевание');
    await keyboard.press('ArrowDown');
    const values = await form.getByRole('option').allInnerTexts();
    expect(values).toEqual(values.toSorted(new Intl.Collator('ru').compare));
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await tabTo(page, 'Электронная почта');
    await keyboard.type(email);
    await tabTo(page, 'Пароль');
    await keyboard.type(password);
    await tabTo(page, 'Пароль ещё раз');
    await keyboard.type(password);
    await tabTo(page, 'Не вижу картинку: проверить без неё');
    await keyboard.press('Enter');
    await expect(form.getByText('Проверка пройдена.')).toBeVisible();
    await tabTo(page, 'Даю согласие на обработку персональных данных');
    await keyboard.press('Space');
    await tabTo(page, 'Зарегистрироваться');
    await keyboard.press('Enter');
    await expect(page.getByText(confirmText)).toBeVisible();

    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await page.goto(linkIn(await letterTo(email, 'Подтвердите регистрацию')));
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByLabel('Пароль', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Подтвердить почту' }).click();
    await page.waitForURL('**/profile/');
    await expect(page.getByRole('main')).toContainText('ООО «Ромашка»');
    // G72: the way to the account has no red line in the console.
    expect(refused).toEqual([]);
    await expect(page.getByRole('navigation', { name: 'Профиль' }).getByRole('link')).toHaveText([
      'Личные данные',
      'Подписки',
      'Настройки',
      'Анкета',
    ]);
    await expect(page.getByRole('button', { name: /^Партнёр\sАккаунт/ })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Основная' })
      .getByRole('link', { name: /Клинические/ })
      .click();
    const blocked = dialogNamed(page, 'Сервис доступен только медицинскому специалисту!');
    await expect(blocked).toContainText('Ваша учётная запись — партнёр.', { useInnerText: true });
    await blocked.getByRole('link', { name: 'Я врач: сменить тип' }).click();
    // The page opens at the form itself, not at what stands above it.
    await expect(page.getByRole('form', { name: 'Смена типа учётной записи' })).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Тип учётной записи' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Добавить материал' })).toBeHidden();
    for (const address of ['', 'create/', 'detail/?id=1', 'edit/?id=1']) {
      await page.goto(`/profile/cases/${address}`);
      await expect(page.getByRole('main')).toContainText(
        'Раздел открыт для врачей. Ваша учётная запись — партнёр.',
      );
    }
    await page.goto('/profile/main/');
    await expect(page.getByRole('main')).toContainText('ООО «Ромашка»');
  },
);

test('an address that names a panel of the settings leads to it, however late the panels above it load (B046)', async ({
  page,
  context,
  baseURL,
}) => {
  const person = await makePerson('doctor', { isVerified: false });
  // A long list stands above the panel.
  for (let count = 0; count < 12; count += 1) await beginSession(context, person, baseURL ?? '');
  const release = Promise.withResolvers<void>();
  await page.route(/\/api\/user\/(sessions|second-factor|consents)$/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.goto('/profile/settings/#type');
  const panel = page.getByRole('region', { name: 'Тип учётной записи' });
  await expect(panel).toBeFocused();
  // Safari and Firefox may not hold the scroll position when something above grows.
  await page.evaluate(() => document.documentElement.style.setProperty('overflow-anchor', 'none'));
  const sessions = page.getByRole('region', { name: 'Где выполнен вход' }).getByRole('listitem');
  await expect(sessions).toHaveCount(0);
  release.resolve();
  await expect(sessions).toHaveCount(12);
  await expect(panel).toBeInViewport();

  // From the first gesture on the page stays where the reader puts it.
  await page.mouse.wheel(0, -10_000);
  await expect(panel).not.toBeInViewport();
  await page.getByRole('region', { name: 'Пароль' }).getByRole('button', { name: 'Изменить' }).click();
  await expect(page.getByRole('textbox', { name: 'Нынешний пароль' })).toBeInViewport();
  await expect(panel).not.toBeInViewport();
});

/** Presses Tab until what has the focus bears this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 25; presses += 1) {
    const focused = await page.evaluate(() => {
      const { activeElement } = document;
      const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null;
      return (label ?? activeElement?.textContent ?? '').trim();
    });
    if (focused === name) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach «${name}»`);
}

test(
  'an anonymous visitor is led from the profile to the entrance, and back after signing in (B044, B048, B169, B204)',
  { tag: '@smoke' },
  async ({ page }) => {
    const { email } = await makePerson('doctor', { isVerified: false });
    for (const closed of ['main', 'subscribes']) {
      await page.goto(`/profile/${closed}/`);
      await page.waitForURL(
        (url) => url.pathname === '/' && url.searchParams.get('next') === `/profile/${closed}/`,
      );
    }
    await expect(dialogNamed(page, 'Вход в личный кабинет')).toBeVisible();
    await signIn(page, email);
    await page.waitForURL('**/profile/subscribes/');
    await expect(page.getByRole('heading', { name: 'Я слежу' })).toBeVisible();
    await dropSession(page);
    // An address of another site is nowhere to go on to.
    await page.goto('/profile/login/?next=https://example.com/');
    await signIn(page, email);
    await page.waitForURL('**/profile/');
    await dropSession(page);
    await enterAs(page, email, '/profile/main/');
  },
);

test(
  'a patient who wants letters about a disease gives an address alone, makes a password by the letter, and follows it',
  { tag: '@phone' },
  async ({ page }) => {
    const email = newAddress('family');
    await page.goto('/deseases/?q=болезнь гоше');
    await page.locator('.rows a').first().click();
    await page.waitForURL(/\/deseases\/\d+\//);
    const follow = page.getByRole('button', { name: 'Следить' });
    const disease = (await follow.getAttribute('data-follow-title'))!;
    await follow.click();
    await page
      .getByRole('dialog', { name: 'Как следить' })
      .getByRole('button', { name: 'Письмом: нужен только адрес почты' })
      .click();
    const form = dialogNamed(page, 'Регистрация пациента или близкого').getByRole('form');
    await expect(form).toContainText(disease, { useInnerText: true });
    await form.getByLabel('Электронная почта').fill(email);
    await form.getByRole('button', { name: 'Зарегистрироваться' }).click();
    const summary = form.getByRole('group', { name: 'Проверьте форму' });
    await expect(summary).toContainText('Введите слово с картинки.');
    await form.getByRole('button', { name: 'Не вижу картинку: проверить без неё' }).click();
    // A27: a corrected error disappears, and the focus stays in the form.
    await expect(form.getByText('Проверка пройдена.')).toBeFocused();
    await expect(form).not.toContainText('Введите слово с картинки.');
    await form.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }).check();
    await form.getByRole('button', { name: 'Зарегистрироваться' }).click();
    await expect(dialogNamed(page, 'Вы успешно зарегистрированы!')).toBeVisible();

    await page.goto(linkIn(await letterTo(email, 'Подтвердите регистрацию')));
    const confirming = page.getByRole('form', { name: 'Подтверждение регистрации' });
    await confirming.getByRole('textbox', { name: 'Пароль ещё раз', exact: true }).fill(password);
    await confirming.getByRole('textbox', { name: 'Пароль', exact: true }).fill(password);
    await confirming.getByRole('button', { name: 'Подтвердить почту' }).click();
    await page.waitForURL('**/profile/');
    const main = page.getByRole('main');
    await expect(main.getByRole('definition').filter({ hasText: email })).toBeVisible();
    await expect(main).not.toContainText('Компания');
    await expect(main).not.toContainText('Ваша специальность');
    await page.goto('/profile/subscribes/');
    await expect(main.getByRole('link', { name: disease })).toBeVisible();

    await page.goto('/cases/');
    await expect(main.getByText('Ваша учётная запись — для пациентов и близких.')).toBeVisible();
  },
);

test(
  'the header of a phone leads a person who has signed in to the profile, its menu out of the account (B090, B097)',
  { tag: ['@smoke', '@phone'] },
  async ({ page, context, baseURL }) => {
    await beginSession(context, await makePerson('doctor'), baseURL ?? '');
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Профиль' }).click();
    await page.waitForURL('**/profile/main/');
    await signOut(page);
    await expect(page).not.toHaveURL(/\/profile\//);
    await expect(page.getByRole('link', { name: 'Войти' }).first()).toBeVisible();
  },
);

test('an editor reads whom to ask before the account is erased', async ({ browser }) => {
  const { page } = await newEditor(browser);
  await page.goto('/profile/settings/');
  await expect(page.getByText('попросите администратора портала снять с вас эту роль')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Удалить…' })).toHaveCount(0);
});
