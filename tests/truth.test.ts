import { expect, test } from 'vitest';
import { formatDay, portalDay } from '#domain/dates.ts';
import { publishedSite, textOf, withText } from './sample/published-site.ts';

const site = publishedSite();

interface Card {
  id: number;
  title: string;
  orpha?: number;
  status?: string;
  status_checked_at?: string;
  registration?: { state: string };
}

async function cardsOf<More = object>(api: string, query = ''): Promise<(Card & More)[]> {
  const cards: (Card & More)[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await site.data<{ items: (Card & More)[] }>(
      `/api/${api}?page_size=100&page=${page}${query}`,
    );
    cards.push(...items);
    if (items.length < 100) return cards;
  }
}
const groups = () => cardsOf('diseases', '&type=category&type=clinical-group');
const mainOf = async (address: string) => textOf((await site.page(address)).querySelector('main'));

test.each([
  ['the one that leads', 91378, 'ген SERPING1'],
  ['several, where they are equally proven', 805, 'гены TSC1, TSC2'],
])('the gene beside a title is %s', async (_which, orpha, words) => {
  const { id } = [...(await cardsOf('diseases')), ...(await groups())].find((card) => card.orpha === orpha)!;
  const page = await site.page(`/deseases/${id}/`);
  expect(textOf(page.querySelector('.codes'))).toContain(words);
});

test('no page tells readers to import a drug, registered or unknown', async () => {
  const drugs = await cardsOf('drugs');
  const unknown = drugs.find(({ registration }) => (registration?.state ?? 'unknown') === 'unknown');
  const registered = drugs.find(({ registration }) => registration?.state === 'registered');
  expect(await mainOf(`/drugs/${unknown!.id}/`)).toContain('Не сверено с реестром лекарств');
  for (const { id } of [unknown!, registered!])
    expect(await mainOf(`/drugs/${id}/`)).not.toContain('можно ввезти');
});

test('a screening does not pay for a drug', async () => {
  const { id } = (await cardsOf('drugs')).find(({ title }) => title === 'Спинраза')!;
  const payment = textOf((await site.page(`/drugs/${id}/`)).querySelector('#access'));
  expect(payment).toContain('До 19 лет — Фонд «Круг добра», федеральный бюджет; с 19 лет — Бюджет региона');
  expect(payment).not.toMatch(/скрининг|Бесплатно для семьи/);
});

test('the status of a study has its day on home, list and page', async () => {
  const studies = await cardsOf('researches');
  for (const { status_checked_at: checked } of studies) expect(checked).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  const { id, status_checked_at: day = '' } = studies.find(({ status }) => status === 'recruiting')!;
  const isOld = Date.now() - Date.parse(day) > 366 * 86_400_000;
  const words = isOld
    ? `На ${formatDay(day)} набор шёл`
    : `Набор открыт на ${day.split('-').toReversed().join('.')}`;
  // A status unread for a year is not recruiting.
  expect((await site.page('/')).querySelectorAll('section[aria-labelledby=open]')).toHaveLength(
    isOld ? 0 : 1,
  );
  expect(await mainOf('/research/')).toContain(words);
  expect(await mainOf(`/research/${id}/`)).toContain(words);
  expect(await mainOf(`/research/${id}/`)).toContain('набирает ли центр, ответят в центре');
});

test('a subject without a centre is referred to one that serves it', async () => {
  const regions = (await site.page('/clinics/')).querySelector('#regions')!;
  const sent = [...regions.querySelectorAll('p')].filter((line) => line.querySelector('a'));
  expect(sent.length).toBeGreaterThan(0);
  expect(withText(regions, 'p', /Брянская область/)?.querySelector('a')).not.toBeNull();
});

test('a group lists its diseases, or says that they are missing', async () => {
  const found = await groups();
  expect(found.length).toBeGreaterThan(0);
  for (const { id, title } of found) {
    const page = await site.page(`/deseases/${id}/`);
    const main = textOf(page.querySelector('main'));
    expect(main).toContain('Это группа классификации Orphanet');
    expect(/в каталог ещё не внесены/.test(main), title).toBe(page.querySelector('#subtypes') === null);
  }
});

test('a search alias finds the disease without naming it', async () => {
  const { id } = (await cardsOf('diseases')).find(({ orpha }) => orpha === 43)!;
  expect(await mainOf(`/deseases/${id}/`)).not.toContain('Масло Лоренцо');
  const results = await site.page(`/search/?q=${encodeURIComponent('масло лоренцо')}`);
  expect(results.querySelector(`main a[href="/deseases/${id}/"]`)).not.toBeNull();
});

test('a test has its place and programme, where known', async () => {
  const tests = await cardsOf<{ laboratory?: string; programme?: string }>('diagnostics');
  const { id, laboratory, programme } = tests.find((one) => one.laboratory)!;
  const card = textOf((await site.page('/diagnostics/')).querySelector(`#diagnostic-${id}`));
  expect(card).toContain(textOf({ textContent: laboratory! }));
  if (programme) expect(card).toContain(textOf({ textContent: programme }));
});

test('events that have not ended come first, the nearest before all; the home page has the next three', async () => {
  const { items } = await site.data<{ items: { title: string; starts_at: string; ends_at?: string }[] }>(
    '/api/events?page_size=100',
  );
  const today = portalDay(new Date());
  const [coming, past] = [true, false].map((isComing) =>
    items.filter(({ starts_at: start, ends_at: end }) => (end ?? start).slice(0, 10) >= today === isComing),
  ) as [typeof items, typeof items];
  const byDate = (one: { starts_at: string }, other: { starts_at: string }) =>
    one.starts_at < other.starts_at ? -1 : 1;
  expect(items).toEqual([...coming.toSorted(byDate), ...past.toSorted(byDate).reverse()]);
  const home = (await site.page('/')).querySelectorAll('section[aria-labelledby=events] li a');
  expect([...home].map(textOf)).toEqual(coming.slice(0, 3).map(({ title }) => title));
});

test('a registry shown as study and as project has one state', async () => {
  const registered = (await cardsOf<{ number: string }>('researches')).map(({ number }) => number);
  const projects = await cardsOf<{ number: string }>('observational_projects');
  const shared = projects.filter(({ number }) => registered.includes(number));
  expect(shared.length).toBeGreaterThan(0);
  const page = await site.page('/observational_projects/');
  for (const { id } of projects)
    expect(textOf(page.querySelector(`#project-${id}`))).toMatch(/Набор открыт на\s|\sнабор шёл/);
  expect(textOf(page.querySelector('main'))).not.toContain('Набор открыт');
});
