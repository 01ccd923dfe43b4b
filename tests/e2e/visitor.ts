import { randomInt } from 'node:crypto';
import { expect, test as base, type Page } from '@playwright/test';
import { password } from './people.ts';

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 808;

/** A browser from a network of its own; whatever it complains about on the way fails the test. */
export const test = base.extend<{ complaints: string[] }>({
  extraHTTPHeaders: async ({ locale }, use) => {
    await use({
      'accept-language': locale ?? 'ru',
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
    });
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        // Refused requests are the journey's to check; a draft's page inside the form runs no scripts; a busy machine
        // uses a preloaded font late.
        const isOfTest =
          /^Failed to load resource|blocked by Playwright$|^Blocked (script execution|autofocusing)|was preloaded using link preload but not used/.test(
            message.text(),
          );
        if (['error', 'warning'].includes(message.type()) && !isOfTest) complaints.push(message.text());
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** An event of the page by which its parts talk (B163). */
export const sendEvent = (page: Page, event: string, detail?: object) =>
  page.evaluate(([name, value]) => document.dispatchEvent(new CustomEvent(name, { detail: value })), [
    event,
    detail,
  ] as const);

/** Opens the login dialog as a person of this screen does. */
export async function openLogin(page: Page): Promise<void> {
  await (
    isPhone(page)
      ? page.getByRole('link', { name: 'Войти' }).first()
      : page.getByRole('link', { name: 'Вход/Регистрация' })
  ).click();
}

/** Fills in the form of sign-in wherever it stands. */
export async function signIn(page: Page, email: string, secret = password): Promise<void> {
  const form = page.getByRole('form', { name: 'Вход', exact: true });
  await form.getByLabel('Электронная почта').fill(email);
  await form.getByLabel('Пароль', { exact: true }).fill(secret);
  await form.getByRole('button', { name: 'Войти на сайт' }).click();
}

/** A person who has signed in and stands on this page. */
export async function enterAs(page: Page, email: string, address = '/profile/'): Promise<void> {
  await page.goto(`/profile/login/?next=${encodeURIComponent(address)}`);
  await signIn(page, email);
  await page.waitForURL((url) => url.pathname === address);
}

/** Ends the session by the header of a desk or the menu of a phone. */
export async function signOut(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Меню' }).click();
  else await page.getByRole('button', { name: /Аккаунт/ }).click();
  await page.getByRole('button', { name: 'Выход' }).click();
}

/** Takes the session away. A page of the profile leaves for the entrance by itself when its session is gone. */
export async function dropSession(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
