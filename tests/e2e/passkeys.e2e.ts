import { expect, type CDPSession, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { letterTo } from './letters.ts';
import { makePerson, password } from './people.ts';
import { dropSession, enterAs, openLogin, signIn, signOut, test } from './visitor.ts';

/** A device of the browser's own, which answers for its owner at once. */
async function addDevice(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

const setVerified = (
  { session, authenticatorId }: { session: CDPSession; authenticatorId: string },
  isUserVerified: boolean,
) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

async function askForKey(page: Page, name: string, code?: string): Promise<void> {
  await page.getByRole('button', { name: 'Добавить ключ доступа' }).click();
  const form = page.getByRole('form', { name: 'Новый ключ доступа' });
  await form.getByLabel('Название ключа').fill(name);
  await form.getByRole('textbox', { name: 'Ваш пароль' }).fill(password);
  if (code) await form.getByLabel('Запасной код').fill(code);
  await form.getByRole('button', { name: 'Продолжить' }).click();
}

const keyOf = (page: Page, name: string) =>
  page.locator('#second-factor').getByRole('listitem').filter({ hasText: name });

test('a doctor adds a key of a device, enters by it alone and as the second step, names and removes it', async ({
  page,
}) => {
  const device = await addDevice(page);
  const { email } = await makePerson('doctor');
  await enterAs(page, email, '/profile/settings/');
  await askForKey(page, 'Телефон врача');
  await expect(page.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem')).toHaveCount(10);
  const codes = await page.getByRole('list', { name: 'Запасные коды' }).getByRole('listitem').allInnerTexts();
  await page.getByRole('button', { name: 'Коды сохранены' }).click();
  await expect(keyOf(page, 'Телефон врача')).toContainText('ещё не использовался');
  await letterTo(email, 'Ключ доступа добавлен');

  // The same device has nothing to add, and says so; the owner is not asked again to try it once more.
  await askForKey(page, 'Ещё раз', codes[0]);
  await expect(page.getByRole('alert').getByText('На этом устройстве ключ')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible();
  await page.getByRole('button', { name: 'Отменить' }).click();

  await signOut(page);
  await expect(page).not.toHaveURL(/profile/);
  await openLogin(page);
  const key = page.getByRole('form', { name: 'Вход', exact: true }).getByRole('button', {
    name: 'Войти ключом доступа',
  });
  // Without user verification a message says that the check failed.
  await setVerified(device, false);
  await key.click();
  await expect(page.getByRole('group', { name: 'Не удалось войти' })).toContainText('Попробуйте ещё раз');
  await setVerified(device, true);
  await key.click();
  await expect(page.getByRole('link', { name: 'Вход/Регистрация' })).toHaveCount(0);

  // The page of signing in leads on to where one wanted to be.
  await dropSession(page);
  await page.goto('/profile/login/?next=%2Fprofile%2Fsettings%2F');
  await page.getByRole('button', { name: 'Войти ключом доступа' }).click();
  await expect(page).toHaveURL(/\/profile\/settings\/$/);
  await expect(keyOf(page, 'Телефон врача')).toContainText('последний раз');

  await dropSession(page);
  await page.goto('/profile/login/?next=%2Fprofile%2Fsettings%2F');
  await signIn(page, email);
  const step = page.getByRole('form', { name: 'Второй шаг входа' });
  await expect(step.getByRole('button', { name: 'Подтвердить ключом доступа' })).toBeFocused();
  await expect(step.getByLabel('Запасной код')).toBeVisible();
  await step.getByRole('button', { name: 'Подтвердить ключом доступа' }).click();
  await expect(page).toHaveURL(/\/profile\/settings\/$/);

  await keyOf(page, 'Телефон врача').getByRole('button', { name: 'Переименовать' }).click();
  await page.getByRole('form', { name: 'Название ключа' }).getByLabel('Название ключа').fill('Брелок');
  await page.getByRole('button', { name: 'Сохранить' }).first().click();
  await keyOf(page, 'Брелок').getByRole('button', { name: 'Удалить' }).click();
  const removal = page.getByRole('form', { name: 'Удаление ключа доступа' });
  await removal.getByRole('textbox', { name: 'Ваш пароль' }).fill(password);
  await removal.getByRole('button', { name: 'Подтвердить ключом доступа' }).click();
  await expect(removal.getByRole('status')).toContainText('Код не нужен');
  await removal.getByRole('button', { name: 'Удалить ключ' }).click();
  await expect(page.locator('#second-factor')).toContainText('После пароля портал спросит');
  await expect(keyOf(page, 'Брелок')).toHaveCount(0);
  await letterTo(email, 'Второй фактор выключен');
  // The device still has it; the portal does not know it any more.
  await dropSession(page);
  await page.goto('/profile/login/');
  await page.getByRole('button', { name: 'Войти ключом доступа' }).click();
  await expect(page.getByRole('group', { name: 'Не удалось войти' })).toContainText('Ключ не подошёл');
});

test('an editor sets up a key instead of the application, and the other way round (G54)', async ({
  page,
}) => {
  await addDevice(page);
  const { email } = await makePerson('editor', { hasFactor: false });
  await enterAs(page, email);
  await expect(page.getByText('Редакторы и администраторы входят в два шага.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Настроить' })).toBeVisible();
  await askForKey(page, 'Ноутбук');
  await page.getByRole('button', { name: 'Коды сохранены' }).click();
  await expect(page.getByRole('navigation', { name: 'Профиль' })).toContainText('Рабочее место редактора');
  // The application beside it, confirmed by the key.
  await page.goto('/profile/settings/');
  await page.getByRole('button', { name: 'Настроить' }).click();
  const form = page.getByRole('form', { name: 'Пароль', exact: true });
  await form.getByRole('textbox', { name: 'Ваш пароль' }).fill(password);
  await form.getByRole('button', { name: 'Подтвердить ключом доступа' }).click();
  await expect(form.getByLabel('Запасной код')).toHaveCount(0);
  await form.getByRole('button', { name: 'Продолжить' }).click();
  const secret = await page.locator('form code').innerText();
  await page.getByLabel('Код из приложения').fill(new TOTP({ secret }).generate());
  await page.getByRole('button', { name: 'Включить' }).click();
  await page.getByRole('button', { name: 'Коды сохранены' }).click();
  await expect(page.locator('#second-factor')).toContainText('Подключено');
  // A30 the day ends its own sentence.
  await expect(page.locator('#second-factor')).not.toContainText('г..');
  await expect(keyOf(page, 'Ноутбук')).toBeVisible();
});
