import { expect, type APIRequestContext } from '@playwright/test';
import { test } from './visitor.ts';

interface Card {
  id: number;
  title: string;
  url: string;
  orpha?: number;
  status?: string;
  status_checked_at?: string;
  type?: string;
  registration?: { state: string };
}

/** Every card of a section, page after page, as a machine walks them. */
async function cardsOf(request: APIRequestContext, section: string): Promise<Card[]> {
  const cards: Card[] = [];
  let next: string | undefined = `/${section}/index.json`;
  while (next) {
    const page = (await (await request.get(next)).json()) as { items: Card[]; next?: string };
    cards.push(...page.items);
    next = page.next && new URL(page.next).pathname;
  }
  return cards;
}
const pathOf = ({ url }: Card) => new URL(url).pathname;

/** Groups of the classification, which lists have only for whoever asks for them. */
async function groupsOf(request: APIRequestContext): Promise<Card[]> {
  const answer = await request.get('/api/diseases?type=category&type=clinical-group&page_size=100');
  const { data } = (await answer.json()) as { data: { items: Card[] } };
  return data.items.map((card) => ({ ...card, url: new URL(`/deseases/${card.id}/`, answer.url()).href }));
}

async function addressOf(request: APIRequestContext, orpha: number): Promise<string> {
  const cards = [...(await cardsOf(request, 'deseases')), ...(await groupsOf(request))];
  const found = cards.find((card) => card.orpha === orpha);
  expect(found, `ORPHA:${orpha}`).toBeDefined();
  return pathOf(found!);
}

test('the twin of a list leads to that of its next page, so that a machine reaches every record', async ({
  request,
}) => {
  const home = await (await request.get('/index.json')).text();
  const cards = await cardsOf(request, 'deseases');
  expect(new Set(cards.map(({ id }) => id)).size).toBe(cards.length);
  expect(cards.length).toBeGreaterThan(100);
  expect(home).toContain('"');
});

test('the gene beside a title is the one that leads, and where nothing decides there are several', async ({
  page,
  request,
}) => {
  const header = page.locator('.detail .codes, .codes').first();
  for (const [orpha, gene] of [
    [91378, 'SERPING1'],
    [33069, 'SCN1A'],
    [648, 'PTPN11'],
  ] as const) {
    await page.goto(await addressOf(request, orpha));
    await expect(header).toContainText(`ген ${gene}`);
  }
  // Tuberous sclerosis: two genes, equally proven.
  await page.goto(await addressOf(request, 805));
  await expect(header).toContainText('гены TSC1, TSC2');
});

test('nobody is told to import a drug of which nothing is known', async ({ page, request }) => {
  const drugs = await cardsOf(request, 'drugs');
  const unknown = drugs.find(({ registration }) => (registration?.state ?? 'unknown') === 'unknown');
  await page.goto(pathOf(unknown!));
  await expect(page.getByRole('main')).toContainText('Не сверено с реестром лекарств');
  await expect(page.getByRole('main')).not.toContainText('можно ввезти');
  const registered = drugs.find(({ registration }) => registration?.state === 'registered');
  await page.goto(pathOf(registered!));
  await expect(page.getByRole('main')).not.toContainText('можно ввезти');
});

test('the status of a study stands with its day: at home, in the list, on its page, in its twin', async ({
  page,
  request,
}) => {
  const studies = await cardsOf(request, 'research');
  for (const { status_checked_at: checked } of studies) expect(checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const open = studies.find(({ status }) => status === 'recruiting')!;
  const on = open.status_checked_at!;
  const isOld = Date.now() - Date.parse(on) > 366 * 86_400_000;
  const said = `${isOld ? 'Набор был открыт' : 'Набор открыт на'}\u00a0${on.split('-').toReversed().join('.')}`;
  await page.goto('/');
  // What nobody has read for a year is no open recruitment.
  await expect(page.locator('section[aria-labelledby=open]')).toHaveCount(isOld ? 0 : 1);
  await page.goto('/research/');
  await expect(page.locator('.studies')).toContainText(said);
  await page.goto(pathOf(open));
  await expect(page.getByRole('main')).toContainText(said);
  await expect(page.getByRole('main')).toContainText('набирает ли центр, спросите');
});

test('a place of care and a site of trials are told apart: at home, in the list, on the page', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Где ставят диагноз и лечат', exact: true })).toBeVisible();
  await page.goto('/clinics/?roles=trials');
  await page
    .locator('.rows > li', { hasText: /^(?!.*(Лечение|Диагностика|консультирование|Лабораторные))/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText(/вне\s+исследований,\s+мы\s+не\s+знаем/)).toBeVisible();
});

test('a subject without a centre of its own is sent to the one that serves it', async ({ page }) => {
  await page.goto('/clinics/');
  await page.locator('#regions > summary').click();
  const bryansk = page.locator('#regions p', { hasText: 'Брянская область' });
  await expect(bryansk.getByRole('link').first()).toBeVisible();
});

test('a group of diseases lists them, or says that they are not here yet', async ({ page, request }) => {
  const groups = await groupsOf(request);
  expect(groups.length).toBeGreaterThan(10);
  for (const group of groups) {
    const html = await (await request.get(pathOf(group))).text();
    expect(/в\sкаталог\sещё\sне\sвнесены/.test(html), group.title).toBe(!html.includes('id="subtypes"'));
  }
  await page.goto(pathOf(groups[0]!));
  await expect(page.getByText('Это группа классификации Orphanet')).toBeVisible();
});

test('what is typed for a disease finds it without being called its name', async ({ page, request }) => {
  const address = await addressOf(request, 43);
  await page.goto(address);
  await expect(page.getByRole('main')).not.toContainText('Масло Лоренцо');
  await page.goto('/search/?q=масло лоренцо');
  await expect(page.getByRole('main').locator(`a[href="${address}"]`).first()).toBeVisible();
});

test('a test says where it is done, how the material travels and by which programme, where that is known', async ({
  page,
  request,
}) => {
  const tests = (await cardsOf(request, 'diagnostics')) as (Card & {
    laboratory?: string;
    programme?: string;
  })[];
  const known = tests.find(({ laboratory }) => laboratory);
  await page.goto('/diagnostics/');
  const card = page.locator(`#diagnostic-${known!.id}`);
  await expect(card).toContainText(known!.laboratory!);
  if (known!.programme) await expect(card).toContainText(known!.programme);
});

test('the terms of data that are not ours are told as their owners set them', async ({ page }) => {
  await page.goto('/open-data/');
  await expect(page.getByRole('main')).toContainText('Содержание HPO менять нельзя');
  await expect(page.getByRole('main')).toContainText('CC BY-SA 4.0');
});
