import { expect, type Page } from '@playwright/test';

/** A case that waits for an editor, made by calls: journeys that begin later need no form. */
export async function makeSubmitted(page: Page, title: string): Promise<number> {
  return await page.evaluate(async (name) => {
    const ask = async (url: string, body: object) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await answer.json()).data as { id: number; version: number };
    };
    const content = {
      title: name,
      age_band: 'young',
      sex: 'female',
      complaint: 'Слабость в ногах нарастает около года.',
      question: 'Какое исследование назначить следующим?',
      basis: 'anonymised',
      rarity_accepted: true,
    };
    const { id, version } = await ask('/api/cases/add', { content });
    await ask(`/api/user/cases/${id}/submit`, { version });
    return id;
  }, title);
}

export async function accept(page: Page, id: number): Promise<void> {
  await page.goto(`/profile/editors/cases/?id=${id}`);
  const checks = page.getByRole('group', { name: 'Проверка перед публикацией' }).getByRole('checkbox');
  await expect(checks.first()).toBeVisible();
  for (const check of await checks.all()) await check.check();
  await page.getByRole('button', { name: 'Принять' }).click();
  await expect(page.locator('.case-byline')).toContainText('Опубликован');
}
