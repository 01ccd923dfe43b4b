import type { Page } from '@playwright/test';

/** Where a list shows its records: filters put new ones there. */
export const listed = (page: Page) => page.locator('[data-part=records]');

/** Records of a list that is shown as rows or cards. */
export const records = (page: Page) => listed(page).getByRole('listitem');
