import { expect, test } from '@playwright/test';

test.use({ javaScriptEnabled: false });

test(
  'a disease reads whole without scripts and shows no button that needs one (B264)',
  { tag: '@smoke' },
  async ({ page }) => {
    await page.goto('/deseases/');
    const link = page.getByRole('main').getByRole('link', { name: 'Болезнь Гоше', exact: true }).first();
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Болезнь Гоше');
    await expect(page.getByRole('button', { name: /Скопировать|Поделиться|Печать/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Источники' })).toBeVisible();
  },
);
