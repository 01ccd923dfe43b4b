import { expect as anyExpect, type Browser, type Page } from '@playwright/test';
import { beginSession, makePerson, type Person } from './people.ts';

export { test } from './visitor.ts';

/** States are waited for, however slow the machine: a wait that is too short says nothing of the desk. */
export const expect = anyExpect.configure({ timeout: 30_000 });

/** Where the product is that the journeys visit. */
export const url = process.env.REGISTER_E2E_URL ?? '';

export const previewOf = (page: Page) => page.frameLocator('iframe[title="Предпросмотр страницы"]');
export const savingOf = (page: Page) => page.locator('.saving-status');
export const fieldOf = (page: Page, title: string) => page.getByRole('textbox', { name: title });

/** An editor with a browser of their own, standing before the desk. */
export async function newEditor(browser: Browser): Promise<{ page: Page; person: Person }> {
  const person = await makePerson('editor');
  const context = await browser.newContext({ baseURL: url, locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
  await beginSession(context, person, url);
  return { page: await context.newPage(), person };
}

type Answer = { id: number; version: number; draft: { version: number } | null };

/** What an editor does where no screen is looked at: a call with their session, from their own page. */
export async function ask(page: Page, address: string, json?: object): Promise<Answer> {
  const answer = await page.request.fetch(address, {
    method: json ? 'POST' : 'GET',
    headers: { origin: new URL(page.url()).origin },
    ...(json ? { data: json } : {}),
  });
  expect(answer.ok(), `${address}: ${await answer.text()}`).toBe(true);
  return ((await answer.json()) as { data: Answer }).data;
}

/** Number of a record of the starter catalogue, found as an editor finds it: by its code or title. */
export async function findId(page: Page, kind: string, query: string): Promise<number> {
  const found = await page.request.get(
    `/api/editors/records?kind=${kind}&query=${encodeURIComponent(query)}`,
  );
  const { data } = (await found.json()) as { data: { items: { id: number }[] } };
  const [first] = data.items;
  if (!first) throw new Error(`there is no ${kind} «${query}»`);
  return first.id;
}

/** Leaves nothing of what was written beside a record. */
export async function discard(page: Page, id: number): Promise<void> {
  const { draft } = await ask(page, `/api/editors/records/${id}`);
  if (draft) await ask(page, `/api/editors/records/${id}/discard`, { expected_version: draft.version });
}

/** Makes a record again what it was before the last publishing; a kind with a second editor is published by them. */
export async function takeBack(page: Page, id: number, publisher = page): Promise<void> {
  const { version, draft } = await ask(page, `/api/editors/records/${id}`);
  const restored = await ask(page, `/api/editors/records/${id}/restore`, {
    version: version - 1,
    expected_version: draft?.version ?? 0,
  });
  const sent =
    publisher === page
      ? restored
      : await ask(page, `/api/editors/records/${id}/submit`, { expected_version: restored.draft!.version });
  await ask(publisher, `/api/editors/records/${id}/publish`, {
    expected_version: sent.draft!.version,
    reason: 'Как было',
  });
}

/** Opens the form of a record with nothing left there by an earlier try. */
export async function openRecord(page: Page, id: number): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/profile/editors/');
  await discard(page, id);
  await page.goto(`/profile/editors/record/?id=${id}`);
  await expect(page.getByRole('tab', { name: 'Правка' })).toBeVisible();
  await expect(page.getByRole('form', { name: 'Поля записи' })).toBeVisible();
}

/** Saves what was typed, and waits until the server has it. */
export async function saved(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await expect(savingOf(page)).toContainText('Сохранено');
}

/** Opens the seldom actions and takes one. */
export async function choose(page: Page, action: string): Promise<void> {
  await page.getByText('Ещё', { exact: true }).click();
  await page.locator('.desk-more').getByRole('button', { name: action }).click();
}

/** Puts the draft in force by the buttons, and waits until readers have it. */
export async function publish(page: Page, reason = ''): Promise<void> {
  await page.getByRole('button', { name: 'Опубликовать', exact: true }).click();
  const form = page.getByRole('form', { name: 'Опубликовать' });
  if (reason) await form.getByLabel('Почему изменено').fill(reason);
  const unsourced = form.getByLabel(/Опубликовать без источников/);
  if (await unsourced.isVisible()) await unsourced.check();
  await form.getByRole('button', { name: 'Опубликовать сейчас' }).click();
  await expect(page.getByText(/На\sсайте\sв\s\d\d:\d\d:\d\d/)).toBeVisible({ timeout: 30_000 });
}

/** The page as readers get it, asked until it is so. */
export async function expectPublic(
  page: Page,
  address: string,
  wanted: (html: string) => boolean,
): Promise<void> {
  await expect
    .poll(async () => wanted(await (await page.request.get(address)).text()), {
      message: address,
      timeout: 30_000,
    })
    .toBe(true);
}
