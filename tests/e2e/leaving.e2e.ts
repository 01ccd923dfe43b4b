import { expect, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../../scripts/check/browser.ts';
import { fieldOf, findId, openRecord, savingOf } from './desk.ts';
import { draftsOf, keptIn } from './kept.ts';
import { beginSession, endSessions, makePerson, password, type Person } from './people.ts';
import { enterAs, signOut, test } from './visitor.ts';

// The browser as people have it, windows and all: pages that were left come back out of its memory.
test.use({
  launchOptions: {
    executablePath: findBrowser(),
    args: browserFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
});

/** Types the title of a new case that no server gets to see, and waits until this browser holds it. */
async function typeUnsaved(page: Page, author: Person, title: string): Promise<void> {
  await page.route('**/api/cases/add', (route) => route.abort());
  await page.goto('/profile/cases/create/');
  await page.getByLabel('Название').fill(title);
  await expect.poll(() => draftsOf(page, author)).toEqual([`${author.id} new`]);
}

/** Signs out and waits for the page that this leads to: what the browser holds is asked of a page that stays. */
async function leave(page: Page): Promise<void> {
  await signOut(page);
  // A18: what only this device has goes with it, so that is asked first.
  await page
    .getByRole('alertdialog', { name: 'Подтвердите действие' })
    .getByRole('button', { name: 'Ок' })
    .click();
  await expect(page).not.toHaveURL(/\/profile\//);
  await page.waitForLoadState('networkidle');
}

const bodyOf = (page: Page) => page.locator('body');

test('after signing out, Back shows nothing of the person, whatever the browser keeps of its pages (V14.3.1)', async ({
  page,
  context,
}) => {
  // Pages are kept in this browser at all, or the journey would prove nothing.
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) => persisted && sessionStorage.setItem('came back', '1')),
  );
  const cameBack = () => page.evaluate(() => sessionStorage.getItem('came back')).catch(() => 'on its way');
  const goBack = () => page.goBack({ waitUntil: 'commit' });
  await page.goto('/about/');
  await page.goto('/drugs/');
  // A page that was open before the worker took over is not kept.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/drugs/');
  await page.goto('/about/');
  await goBack();
  await expect.poll(cameBack).toBe('1');

  const person = await makePerson('doctor');
  await enterAs(page, person.email);
  await expect(bodyOf(page)).toContainText(person.email);
  await page.goto('/profile/settings/');
  await expect(bodyOf(page)).toContainText(person.email);
  await page.goto('/profile/cases/create/');
  await page.getByLabel('Название').fill('Тайный черновик пациента');
  await expect(page.locator('.saving-status')).toHaveText(/^Сохранено/);
  await page.goto('/drugs/');
  await signOut(page);
  await expect(page.getByRole('link', { name: /^(Войти|Вход)/ }).first()).toBeVisible();
  for (const step of [1, 2, 3]) {
    await goBack();
    // What is shown may lead away at once: whatever comes to rest has nothing of the person, fields included.
    await page.waitForLoadState('networkidle');
    await expect(async () => {
      const shown = await page.evaluate(() => {
        const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')];
        return document.body.innerText + fields.map(({ value }) => value).join(' ');
      });
      expect(shown, `step ${step}`).toContain('Регистр');
      for (const personal of [person.email, 'Проверочная', 'Тайный']) expect(shown).not.toContain(personal);
    }).toPass();
  }

  // The session ends elsewhere: a page out of memory begins again as soon as it is shown.
  await enterAs(page, person.email, '/drugs/');
  const account = page.locator('header').getByText('Проверочная');
  await page.goto('/about/');
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  await page.evaluate(() => sessionStorage.removeItem('came back'));
  await goBack();
  await expect.poll(cameBack).toBe('1');
  await expect(account).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-session');
});

test('what was typed stays sealed after the session has ended, comes back to its author alone (V14.3.3, D-9)', async ({
  page,
  context,
  baseURL,
}) => {
  const [author, colleague] = [await makePerson('doctor'), await makePerson('doctor')];
  await beginSession(context, author, baseURL ?? '');
  await typeUnsaved(page, author, 'Тайный черновик пациента');
  const title = page.getByLabel('Название');
  // A reload right after the last sign loses nothing.
  await title.fill('Тайный черновик пациента N');
  await expect.poll(() => draftsOf(page, author)).toHaveLength(1);
  await page.reload();
  await expect(title).toHaveValue('Тайный черновик пациента N');

  await endSessions(author);
  await page.goto('/profile/cases/create/');
  await expect(page.getByText('Раздел откроется после входа')).toBeVisible();
  expect((await keptIn(page)).text).not.toMatch(/айный|черновик|пациент/i);
  expect(await draftsOf(page, author)).toEqual([`${author.id} new`]);

  // Another user of the same computer.
  await enterAs(page, colleague.email, '/profile/cases/create/');
  await expect(title).toHaveValue('');
  await title.fill('Черновик коллеги');
  await expect.poll(() => draftsOf(page, colleague)).toEqual([`${colleague.id} new`]);
  expect(await draftsOf(page, author)).toEqual([`${author.id} new`]);
  await signOut(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Отмена' }).click();
  await expect(title).toHaveValue('Черновик коллеги');
  expect(await draftsOf(page, colleague)).toEqual([`${colleague.id} new`]);
  await leave(page);
  await expect.poll(() => draftsOf(page, colleague)).toEqual([]);
  expect(await draftsOf(page, author)).toEqual([`${author.id} new`]);

  await enterAs(page, author.email, '/profile/cases/create/');
  await expect(title).toHaveValue('Тайный черновик пациента N');
  await expect(page.getByText('Вернули то, что вы писали на этом устройстве')).toBeVisible();
  await leave(page);
  await expect.poll(async () => (await keptIn(page)).names).toEqual([]);
});

test('who signs in over another’s page gets a page of their own, and the author’s case is not made theirs (D-9)', async ({
  page,
  context,
  baseURL,
}) => {
  const [author, colleague] = [await makePerson('doctor'), await makePerson('doctor')];
  await beginSession(context, author, baseURL ?? '');
  await typeUnsaved(page, author, 'Случай первого врача');
  await page.unroute('**/api/cases/add');
  await endSessions(author);
  await page.getByLabel('Жалобы').fill('Слабость.');
  await page.keyboard.press('Control+KeyS');
  const login = page.getByRole('dialog', { name: 'Вход в личный кабинет' });
  // A slow machine shows the form before its script: it would be sent as a form of a page.
  await expect(login.getByRole('form')).toHaveAttribute('novalidate', '');
  await login.getByLabel('Электронная почта').fill(colleague.email);
  await login.getByLabel('Пароль', { exact: true }).fill(password);
  await login.getByRole('button', { name: 'Войти на сайт' }).click();
  await expect(page.getByLabel('Название')).toHaveValue('');
  expect(await draftsOf(page, author)).toEqual([`${author.id} new`]);
  const cases = await page.request.get('/api/user/cases');
  expect(await cases.json()).toMatchObject({ data: { total: 0 } });

  // A window that was left open goes on as its author's, also when another account has signed in elsewhere.
  await context.clearCookies();
  await beginSession(context, author, baseURL ?? '');
  await page.goto('/profile/cases/create/');
  await expect(page.getByLabel('Название')).toHaveValue('Случай первого врача');
  await context.clearCookies();
  await beginSession(context, colleague, baseURL ?? '');
  await page.getByLabel('Жалобы').fill('Слабость в ногах.');
  await page.keyboard.press('Control+KeyS');
  await expect(login).toBeVisible();
  expect(await (await page.request.get('/api/user/cases')).json()).toMatchObject({ data: { total: 0 } });
});

test('what an older version has kept unsealed is sealed when its author comes', async ({
  page,
  context,
  baseURL,
}) => {
  const author = await makePerson('doctor');
  await beginSession(context, author, baseURL ?? '');
  await typeUnsaved(page, author, 'Образец');
  // The older version kept the content itself in the same place.
  await page.goto('/about/');
  await page.evaluate(async (name) => {
    const request = indexedDB.open('case-drafts');
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const objects = request.result.transaction('drafts', 'readwrite').objectStore('drafts');
    objects.put({ content: { complaint: 'Открытый текст' }, version: 0 }, `${name} 999999999`);
    await new Promise((resolve) => objects.transaction.addEventListener('complete', resolve));
    request.result.close();
  }, author.id);
  expect((await keptIn(page)).text).toContain('Открытый текст');
  await page.goto('/profile/cases/create/');
  await expect(page.getByLabel('Название')).toHaveValue('Образец');
  const { names, text } = await keptIn(page);
  expect(text).not.toContain('Открытый текст');
  expect(names).toContain(`${author.id} 999999999`);
});

test('an editor’s unsaved fields are sealed, too, and come back to the same editor (V14.3.3)', async ({
  page,
  context,
  baseURL,
}) => {
  const editor = await makePerson('editor');
  await beginSession(context, editor, baseURL ?? '');
  await page.goto('/profile/editors/records/');
  const id = await findId(page, 'disease', 'ORPHA:646');
  await page.route(`**/api/editors/records/${id}/draft`, (route) => route.abort());
  await openRecord(page, id);
  const tools = page.getByRole('group', { name: 'Оформление: Что это' });
  await expect(tools).toBeVisible();
  await fieldOf(page, 'Что это').fill('Несохранённые слова редактора');
  await expect(savingOf(page)).not.toContainText('Сохранено');
  await expect.poll(() => draftsOf(page, editor)).toEqual([`${editor.id} record ${id}`]);
  expect((await keptIn(page)).text).not.toContain('Несохранённые слова');
  await endSessions(editor);
  await beginSession(context, editor, baseURL ?? '');
  await page.reload();
  await expect(tools).toBeVisible();
  await expect(fieldOf(page, 'Что это')).toHaveText('Несохранённые слова редактора');
});

test('a form of the profile whose session has ended asks to sign in; who will not now may still do so later (A23)', async ({
  page,
  context,
  baseURL,
}) => {
  const person = await makePerson('editor');
  await beginSession(context, person, baseURL ?? '');
  await page.goto('/profile/main/');
  await page.getByRole('button', { name: 'Изменить', exact: true }).first().click();
  const name = page.getByRole('textbox', { name: 'Имя', exact: true });
  await name.fill('Аглая');
  await page.getByLabel('Город').fill('Томск');
  await endSessions(person);
  const save = page.getByRole('button', { name: 'Сохранить', exact: true });
  await save.click();
  const login = page.getByRole('dialog', { name: 'Вход в личный кабинет' });
  await expect(login).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(login).toBeHidden();
  await expect(bodyOf(page)).toContainText('Войдите или зарегистрируйтесь');
  await expect(name).toHaveValue('Аглая');
  // In another tab they do.
  await beginSession(context, person, baseURL ?? '');
  await save.click();
  await expect(bodyOf(page)).toContainText('Изменения сохранены.');
  await page.reload();
  await expect(bodyOf(page)).toContainText('Аглая');
});

test('who signs out in one tab is signed out in all of them (A22)', async ({ page, context }) => {
  const person = await makePerson('doctor');
  await enterAs(page, person.email);
  const other = await context.newPage();
  await other.goto('/profile/settings/');
  await expect(bodyOf(other)).toContainText(person.email);
  await signOut(page);
  await expect(bodyOf(other)).not.toContainText(person.email);
  await expect(other).not.toHaveURL(/\/profile\//);
});

test('a doctor who has signed in is led from a disease to its cases, and everybody else to the entrance (A5)', async ({
  page,
}) => {
  const doctor = await makePerson('doctor');
  await page.goto('/deseases/');
  await page.getByRole('link', { name: 'Болезнь Гоше', exact: true }).first().click();
  const card = page.getByRole('region', { name: 'Клинические случаи' });
  await expect(card.getByRole('link', { name: 'Как получить доступ' })).toBeVisible();
  await expect(card.getByRole('link', { name: 'Случаи с этой болезнью' })).toBeHidden();
  const address = new URL(page.url()).pathname;
  await enterAs(page, doctor.email, address);
  await expect(card.getByRole('link', { name: 'Как получить доступ' })).toBeHidden();
  await expect(card.getByRole('link', { name: 'Задать вопрос коллегам' })).toBeVisible();
  await card.getByRole('link', { name: 'Случаи с этой болезнью' }).click();
  await expect(page).toHaveURL(/\/cases\/\?diseases=\d+/);
});

test('every kind of page comes back out of memory, at once and where it was', async ({ page }) => {
  await page.addInitScript(() =>
    addEventListener(
      'pageshow',
      ({ persisted }) =>
        persisted && sessionStorage.setItem('came back', location.pathname + location.search),
    ),
  );
  const idOf = async (kind: string) => {
    const answer = await page.request.get(`/api/${kind}?page_size=1`);
    return ((await answer.json()) as { data: { items: { id: number }[] } }).data.items[0]!.id;
  };
  const [disease, drug] = [await idOf('diseases'), await idOf('drugs')];
  for (const address of [
    '/',
    '/deseases/',
    '/research/?phase=3',
    `/deseases/${disease}/`,
    `/deseases/${disease}/leaflet/`,
    `/drugs/${drug}/`,
    '/search/?q=E75.2',
    '/page/about/',
  ]) {
    // A page that was open before the worker took over is not kept: it is tried once more.
    await expect(async () => {
      await page.goto(address);
      await page.evaluate(() => sessionStorage.removeItem('came back'));
      await page.goto('/open-data/');
      await page.goBack({ waitUntil: 'commit' });
      const cameBack = () => page.evaluate(() => sessionStorage.getItem('came back')).catch(() => '');
      await expect.poll(cameBack, { timeout: 5000 }).toBe(address);
    }, address).toPass();
  }
});
