import { expect, test, type Page } from '@playwright/test';
import { kindsByName, type Kind, type KindName } from '../../src/domain/kinds/index.ts';
import { counted } from '../../src/domain/plural.ts';
import { phase } from '../../src/domain/vocabularies.ts';

/** Public kinds of the catalogue by the acceptance lines of their lists and records. */
const lists: readonly [line: string, kind: KindName][] = [
  ['B022', 'disease'],
  ['B025', 'drug'],
  ['B032', 'research'],
  ['B020', 'clinic'],
  ['B027', 'event'],
  ['B029', 'news'],
  ['B031', 'project'],
  ['B024', 'diagnostic'],
  ['B034', 'resource'],
];
const details: readonly [line: string, kind: KindName, type: string][] = [
  ['B023', 'disease', 'MedicalCondition'],
  ['B026', 'drug', 'Drug'],
  ['B033', 'research', 'Medical(Trial|ObservationalStudy)'],
  ['B021', 'clinic', 'MedicalClinic|Hospital|DiagnosticLab'],
  ['B028', 'event', 'EducationEvent'],
  ['B030', 'news', 'NewsArticle'],
];

type Card = { id: number; title: string } & Record<string, unknown>;

/** Records of a kind as the API gives them; a test names none by its number. */
async function recordsOf(page: Page, kind: Kind): Promise<{ items: Card[]; total: number }> {
  const answer = await page.request.get(`/api/${kind.api}?page_size=100`);
  return ((await answer.json()) as { data: { items: Card[]; total: number } }).data;
}

async function firstOf(page: Page, name: KindName): Promise<Card> {
  const [first] = (await recordsOf(page, kindsByName[name])).items;
  if (!first) throw new Error(`the catalogue has no ${name}`);
  return first;
}

const addressOf = (name: KindName, id: number) => `${kindsByName[name].path}${id}/`;
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Вы здесь' }).getByRole('listitem');
const schemas = (page: Page) =>
  page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((scripts) =>
      scripts.map((script) => JSON.parse(script.textContent) as Record<string, unknown>),
    );

for (const [line, name] of lists) {
  const kind = kindsByName[name];
  test(`B001 B003 ${line} B064 anybody opens the list ${kind.path}`, async ({ page }) => {
    const { total } = await recordsOf(page, kind);
    const answer = await page.goto(kind.path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(kind.titles.many);
    await expect(crumbs(page)).toHaveText(['Главная', kind.titles.many]);
    if (total > 0)
      await expect(page.getByRole('main').getByRole('status')).toContainText(
        counted(total, kind.titles.counted),
      );
    else await expect(page.getByRole('main')).toContainText('записей пока нет');
  });
}

for (const [line, name, type] of details) {
  const kind = kindsByName[name];
  test(`B003 ${line} B064 anybody opens a record of ${kind.path}, machines read it too`, async ({ page }) => {
    const { id, title } = await firstOf(page, name);
    const answer = await page.goto(addressOf(name, id));
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(crumbs(page).first()).toHaveText('Главная');
    await expect(crumbs(page).nth(1)).toHaveText(kind.titles.many);
    await expect(page.getByRole('heading', { name: 'Источники' })).toBeVisible();
    const found = await schemas(page);
    expect(found.map((schema) => schema['@context'])).not.toContain(undefined);
    expect(found.some((schema) => new RegExp(`^(${type})$`).test(String(schema['@type'])))).toBe(true);
    expect(found.some((schema) => schema['@type'] === 'BreadcrumbList')).toBe(true);
  });

  test(`B245 ${kind.path} has no page for a number that nobody has`, async ({ page, isMobile }) => {
    test.skip(isMobile, 'skipped on a phone: an answer has no width');
    const answer = await page.goto(`${kind.path}999999999/`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Страница не найдена');
  });
}

test('B081 the section is marked in the menu, on its list and on its records', async ({ page }) => {
  test.skip((page.viewportSize()?.width ?? 0) < 1200, 'the menu stands in the header of wide screens');
  for (const name of ['disease', 'drug', 'research', 'clinic'] as const) {
    const kind = kindsByName[name];
    const { id } = await firstOf(page, name);
    const item = page.getByRole('banner').getByRole('link', { name: kind.titles.many, exact: true });
    await page.goto(kind.path);
    await expect(item).toHaveAttribute('aria-current', 'page');
    await page.goto(addressOf(name, id));
    await expect(item).toHaveAttribute('aria-current', 'true');
  }
});

test('a list runs over pages and letters, and the last page is the last', async ({ page }) => {
  const kind = kindsByName.disease;
  const { total } = await recordsOf(page, kind);
  const pages = Math.ceil(total / kind.pageSize);
  await page.goto(kind.path);
  const letters = page.getByRole('navigation', { name: 'По алфавиту' }).getByRole('link');
  const counts = await letters.locator('small').allTextContents();
  expect(counts.reduce((sum, count) => sum + Number(count.replace(/\D/g, '')), 0)).toBe(total);

  const letter = letters.first();
  const sign = (await letter.getAttribute('aria-label'))?.[0] ?? '';
  await letter.click();
  await expect(page).toHaveURL(/\/deseases\/letter\/[^/]+\/$/);
  const titles = await page.locator('.rows > li > a').allTextContents();
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles)
    expect(
      title
        .trim()
        .replace(/^[«"(]+/, '')[0]
        ?.toUpperCase(),
    ).toBe(sign);

  if (pages > 1) {
    await page.goto(kind.path);
    await page
      .getByRole('navigation', { name: 'Страницы списка' })
      .getByRole('link', { name: 'Следующая страница' })
      .click();
    await expect(page).toHaveURL(/\/deseases\/page\/2\/$/);
    await expect(crumbs(page).last()).toHaveText('Заболевания, страница 2');
  }
  for (const address of [`page/${pages + 1}/`, 'page/1/', 'page/0/', 'letter/zzz/', 'areas/none/'])
    expect((await page.request.get(`${kind.path}${address}`)).status(), address).toBe(404);
});

test('lists by one facet hold what they promise', async ({ page }) => {
  await page.goto('/research/');
  const link = page.getByRole('navigation', { name: 'Исследования: Фаза' }).getByRole('link').first();
  const title = (await link.textContent())?.trim() ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Исследования: ${title}`);
  await expect(page.getByRole('link', { name: `Снять фильтр «${title}»` })).toHaveAttribute(
    'href',
    '/research/',
  );
  const { items } = await recordsOf(page, kindsByName.research);
  const expected = items.filter(({ phase: code }) => phase[code as keyof typeof phase] === title);
  expect(expected.length).toBeGreaterThan(0);
  await expect(page.locator('.study')).toHaveCount(expected.length);
  for (const { id } of expected)
    await expect(page.locator(`.study a[href="${addressOf('research', id)}"]`).first()).toBeVisible();
});

test('links between kinds lead both ways', async ({ page }) => {
  const pairs: readonly (readonly [from: KindName, field: string, to: KindName])[] = [
    ['drug', 'diseases', 'disease'],
    ['research', 'diseases', 'disease'],
  ];
  for (const [from, field, to] of pairs) {
    const { items } = await recordsOf(page, kindsByName[from]);
    const card = items.find((item) => (item[field] as number[] | undefined)?.length);
    if (!card) throw new Error(`no ${from} has ${field}`);
    const [target = 0] = card[field] as number[];
    await page.goto(addressOf(from, card.id));
    await expect(page.locator(`main a[href="${addressOf(to, target)}"]`).first()).toBeAttached();
    await page.goto(addressOf(to, target));
    await expect(page.locator(`main a[href="${addressOf(from, card.id)}"]`).first()).toBeAttached();
  }
});

test('a fact leads to its source, and the source says who, when and under which licence', async ({
  page,
}) => {
  const { items } = await recordsOf(page, kindsByName.disease);
  await page.goto(addressOf('disease', items.find(({ orpha }) => orpha)?.id ?? 0));
  const citations = page.locator('.citation a');
  const targets = await citations.evaluateAll((links) =>
    links.map((link) => document.querySelector(link.getAttribute('href') ?? '')?.textContent ?? ''),
  );
  expect(targets.length).toBeGreaterThan(3);
  for (const text of targets) expect(text).toMatch(/· \d{1,2}\s\S+ \d{4}/);
  await citations.first().click();
  const note = page.getByRole('complementary', { name: /сточник|\d/ }).and(page.locator('.source-note'));
  await expect(note).toContainText(targets[0]?.trim().slice(0, 20) ?? '');
  await note.getByRole('link', { name: 'К списку источников' }).click();
  await expect(page).toHaveURL(/#source-\d+$/);
});

test('codes are copied by a button', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { items } = await recordsOf(page, kindsByName.disease);
  const disease = items.find(({ orpha }) => orpha);
  await page.goto(addressOf('disease', disease?.id ?? 0));
  await page.getByRole('button', { name: /^Скопировать ORPHA / }).click();
  await expect(page.locator('.notices [role=status]')).toContainText('Скопировано');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`ORPHA:${String(disease?.orpha)}`);
});

test('figures speak in words: each picture has a name, each bar its share', async ({ page }) => {
  const { items } = await recordsOf(page, kindsByName.disease);
  await page.goto(addressOf('disease', items.find(({ orpha }) => orpha)?.id ?? 0));
  for (const title of ['Распространённость', 'Наследование', 'Возраст начала'])
    await expect(page.getByRole('heading', { name: title, level: 3 })).toBeVisible();
  for (const name of await page.locator('.fact svg').evaluateAll((all) => all.map((svg) => svg.ariaLabel)))
    expect(name?.length).toBeGreaterThan(10);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('B264 a disease reads whole and shows no button that needs a script', async ({ page }) => {
    const { id, title } = await firstOf(page, 'disease');
    await page.goto(addressOf('disease', id));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
    await expect(page.getByRole('button', { name: /Скопировать|Поделиться|Печать/ })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Источники' })).toBeVisible();
  });
});

test('no page of the catalogue scrolls sideways at 320, 360, 808 and 1280', async ({ page }) => {
  const addresses: string[] = lists.map(([, name]) => kindsByName[name].path);
  for (const [, name] of details) addresses.push(addressOf(name, (await firstOf(page, name)).id));
  for (const address of addresses) {
    await page.goto(address);
    for (const width of [320, 360, 808, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { scrollWidth, clientWidth };
      });
      expect(scrollWidth, `${address} at ${width}`).toBeLessThanOrEqual(clientWidth);
    }
  }
});
