import { expect, type Page } from '@playwright/test';
import { isPhone, openLogin, sendEvent, test } from './visitor.ts';

// A service worker would answer for the portal where a journey holds an answer back.
test.use({ serviceWorkers: 'block' });

const dialogNamed = (page: Page, name: string) => page.getByRole('dialog', { name });

const titles = {
  login: 'Вход в личный кабинет',
  restore: 'Восстановление пароля',
  success: 'Готово',
  doctor: 'Регистрация врача',
  partner: 'Регистрация партнёра',
  confirm: 'Вы успешно зарегистрированы!',
  blocked: 'Сервис доступен только медицинскому специалисту!',
};

test('pages carry the seven dialogs, empty and named; the first that opens fills them (B054)', async ({
  page,
}) => {
  for (const address of ['/', '/deseases/', '/for/', '/profile/', '/nowhere/']) {
    const html = await (await page.request.get(address)).text();
    for (const [id, title] of Object.entries(titles))
      expect(html, address).toContain(`<dialog id="${id}" aria-label="${title}"></dialog>`);
  }
  await page.goto('/for/');
  await openLogin(page);
  await expect(dialogNamed(page, titles.login)).toBeVisible();
  for (const id of Object.keys(titles)) {
    await expect(page.locator(`#${id}`)).toHaveCount(1);
    await expect(page.locator(`dialog#${id}`)).not.toBeEmpty();
  }
});

test('«dialog-close» closes the dialog of that name, and no other (B163)', async ({ page }) => {
  await page.goto('/page/');
  const important = dialogNamed(page, 'Важно!');
  await sendEvent(page, 'dialog-open', { name: 'important' });
  await expect(important).toBeVisible();
  await sendEvent(page, 'dialog-close', { name: 'success' });
  await sendEvent(page, 'dialog-close', { name: 'menu' });
  await expect(important).toBeVisible();
  await sendEvent(page, 'dialog-close', { name: 'important' });
  await expect(important).toBeHidden();
});

test(
  'doctor and partner are the registrations, the form for families is a link beneath them (B111, B116, B095, G76)',
  { tag: '@both' },
  async ({ page }) => {
    const ways = ['Как врач', 'Как партнер', 'Регистрация для пациентов и близких'];
    const expectWays = async (around: ReturnType<Page['locator']>) => {
      const links = around.locator('a[href^="/profile/register/"]');
      await expect(links).toHaveText(ways);
      const family = await links.nth(2).boundingBox();
      for (const first of [0, 1]) {
        const box = (await links.nth(first).boundingBox())!;
        expect(box.y + box.height).toBeLessThanOrEqual(family!.y);
      }
      await expect(links.nth(2)).not.toHaveClass(/button/);
    };
    for (const address of ['/profile/login/', '/profile/restore/']) {
      await page.goto(address);
      await expectWays(page.getByRole('main'));
    }
    await page.goto('/page/#login');
    await expectWays(dialogNamed(page, titles.login));
    await page.goto('/page/#restore');
    await expectWays(dialogNamed(page, titles.restore));
    await dialogNamed(page, titles.restore).getByRole('link', { name: ways[2]! }).click();
    await expect(dialogNamed(page, 'Регистрация пациента или близкого')).toBeVisible();
    if (!isPhone(page)) return;
    await page.goto('/page/');
    await page.getByRole('button', { name: 'Меню' }).click();
    const menu = page.getByRole('region', { name: 'Профиль' });
    await expect(menu.getByRole('listitem')).toHaveText([
      'Войти',
      'Регистрация в качестве врача',
      'Регистрация в качестве партнера',
    ]);
    await menu.getByRole('link', { name: ways[2]! }).click();
    await expect(dialogNamed(page, 'Регистрация пациента или близкого')).toBeVisible();
  },
);

for (const [id, title] of [
  ['doctor', titles.doctor],
  ['partner', titles.partner],
  ['family-form', 'Регистрация пациента или близкого'],
] as const)
  test(`each opening of «${title}» shows the preloader and a new picture, and keeps what is typed (B189, B190, G30)`, async ({
    page,
  }) => {
    let release = () => {};
    let asked = 0;
    await page.route('**/api/captcha/ssid*', async (route) => {
      asked += 1;
      await new Promise<void>((resolve) => (release = resolve));
      await route.continue();
    });
    await page.goto('/page/');
    const dialog = dialogNamed(page, title);
    const email = dialog.getByLabel('Электронная почта');
    const word = dialog.getByLabel('Слово с картинки');
    const picture = dialog.getByRole('img', { name: 'Слово, которое нужно ввести' });
    const seen = new Set<string | null>();
    for (const opening of [1, 2, 3]) {
      await sendEvent(page, 'dialog-open', { name: id });
      await expect(dialog.getByRole('status', { name: 'Загружаем форму' })).toBeVisible();
      await expect(email).toBeHidden();
      await expect.poll(() => asked).toBe(opening);
      release();
      await expect(picture).toBeVisible();
      seen.add(await picture.getAttribute('src'));
      await expect(word).toHaveValue('');
      await expect(email).toHaveValue(opening === 1 ? '' : 'anna@example.ru');
      await email.fill('anna@example.ru');
      await word.fill('слово');
      await sendEvent(page, 'dialog-close-all');
      await expect(dialog).toBeHidden();
    }
    expect(seen.size).toBe(3);
  });

test('after a wrong word the picture is new, its field empty, and the form says so (B190, B191)', async ({
  page,
}) => {
  await page.goto('/page/#family-form');
  const form = dialogNamed(page, 'Регистрация пациента или близкого').getByRole('form');
  const picture = form.getByRole('img', { name: 'Слово, которое нужно ввести' });
  const first = await picture.getAttribute('src');
  await form.getByLabel('Электронная почта').fill('anna@example.ru');
  await form.getByLabel('Слово с картинки').fill('не то слово');
  await form.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }).check();
  await form.getByRole('button', { name: 'Зарегистрироваться' }).click();
  await expect(form.getByLabel('Слово с картинки')).toHaveAccessibleDescription(
    'Слово не совпало или картинка устарела. Введите слово с новой картинки.',
  );
  await expect(form).not.toContainText('Обновите картинку', { useInnerText: true });
  await expect(picture).not.toHaveAttribute('src', first ?? '');
  await expect(form.getByLabel('Слово с картинки')).toHaveValue('');
});
