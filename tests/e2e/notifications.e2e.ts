import { expect } from '@playwright/test';
import { expectNoBarriers } from './axe.ts';
import { letterTo } from './letters.ts';
import { makePerson } from './people.ts';
import { enterAs, test } from './visitor.ts';

test(
  'the bell says what is new, the page shows it, and the settings say what comes by letter',
  { tag: '@both' },
  async ({ page, browser }) => {
    const { email } = await makePerson('doctor');
    await enterAs(page, email, '/profile/notifications/');
    await expect(page.getByText('Пока ничего нового.')).toBeVisible();

    // A sign-in elsewhere notifies the owner.
    const elsewhere = await browser.newContext();
    await enterAs(await elsewhere.newPage(), email);
    await elsewhere.close();
    await letterTo(email, 'Вход с нового устройства');

    await page.goto('/');
    const bell = page.getByRole('banner').getByRole('link', { name: 'Уведомления' });
    await expect(bell).toHaveAccessibleName('Уведомления: 1 новое');
    await bell.press('Enter');
    const line = page.getByRole('listitem').filter({ hasText: 'Вход с нового устройства' });
    await expect(line).toContainText('Новое');
    await expectNoBarriers(page);
    await page.getByRole('button', { name: 'Отметить все прочитанными' }).press('Enter');
    await expect(line).not.toContainText('Новое');
    await expect(bell).toHaveAccessibleName('Уведомления');

    await page.getByRole('link', { name: 'в настройках' }).click();
    const letters = page.getByRole('region', { name: 'Письма', exact: true });
    await expect(letters.getByRole('listitem').filter({ hasText: 'Изменение роли' })).toContainText(
      'Всегда сразу',
    );
    const choice = letters.getByRole('combobox', { name: 'Ответ коллеги на мой вопрос' });
    await choice.selectOption('Раз в неделю');
    await expect(choice).toBeEnabled();
    await expect(choice).toHaveValue('weekly');
    await page.reload();
    await expect(choice).toHaveValue('weekly');
    await expectNoBarriers(page);
  },
);
