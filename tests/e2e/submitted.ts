import { expect, type Browser, type Page } from '@playwright/test';
import { checklist } from '#domain/cases.ts';
import { beginSession, makePerson } from './people.ts';

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

/** Accepts a case by a call, where no journey looks at the desk. */
export async function publishCase(browser: Browser, id: number): Promise<void> {
  const url = process.env.REGISTER_E2E_URL ?? '';
  const desk = await browser.newContext({ baseURL: url });
  await beginSession(desk, await makePerson('editor'), url);
  const answer = await desk.request.get(`/api/editors/cases/${id}`);
  const { data } = (await answer.json()) as { data: { version: number } };
  const accepted = await desk.request.post(`/api/editors/cases/${id}/accept`, {
    headers: { origin: new URL(url).origin },
    data: { version: data.version, checks: Object.keys(checklist) },
  });
  expect(accepted.ok(), await accepted.text()).toBe(true);
  await desk.close();
}

/** Accepts a case as an editor does at the desk. */
export async function accept(page: Page, id: number): Promise<void> {
  await page.goto(`/profile/editors/cases/?id=${id}`);
  const checks = page.getByRole('group', { name: 'Проверка перед публикацией' }).getByRole('checkbox');
  await expect(checks.first()).toBeVisible();
  for (const check of await checks.all()) await check.check();
  await page.getByRole('button', { name: 'Принять' }).click();
  await expect(page.locator('.case-byline')).toContainText('Опубликован');
}
