import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { UserType } from '#contract/account.ts';
import { beginSession, inDatabase, makePerson } from './people.ts';
import { test } from './visitor.ts';

const letters = (count: number) => randomUUID().replaceAll('-', '').repeat(2).slice(0, count);
const addresses: Record<number, () => string> = {
  6: () => `${letters(2)}@${letters(1)}.${letters(1)}`,
  18: () => `${letters(7)}@example.ru`,
  44: () => `${letters(33)}@example.ru`,
};
const widths = [808, 900, 1024, 1100, 1240, 1280, 1920];

/** A signed-in page, with an e-mail address of this length. */
async function openAs(page: Page, url: string, type: UserType, length: number): Promise<string> {
  const person = await makePerson(type);
  const email = addresses[length]!();
  await inDatabase((database) =>
    database.transaction((tx) =>
      tx.updateTable('users').set({ email }).where('id', '=', person.id).execute(),
    ),
  );
  await beginSession(page.context(), person, url);
  await page.goto('/page/');
  await expect(page.getByRole('button', { name: /Аккаунт/ })).toBeVisible();
  return email;
}

/**
 * What hides a part: cut by the window, covered, or cut by what it stands in. The width that is to be seen is in pixels;
 * of an ellipsised text that of its box counts.
 */
const hiddenBecause = (part: Locator, width: number) =>
  part.evaluate((element, least) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (right - left < least) return `${right - left} px wide`;
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return 'outside the window';
    const middle = (top + bottom) / 2;
    for (const x of [left + 2, (left + right) / 2, right - 2]) {
      const seen = document.elementFromPoint(x, middle);
      if (!seen || !element.contains(seen)) return `${seen?.className} is over it at ${x - left}`;
    }
    for (let around = element.parentElement; around; around = around.parentElement) {
      const box = around.getBoundingClientRect();
      const isCut = getComputedStyle(around).overflowX !== 'visible';
      if (isCut && (left < box.left - 1 || right > box.right + 1)) return `cut by ${around.className}`;
      if (around.tagName === 'BUTTON' && (left < box.left || right > box.right)) return 'outside the button';
    }
    return '';
  }, width);

const isEllipsised = (part: Locator) =>
  part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

for (const [type, title, length] of [
  ['doctor', 'Врач', 6],
  ['doctor', 'Врач', 18],
  ['patient', 'Партнёр', 44],
] as const)
  test(`the header shows whose account it is at every width: ${type}, an address of ${length} letters (B086, B087, G59, G65)`, async ({
    page,
    baseURL,
  }) => {
    const email = await openAs(page, baseURL ?? '', type, length);
    const button = page.getByRole('button', { name: `${title} Аккаунт ${email}` });
    await expect(button).toHaveAttribute('title', email);
    const address = button.getByText(email, { exact: true });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const at = `at ${width}`;
      expect(await hiddenBecause(button, 60), at).toBe('');
      expect(await hiddenBecause(button.getByRole('img', { name: title }), 16), at).toBe('');
      // Nine letters of it, or all.
      expect(await hiddenBecause(address, length > 6 ? 64 : 30), at).toBe('');
      if (length === 6) expect(await isEllipsised(address), at).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), at).toBe(true);
      await button.click();
      const list = page.locator('.account-pages');
      expect(await hiddenBecause(list.locator('.icon').first(), 16), at).toBe('');
      expect(await hiddenBecause(list.getByText(title), 30), at).toBe('');
      const whole = list.getByText(email);
      expect(await hiddenBecause(whole, 30), at).toBe('');
      expect(await isEllipsised(whole), at).toBe(false);
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();
    }
  });
