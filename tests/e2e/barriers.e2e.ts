import { AxeBuilder } from '@axe-core/playwright';
import { type Page } from '@playwright/test';
import { standards } from '../../scripts/check/pages.ts';
import { expectNothingWrong, ofLooks } from './axe.ts';
import { choose, expect, findId, newEditor, test, url } from './desk.ts';
import { beginSession, makePerson } from './people.ts';
import { accept, makeSubmitted } from './submitted.ts';

/** Screens behind the sign-in: axe in light, in dark and in the low-vision version, and nothing wider than a phone. */
test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });

/** Rules that look at colours and sizes go once more in each look; the markup is the same in all of them. */
async function expectNoBarriers(page: Page, part: string): Promise<void> {
  const look = async (how: string, pick: (axe: AxeBuilder) => AxeBuilder) => {
    const axe = new AxeBuilder({ page })
      .include(part)
      .exclude('iframe')
      .options({ resultTypes: ['violations'], iframes: false });
    await expectNothingWrong(page, pick(axe), how);
  };
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await look('light', (axe) => axe.withTags(standards));
  await page.emulateMedia({ colorScheme: 'dark' });
  await look('dark', (axe) => axe.withRules(ofLooks));
  await page.emulateMedia({ colorScheme: 'light' });
  const setLowVision = (isOn: boolean) =>
    page.evaluate((on) => {
      const { dataset } = document.documentElement;
      if (on) Object.assign(dataset, { lowVision: 'black-on-white', text: '200' });
      else for (const name of ['lowVision', 'text']) delete dataset[name];
    }, isOn);
  await setLowVision(true);
  await look('low vision', (axe) => axe.withRules(ofLooks));
  await setLowVision(false);
}

test('the screens of the desk have no barriers', async ({ page, context }) => {
  await beginSession(context, await makePerson('admin'), url);
  const screens = ['', 'records/', 'cases/', 'calendar/', 'publication/', 'users/', 'inbox/', 'imports/'];
  for (const screen of [...screens, 'broadcasts/', 'files/', 'dictionaries/', 'delivery/', 'log/']) {
    await page.goto(`${url}profile/editors/${screen}`);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Загружаем…')).toHaveCount(0);
    await expect(page.locator('.desk-rail [aria-current]')).toBeInViewport({ ratio: 0.9 });
    await expectNoBarriers(page, '.desk');
  }
});

test('the form of a record and its history have no barriers', async ({ page, context }) => {
  await beginSession(context, await makePerson('editor'), url);
  await page.goto('/profile/editors/');
  const id = await findId(page, 'disease', '355');
  await page.goto(`/profile/editors/record/?id=${id}`);
  await expect(page.getByRole('form', { name: 'Поля записи' })).toBeVisible();
  await choose(page, 'Снять с публикации');
  await expectNoBarriers(page, '.desk');
  await page.getByRole('tab', { name: 'История' }).click();
  await expect(page.getByRole('list', { name: 'Версии' }).locator('> li').first()).toBeVisible();
  await expectNoBarriers(page, '.desk');
});

test('a case on its way from its author over a remark to its readers has no barriers on any screen', async ({
  page,
  context,
  browser,
}) => {
  const title = `Случай без препятствий ${Date.now().toString(36)}`;
  await page.goto('/cases/');
  await expectNoBarriers(page, 'main');
  await beginSession(context, await makePerson('doctor'), url);
  await page.goto('/profile/cases/');
  await expect(page.getByText('Вы ещё не описали ни одного случая.')).toBeVisible();
  await expectNoBarriers(page, 'main');
  const id = await makeSubmitted(page, title);

  const { page: editor } = await newEditor(browser);
  await editor.goto('/profile/editors/cases/');
  await editor.getByRole('link', { name: title }).click();
  await editor.getByText('Замечание: Жалобы').click();
  await editor.getByLabel('Замечание к разделу «Жалобы»').fill('Уточните, с какой стороны слабость.');
  await expectNoBarriers(editor, 'main');
  await editor.getByRole('button', { name: /Вернуть\sс\sзамечаниями/ }).click();
  await expect(editor.locator('.case-byline')).toContainText('Нужны правки');

  await page.goto(`/profile/cases/detail/?id=${id}`);
  await expect(page.getByText('Уточните, с какой стороны слабость.')).toBeVisible();
  await expectNoBarriers(page, 'main');
  await page.getByRole('link', { name: 'Изменить', exact: true }).click();
  await page.getByRole('textbox', { name: 'Жалобы' }).fill('Слабость в обеих ногах нарастает около года.');
  await page.getByRole('button', { name: 'Добавить в ход событий: симптом' }).click();
  await page.getByRole('combobox', { name: 'Добавить признак' }).fill('мышечная слабость');
  await page.locator('#case-signs-menu').getByRole('option', { name: /HP:/ }).first().click();
  await expectNoBarriers(page, 'main');
  await page.getByLabel('Когда').last().fill('в 20 лет');
  await page.getByLabel('Коротко').last().fill('Устаёт на лестнице');
  await page.getByRole('button', { name: 'Отправить на проверку' }).click();
  await expect(page).toHaveURL(/detail/);

  await editor.goto(`/profile/editors/cases/?id=${id}`);
  await expect(editor.getByRole('list', { name: 'Прежние замечания' })).toBeVisible();
  await expectNoBarriers(editor, 'main');
  await accept(editor, id);
  await editor.context().close();
  await page.goto(`/cases/${id}/`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expectNoBarriers(page, 'main');
});
