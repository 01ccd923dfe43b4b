import { expect, type Page } from '@playwright/test';
import { Hand, TaskTable } from './counter.ts';
import { test } from './visitor.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Основная' });
const main = (page: Page) => page.getByRole('main');

/** What doctors, patients and journalists come for, from the home page on, with the presses that it takes. */
const tasks: Record<string, (reader: Hand) => Promise<void>> = {
  'код болезни Помпе': async (reader) => {
    const { page } = reader;
    await reader.type(main(page).getByPlaceholder('Поиск по каталогу'), 'помпе');
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('ORPHA:365', {
      useInnerText: true,
    });
  },
  'центр для болезни Гоше': async (reader) => {
    const { page } = reader;
    await reader.find('гоше', 'Болезнь Гоше');
    await reader.press(main(page).getByRole('link', { name: 'Ближайшее к вашему городу' }));
    const city = page.getByLabel('Ближайшие к городу');
    await reader.type(city, 'Томск');
    await reader.strike(city, 'Enter');
    const found = page.locator('[data-part=records]');
    await expect(found.getByText('Сначала ближайшие к городу Томск')).toBeVisible();
    const [first] = await found.locator('.rows > li').all();
    await expect(first!).toContainText(/около [\d\s]+км/);
    // Of those who help at home the telephone is there; a centre whose telephone nobody knows says so.
    const home = found.locator('.near-home li').filter({ hasText: 'Томского НИМЦ' });
    await expect(home.locator('a[href^="tel:"]')).toBeVisible();
    await reader.press(first!.getByRole('link').first());
    await expect(page).toHaveURL(/\/clinics\/\d+\/$/);
    const contacts = main(page).getByRole('region', { name: 'Контакты' });
    await expect(
      contacts.locator('a[href^="tel:"]').or(contacts.getByText('Телефона мы не знаем')).first(),
    ).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Болезнь Гоше' }).first()).toBeVisible();
  },
  'исследование при миодистрофии Дюшенна': async (reader) => {
    await reader.find('дюшенна', 'Мышечная дистрофия Дюшенна');
    const answers = main(reader.page).getByRole('region', { name: 'Главное' });
    // The catalogue knows of none: it says so with the day of the registry, and where else one asks.
    await expect(answers).toContainText(/мы\sне\sзнаем\sна\s\d+\s[а-я]+\s20\d\d\sгода/, {
      useInnerText: true,
    });
    await expect(answers.getByRole('link', { name: /ClinicalTrials\.gov/ })).toHaveAttribute(
      'href',
      /^https:\/\/clinicaltrials\.gov\/search\?cond=Duchenne/,
    );
  },
  'кто платит за лечение СМА в 19 лет': async (reader) => {
    const { page } = reader;
    await reader.find('спинальная мышечная', 'Спинальная мышечная атрофия');
    await reader.press(
      page.getByRole('navigation', { name: 'На этой странице' }).getByRole('link', { name: 'Кто платит' }),
    );
    await reader.type(page.getByLabel('Возраст пациента, лет'), '19');
    const said = page.locator('.access-said');
    await expect(said.locator('.access-answer')).toContainText('Возраст 19: платит бюджет региона', {
      useInnerText: true,
    });
    await expect(said.locator('.access-answer')).toContainText('Не подходит по возрасту: «Фонд', {
      useInnerText: true,
    });
    await expect(said.getByRole('listitem').first()).toContainText('решение врачебной комиссии', {
      useInnerText: true,
    });
    await expect(said).toContainText('№ 890', { useInnerText: true });
  },
  'что изменилось за месяц': async (reader) => {
    const { page } = reader;
    await reader.press(page.getByRole('contentinfo').getByRole('link', { name: 'Что нового' }));
    await expect(page).toHaveURL(/\/changes\//);
    const [month] = await main(page).getByRole('heading', { level: 2 }).all();
    await expect(month!).toHaveText(/20\d\d/);
    await expect(
      main(page)
        .getByRole('listitem')
        .filter({ has: page.getByRole('link') })
        .first(),
    ).toBeVisible();
  },
  'адрес страницы коллеге': async (reader) => {
    const { page } = reader;
    await reader.find('фабри', 'Болезнь Фабри');
    await reader.press(page.getByRole('button', { name: 'Поделиться' }));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  },
  'лист для пациента': async (reader) => {
    const { page } = reader;
    await reader.find('гоше', 'Болезнь Гоше');
    await reader.press(page.getByRole('link', { name: /[Лл]ист.* для пациента|Памятка/ }).first());
    await expect(page).toHaveURL(/\/leaflet\//);
  },
  'лента исследований': async (reader) => {
    const { page } = reader;
    await reader.press(menu(page).getByRole('link', { name: 'Исследования' }));
    const feed = await main(page)
      .getByRole('link', { name: 'RSS', exact: true })
      .first()
      .getAttribute('href');
    expect((await page.request.get(feed!)).headers()['content-type']).toContain('xml');
  },
  'мероприятие в свой календарь': async (reader) => {
    const { page } = reader;
    await reader.press(page.getByRole('contentinfo').getByRole('link', { name: 'Мероприятия' }));
    const calendar = await main(page)
      .getByRole('link', { name: /календар/i })
      .first()
      .getAttribute('href');
    expect((await page.request.get(calendar!)).headers()['content-type']).toContain('calendar');
  },
  'болезнь по признакам': async (reader) => {
    const { page } = reader;
    await reader.press(
      main(page)
        .getByRole('link', { name: /по признакам/i })
        .first(),
    );
    const field = page.getByRole('combobox', { name: 'Признак' });
    for (const sign of ['Спленомегалия', 'Гепатомегалия', 'Тромбоцитопения', 'Боль в костях']) {
      await reader.spell(field, sign);
      await expect(page.getByRole('option').first()).toContainText(sign);
      await reader.strike(field, 'Enter');
      await expect(page.locator('.aid-chip', { hasText: `${sign}: есть` })).toBeVisible();
    }
    // The three signs alone belong to many; with the pain in bones the disease is among the first five of all rare ones.
    await expect
      .poll(async () => (await page.locator('.aid-line').allInnerTexts()).slice(0, 5).join('\n'))
      .toMatch(/Болезнь\sГоше/);
  },
  'назад к отобранному списку': async (reader) => {
    const { page } = reader;
    await reader.press(menu(page).getByRole('link', { name: 'Исследования' }));
    await reader.press(page.getByRole('checkbox', { name: /^Фаза III/ }));
    await expect(page).toHaveURL(/phase=3/);
    await reader.press(
      main(page).getByRole('listitem').getByRole('heading', { level: 3 }).getByRole('link').first(),
    );
    await expect(page).toHaveURL(/\/research\/\d+\/$/);
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: /^Фаза III/ })).toBeChecked();
  },
  'отобранный список по ссылке': async (reader) => {
    const { page } = reader;
    await reader.press(menu(page).getByRole('link', { name: 'Терапия' }));
    await reader.press(page.getByRole('checkbox', { name: /^Зарегистрирован в России/ }));
    await expect(page).toHaveURL(/registration/);
    await page.goto(page.url());
    await expect(page.getByRole('checkbox', { name: /^Зарегистрирован в России/ })).toBeChecked();
  },
  'без мыши': async ({ page }) => {
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(main(page)).toBeFocused();
    await page.keyboard.press('/');
    await expect(page.getByRole('combobox', { name: 'Поиск по каталогу' })).toBeFocused();
    await page.keyboard.type('гоше');
    await expect(
      page.getByRole('dialog').getByRole('option', { name: 'Болезнь Гоше' }).first(),
    ).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Болезнь Гоше' })).toBeVisible();
  },
  'на слух': async (reader) => {
    const { page } = reader;
    await reader.find('гоше', 'Болезнь Гоше');
    // No number of a source is read with a heading; the list of sources has one of its own.
    await expect(page.getByRole('heading', { name: 'Источник' })).toHaveText(['Источники']);
    await expect(page.getByRole('heading', { name: 'Гены', exact: true, level: 2 })).toBeVisible();
  },
};

test('everyday tasks are done from the home page; presses and seconds stand in a table', async ({
  page,
  context,
  isMobile,
}) => {
  test.skip(isMobile, 'counted at a desk');
  test.setTimeout(600_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    delete (Navigator.prototype as { share?: unknown }).share;
  });
  const table = new TaskTable();
  for (const [name, task] of Object.entries(tasks)) {
    await page.goto('/');
    await table.task(name, page, task);
  }
  table.print();
});

test('one thumb is enough: contents, search and keeping lie at the lower edge of a phone', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'a desk has no thumb');
  await page.goto('/');
  const table = new TaskTable();
  await table.task('одним пальцем', page, readByThumb);
  table.print();
});

async function readByThumb(reader: Hand): Promise<void> {
  const { page } = reader;
  await reader.find('гоше', 'Болезнь Гоше');
  const bar = page.getByRole('group', { name: 'Под рукой' });
  const { height } = page.viewportSize()!;
  for (const name of ['Содержание', 'Поиск', 'Сохранить']) {
    const box = await bar.getByText(name).boundingBox();
    expect(box!.y, name).toBeGreaterThan(height * 0.75);
  }
  await reader.press(bar.getByText('Содержание'));
  await reader.press(page.getByRole('link', { name: 'Кто платит', exact: true }).first());
  await expect(page.getByRole('heading', { level: 2, name: 'Кто платит за лечение' })).toBeInViewport();
  await reader.press(bar.getByText('Сохранить'));
  await page.goto('/saved/');
  await expect(main(page).getByRole('link', { name: 'Болезнь Гоше' }).first()).toBeVisible();
}
