import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kindsByName, type KindName } from '#domain/kinds/index.ts';
import { counted } from '#domain/plural.ts';
import { phase } from '#domain/vocabularies.ts';
import { findInvalidHtml } from '../scripts/check/html.ts';
import { findBrokenLinks } from '../scripts/check/links.ts';
import { listPages, sample } from '../scripts/check/site.ts';
import { findHeavyPages } from '../scripts/check/sizes.ts';
import { publishedSite, textOf, withText } from './sample/published-site.ts';

const site = publishedSite();

type Card = { id: number; title: string } & Record<string, unknown>;
type List = { items: Card[]; total: number };

const listOf = (name: KindName) => site.data<List>(`/api/${kindsByName[name].api}?page_size=100`);
const addressOf = (name: KindName, id: number) => `${kindsByName[name].path}${id}/`;
const crumbsOf = (page: Document) =>
  [...page.querySelectorAll('nav[aria-label="Вы здесь"] li')].map((item) => textOf(item));
const schemasOf = (page: Document) =>
  [...page.querySelectorAll('script[type="application/ld+json"]')].map(
    (script) => JSON.parse(script.textContent ?? '') as Record<string, unknown>,
  );
const hrefOf = (element: Element | null | undefined) => element?.getAttribute('href') ?? '';

/** A disease, not a group. */
async function anyDisease(): Promise<Card> {
  const { items } = await listOf('disease');
  return items.find(({ orpha }) => orpha)!;
}

describe('lists and records', () => {
  test.each<[string, KindName]>([
    ['B022', 'disease'],
    ['B025', 'drug'],
    ['B032', 'research'],
    ['B020', 'clinic'],
    ['B027', 'event'],
    ['B029', 'news'],
    ['B031', 'project'],
    ['B024', 'diagnostic'],
    ['B034', 'resource'],
  ])('anyone opens the list of its kind (%s %s, B001, B003, B064)', async (_line, name) => {
    const { path, titles } = kindsByName[name];
    const { total } = await listOf(name);
    const page = await site.page(path);
    expect(textOf(page.querySelector('h1'))).toBe(titles.many);
    expect(crumbsOf(page)).toEqual(['Главная', titles.many]);
    const main = page.querySelector('main')!;
    if (total > 0)
      expect(textOf(main.querySelector('[role=status]'))).toContain(textIn(counted(total, titles.counted)));
    else expect(textOf(main)).toContain('записей пока нет');
  });

  test.each<[string, KindName, RegExp]>([
    ['B023', 'disease', /^MedicalCondition$/],
    ['B026', 'drug', /^Drug$/],
    ['B033', 'research', /^Medical(Trial|ObservationalStudy)$/],
    ['B021', 'clinic', /^(MedicalClinic|Hospital|DiagnosticLab)$/],
    ['B028', 'event', /^EducationEvent$/],
    ['B030', 'news', /^NewsArticle$/],
  ])('anyone opens a record, and so do machines (%s %s, B003, B064)', async (_line, name, type) => {
    const { titles } = kindsByName[name];
    const { id, title } = (await listOf(name)).items[0]!;
    const page = await site.page(addressOf(name, id));
    expect(textOf(page.querySelector('h1'))).toContain(textIn(title));
    expect(crumbsOf(page).slice(0, 2)).toEqual(['Главная', titles.many]);
    expect(withText(page, 'h2', 'Источники')).toBeDefined();
    const schemas = schemasOf(page);
    expect(schemas.every((schema) => schema['@context'])).toBe(true);
    expect(schemas.map((schema) => String(schema['@type']))).toEqual(
      expect.arrayContaining([expect.stringMatching(type), 'BreadcrumbList']),
    );
  });

  test('unknown ids and lists are not found (B245)', async () => {
    const { total } = await listOf('disease');
    const pages = Math.ceil(total / kindsByName.disease.pageSize);
    const lists = [`page/${pages + 1}/`, 'page/0/', 'letter/zzz/', 'areas/none/'];
    for (const address of [
      ...(['disease', 'drug', 'research', 'clinic', 'event', 'news'] as const).map((name) =>
        addressOf(name, 999_999_999),
      ),
      ...lists.map((list) => `/deseases/${list}`),
    ]) {
      const { status, text } = await site.get(address);
      expect([address, status]).toEqual([address, 404]);
      expect(text).toContain('Страница не найдена');
    }
    const { status, headers } = await site.get('/deseases/page/1/');
    expect([status, headers['location']]).toEqual([301, '/deseases/']);
  });

  test('the menu marks the section on its list and records (B079, B080, B081)', async () => {
    for (const name of ['disease', 'drug', 'research', 'clinic'] as const) {
      const { path } = kindsByName[name];
      const { id } = (await listOf(name)).items[0]!;
      const currentOn = async (address: string) =>
        (await site.page(address))
          .querySelector(`nav[aria-label="Основная"] a[href="${path}"]`)
          ?.getAttribute('aria-current');
      expect([name, await currentOn(path), await currentOn(addressOf(name, id))]).toEqual([
        name,
        'page',
        'true',
      ]);
    }
  });

  test('only long lists have letters', async () => {
    expect((await site.page('/diagnostics/')).querySelector('nav[aria-label="По алфавиту"]')).toBeNull();
  });

  test('a list by one facet is filtered and can be unfiltered', async () => {
    const list = await site.page('/research/');
    const link = list.querySelector('nav[aria-label="Исследования: Фаза"] a')!;
    const page = await site.page(hrefOf(link));
    const title = textOf(link);
    expect(textOf(page.querySelector('h1'))).toBe(`Исследования: ${title}`);
    expect(hrefOf(page.querySelector(`a[aria-label="Снять фильтр «${title}»"]`))).toBe('/research/');
    const { items } = await listOf('research');
    const expected = items.filter(({ phase: code }) => phase[code as keyof typeof phase] === title);
    expect(expected.length).toBeGreaterThan(0);
    const shown = [...page.querySelectorAll('.study h3 a')].map(hrefOf);
    expect(shown.toSorted()).toEqual(expected.map(({ id }) => addressOf('research', id)).toSorted());
  });

  test.each<[KindName, string, KindName]>([
    ['drug', 'diseases', 'disease'],
    ['research', 'diseases', 'disease'],
  ])('a %s and the records in its %s link to each other', async (from, field, to) => {
    const card = (await listOf(from)).items.find((item) => (item[field] as number[] | undefined)?.length)!;
    const [target = 0] = card[field] as number[];
    const pairs = [
      [addressOf(from, card.id), addressOf(to, target)],
      [addressOf(to, target), addressOf(from, card.id)],
    ] as const;
    for (const [address, other] of pairs)
      expect(
        (await site.page(address)).querySelector(`main a[href="${other}"]`),
        `${address} → ${other}`,
      ).not.toBeNull();
  });

  test('a source number links to the source with its date', async () => {
    const page = await site.page(addressOf('disease', (await anyDisease()).id));
    const sources = [...page.querySelectorAll('.citation a')].map((link) =>
      textOf(page.querySelector(hrefOf(link))),
    );
    expect(sources.length).toBeGreaterThan(3);
    for (const source of sources) expect(source).toMatch(/· \d{1,2} \S+ \d{4}/);
  });

  test('a figure has a descriptive name', async () => {
    const page = await site.page(addressOf('disease', (await anyDisease()).id));
    for (const title of ['Распространённость', 'Наследование', 'Возраст начала'])
      expect(withText(page, 'h3', title), title).toBeDefined();
    const figures = [...page.querySelectorAll('.fact svg')];
    expect(figures.length).toBeGreaterThan(0);
    for (const figure of figures) expect(figure.getAttribute('aria-label')?.length).toBeGreaterThan(10);
  });

  test('emergency advice is on pages of diseases that have it only', async () => {
    const { items } = await listOf('disease');
    let [urgent, plain]: (Card | undefined)[] = [];
    for (const { id } of items) {
      const detail = await site.data<Card>(`/api/diseases/${id}`);
      if (detail['emergency']) urgent ??= detail;
      else plain ??= detail;
      if (urgent && plain) break;
    }
    const headingOf = async (card: Card) =>
      withText(await site.page(addressOf('disease', card.id)), 'h2', /Срочно/);
    expect(await headingOf(urgent!)).toBeDefined();
    expect(await headingOf(plain!)).toBeUndefined();
  });

  test('a disease without trials says so with the date and where to ask', async () => {
    const { items } = await listOf('disease');
    const trials = (await listOf('research')).items.flatMap(({ diseases }) => diseases as number[]);
    const { id } = items.find((card) => card['orpha'] === 98896 && !trials.includes(card.id))!;
    const answers = (await site.page(addressOf('disease', id))).querySelector('#answers')!;
    expect(textOf(answers)).toMatch(
      /Сведений об исследованиях с центрами в России нет; реестр прочитан \d+ [а-я]+ \d{4} года/,
    );
    expect(hrefOf(withText(answers, 'a', /ClinicalTrials\.gov/))).toMatch(
      /^https:\/\/clinicaltrials\.gov\/search\?cond=\w/,
    );
  });

  test('no source number is read with a heading', async () => {
    const page = await site.page(addressOf('disease', (await anyDisease()).id));
    const headings = [...page.querySelectorAll('h1, h2, h3')];
    const spoken = headings.map((heading) => heading.getAttribute('aria-label') ?? textOf(heading));
    expect(spoken.filter((words) => words.includes('Источник'))).toEqual(['Источники']);
    for (const heading of headings.filter((one) => one.querySelector('.citation')))
      expect(heading.getAttribute('aria-label')).toMatch(/\D$/);
  });

  test('an error report requires a text', async () => {
    const page = await site.page(addressOf('disease', (await anyDisease()).id));
    const form = page.querySelector('form.report-form')!;
    expect(form.querySelector('textarea')?.hasAttribute('required')).toBe(true);
    expect(form.querySelector('[name=email]')?.getAttribute('type')).toBe('email');
  });

  test('steps of the route state their audience and basis', async () => {
    const page = await site.page('/access/route/');
    expect(textOf(page.querySelector('h1'))).toBe('Маршрут пациента');
    expect(
      withText(page, 'h2, h3', 'Медико-генетическая консультация региона — если болезнь наследственная'),
    ).toBeDefined();
    expect(textOf(page.querySelector('main'))).toContain('статья 48, части 1–2');
  });

  test('without scripts the aid says so and links to lists', async () => {
    const page = await site.page('/diagnostics/signs/');
    const words = textOf(page.querySelector('main'));
    expect(words).toContain('требует JavaScript');
    expect(words).toContain('все заболевания от А до Я');
  });
});

describe('lists filtered by address', () => {
  const textAt = async (address: string) => textOf((await site.page(address)).querySelector('main'));

  test('the count of a value equals the list it gives', async () => {
    const before = await site.page('/research/?sites.subject=77');
    const label = [...before.querySelectorAll('.filter label')].find((one) =>
      one.querySelector('[name=phase]'),
    )!;
    const value = label.querySelector('input')!.getAttribute('value')!;
    const after = await site.page(`/research/?sites.subject=77&phase=${value}`);
    expect(textOf(after.querySelector('main [role=status]'))).toContain(
      `${textOf(label.querySelector('small'))} исследовани`,
    );
  });

  test('a query without results links to the search of the whole portal', async () => {
    const page = await site.page(`/drugs/?q=${encodeURIComponent('ъъъъъъ')}`);
    expect(textOf(page.querySelector('main'))).toContain('Ничего не нашлось. Попробуйте убрать фильтр.');
    expect(hrefOf(withText(page, 'a', 'Искать «ъъъъъъ» по всему порталу'))).toBe(
      `/search/?q=${encodeURIComponent('ъъъъъъ')}`,
    );
  });

  test('the page of results needs two letters, and suggests more when nothing is found', async () => {
    expect(await textAt(`/search/?q=${encodeURIComponent('г')}`)).toContain('Поиск начинается с двух букв.');
    expect(await textAt(`/search/?q=${encodeURIComponent('швамбрания')}`)).toContain(
      'подобрать по признакам',
    );
  });

  test('a filtered list can be exported and followed', async () => {
    const page = await site.page('/research/?phase=3');
    const exports = page.querySelector('.list-exports')!;
    for (const [name, type] of [
      ['CSV', 'text/csv'],
      ['JSON', 'application/json'],
      ['RSS', 'application/rss+xml'],
    ] as const) {
      const address = hrefOf(withText(exports, 'a', name));
      expect(address).toContain('phase=3');
      const answer = await site.get(address);
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers['content-type']).toContain(type);
    }
    expect(exports.querySelector('[data-follow-id]')?.getAttribute('data-follow-id')).toBe(
      '/research/?phase=3',
    );
    const calendar = await site.get('/api/events/calendar.ics?format=online');
    expect(calendar.headers['content-type']).toContain('text/calendar');
  });

  test('it has the filter in its title', async () => {
    const titleAt = async (address: string) => textIn((await site.page(address)).title);
    expect(await titleAt('/research/?phase=3')).toMatch(/^Исследования: Фаза III — /);
    expect(await titleAt('/research/?phase=3&phase=2')).toMatch(/^Исследования: Фаза I.*, Фаза I.* — /);
  });

  test('tests are in a table with method, material and payer', async () => {
    const page = await site.page('/diagnostics/?view=table');
    const heads = [...page.querySelectorAll('.list-table thead th')].map((head) => textOf(head));
    expect(heads).toEqual(
      expect.arrayContaining([expect.stringMatching(/Метод/), expect.stringMatching(/атериал/)]),
    );
    expect(textOf(page.querySelector('.list-table tbody'))).toMatch(
      /кров[\s\S]*бесплатно|бесплатно[\s\S]*кров/,
    );
  });

  test('an unknown or ambiguous city is reported', async () => {
    expect(await textAt(`/clinics/?near=${encodeURIComponent('Тмутаракань')}`)).toContain(
      'Города «Тмутаракань» в нашем справочнике нет',
    );
    const page = await site.page(`/clinics/?near=${encodeURIComponent('Благовещенск')}&view=table`);
    expect(textOf(page.querySelector('main'))).toContain(
      'Сначала ближайшие к городу Благовещенск (Амурская область)',
    );
    const other = hrefOf(withText(page, 'a', /^Другой город: Благовещенск/));
    expect(await textAt(other)).toContain(
      'Сначала ближайшие к городу Благовещенск (Республика Башкортостан)',
    );
  });

  test('invalid parameters get a message with a link', async () => {
    expect(await textAt('/deseases/?page=99')).toContain('Страницы 99 в этом списке нет');
    const nonsense = await site.page('/deseases/?areas=nonsense');
    expect(hrefOf(nonsense.querySelector('a[aria-label="Снять фильтр «nonsense»"]'))).toBe('/deseases/');
    const letter = await site.get('/deseases/?letter=zzz');
    expect(letter.status).toBe(400);
    expect(textIn(letter.text)).toContain('такой буквы в указателе нет');
  });
});

describe('the page frame', () => {
  test('the home page is Russian and has title, subtitle, search and counters (B002, B012, B017, B060, B061, B062, B063, B065)', async () => {
    const page = await site.page('/');
    expect(page.documentElement.lang).toBe('ru');
    expect(textOf(page.querySelector('h1'))).toBe('Регистр орфанных заболеваний');
    expect(withText(page, 'p', 'исследования, организации, препараты')).toBeDefined();
    expect(page.title).toMatch(/^Регистр орфанных заболеваний\. .+/);
    const data = await site.data<Record<string, number>>('/api/page/home');
    const protocols = ['протокол исследования', 'протокола исследования', 'протоколов исследований'] as const;
    const counters = [...page.querySelectorAll('nav[aria-label="В каталоге"] a')];
    expect(counters.map((counter) => [hrefOf(counter), textOf(counter)])).toEqual(
      (
        [
          ['/deseases/', data['diseases'], kindsByName.disease.titles.counted],
          ['/research/', data['researches'], protocols],
          ['/drugs/', data['drugs'], kindsByName.drug.titles.counted],
          ['/cases/', data['cases'], kindsByName.case.titles.counted],
          ['/clinics/', data['clinics'], kindsByName.clinic.titles.counted],
        ] as const
      ).map(([address, count = -1, words]) => [address, textIn(counted(count, words))]),
    );
  });

  test('the search of the home page is a plain form with its hint (B004, B062, B066, B067, B068)', async () => {
    const search = (await site.page('/')).querySelector('main search')!;
    expect(textOf(search)).toContain('Начните вводить название препарата или болезни');
    expect(search.querySelector('input')?.getAttribute('placeholder')).toBe('Поиск по каталогу');
    expect(withText(search, 'button[type=submit]', 'Найти')).toBeDefined();
    const form = search.querySelector('form')!;
    expect([form.getAttribute('action'), form.getAttribute('method')]).toEqual(['/search/', 'get']);
  });

  test('the home page has the last nine news and the documents of the terms (B170, B261, G39)', async () => {
    const page = await site.page('/');
    const { total } = await listOf('news');
    const records = [...page.querySelectorAll('main a')].map(hrefOf);
    expect(new Set(records.filter((href) => /^\/news\/\d+\/$/.test(href))).size).toBe(Math.min(total, 9));
    expect(page.querySelectorAll('footer a[href="/upload/doc/policy.pdf"]')).toHaveLength(1);
  });

  test('the default layout has a header, a footer and live regions for notices of 6 seconds (B053, B243)', async () => {
    const page = await site.page('/');
    for (const part of ['header', 'footer', '.notices [role=status]', '.notices [role=alert]'])
      expect(page.querySelector(part), part).not.toBeNull();
    expect(page.querySelector('.notices')?.getAttribute('data-timeout')).toBe('6000');
  });

  test('the footer has links home, to adding material and to the terms (B100, B104, B149)', async () => {
    const footer = (await site.page('/')).querySelector('footer')!;
    expect(hrefOf(withText(footer, 'a', /Регистр ?орфанных заболеваний/))).toBe('/');
    expect(textOf(footer)).toContain('после регистрации в личном кабинете Вы можете добавить свой материал');
    const entries =
      await site.data<{ code: string; items: { title: string; url: string }[] }[]>('/api/navigation');
    const policy = entries.find(({ code }) => code === 'policy')!.items;
    expect(policy.length).toBeGreaterThan(0);
    for (const { title, url } of policy) {
      expect(hrefOf(withText(footer, 'a', new RegExp(title)))).toBe(url);
      const { headers, body } = await site.get(url);
      expect(headers['content-type']).toContain('application/pdf');
      expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  test('sign-in pages have only the logo and notices of 5 seconds (B055, B243)', async () => {
    for (const address of ['/profile/login/', '/profile/restore/', '/profile/confirm/']) {
      const page = await site.page(address);
      for (const part of ['header', 'footer', 'dialog']) expect(page.querySelector(part)).toBeNull();
      expect(withText(page, 'a', /Регистр ?орфанных заболеваний/), address).toBeDefined();
      expect(page.querySelector('.notices')?.getAttribute('data-timeout')).toBe('5000');
      expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    }
  });

  test('pages behind the sign-in are not indexed (B018, B037, B038, B039, B046, B047)', async () => {
    for (const part of [
      'profile/',
      'profile/application/',
      'profile/cases/',
      'profile/settings/',
      'profile/subscribes/',
      'cases/',
    ]) {
      const page = await site.page(`/${part}`);
      expect(page.querySelector('meta[name=robots]')?.getAttribute('content'), part).toContain('noindex');
    }
  });

  test('the list of static pages links to each with its title (B035, B036)', async () => {
    const links = [...(await site.page('/page/')).querySelectorAll('main a[href^="/page/"]')].map(hrefOf);
    expect(links.length).toBeGreaterThan(0);
    for (const address of links) {
      const { title } = await site.data<{ title: string }>(`/api${address.replace(/\/$/, '')}`);
      expect(textOf((await site.page(address)).querySelector('h1'))).toBe(textIn(title));
    }
  });

  test('fonts of a page are within budget, and no style is in an attribute', async () => {
    const page = await site.page('/');
    const fonts = [...page.querySelectorAll('link[rel=preload][as=font]')].map(hrefOf);
    const bytes = fonts.map((file) => readFileSync(`public${file}`).length);
    expect(fonts.length).toBeGreaterThan(0);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(42_000);
    expect(page.querySelectorAll('[style]')).toHaveLength(0);
  });

  test('what the installation brought is no news of «Что нового»', async () => {
    expect(hrefOf(withText(await site.page('/'), 'main a', 'Что нового в каталоге'))).toBe('/changes/');
    const page = await site.page('/changes/');
    expect(textOf(page.querySelector('h1'))).toBe('Что нового');
    expect(page.querySelector('main h2')).toBeNull();
    expect(textOf(page.querySelector('main'))).toContain('Редакция ещё ничего не меняла');
    const feed = await site.get(hrefOf(withText(page, 'a', 'Лента изменений (RSS)')));
    expect(feed.headers['content-type']).toContain('xml');
    expect(feed.text).not.toContain('<item>');
    expect(hrefOf(withText(page, 'footer nav a', 'Что нового'))).toBe('/changes/');
  });

  test('each audience gets its links and contacts', async () => {
    const page = await site.page('/for/');
    for (const name of ['Врачу', 'Пациенту и семье', 'Партнёру', 'Журналисту'])
      expect(withText(page, 'h2', name), name).toBeDefined();
    for (const address of new Set([...page.querySelectorAll('.doors a')].map(hrefOf))) {
      const { pathname } = new URL(address, 'https://register.example');
      expect([pathname, (await site.get(pathname)).status]).toEqual([pathname, 200]);
    }
    const contacts = await site.page(hrefOf(withText(page, 'main a', 'Контакты и редакция')));
    expect(withText(contacts, 'h2', 'Редакция')).toBeDefined();
  });
});

describe('every page', () => {
  async function eachPage(look: (html: string, address: string) => void): Promise<void> {
    for (const { file, address } of await listPages(site.folder))
      look(await readFile(join(site.folder, file), 'utf8'), address);
  }

  test('is within its size budget', async () => {
    const { problems, weights } = await findHeavyPages(site.folder);
    expect(weights.length).toBeGreaterThan(50);
    expect(problems).toEqual([]);
  });

  test('has no broken link', async () => {
    const { problems, links } = await findBrokenLinks(site.folder);
    expect(links).toBeGreaterThan(500);
    expect(problems).toEqual([]);
  });

  test('of every kind is valid HTML', async () => {
    const { problems } = await findInvalidHtml(site.folder, sample(await listPages(site.folder), 1));
    expect(problems).toEqual([]);
  });

  test("has breadcrumbs from «Главная» and the site's name in its title (B064, B065)", async () => {
    await eachPage((html, address) => {
      if (html.includes('http-equiv="refresh"') || address === '/') return;
      const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '';
      expect(title, address).toMatch(/\S — Регистр орфанных заболеваний\. \S+/);
      // Sign-in pages have only the logo (B055); the editors' desk has its own menu.
      if (!html.includes('<footer') || address.startsWith('/profile/editors/')) return;
      const first = /<nav[^>]*aria-label="Вы здесь"[^>]*>.*?<li\b[^>]*>(.*?)<\/li>/s.exec(html)?.[1] ?? '';
      expect(first.replace(/<[^>]*>/g, '').trim(), address).toMatch(/^Главная/);
      expect(first, address).toContain('href="/"');
    });
  });

  test('states its disclaimer, audience and terms in the footer (B013, B014, B015, B016, B263)', async () => {
    let footers = 0;
    await eachPage((html, address) => {
      const footer = /<footer.*?<\/footer>/s.exec(html)?.[0];
      if (!footer) return;
      footers += 1;
      const words = textIn(footer.replace(/<[^>]*>/g, ' '));
      expect(words, address).toContain(
        'не может быть использована для постановки диагноза и назначения лечения',
      );
      expect(words, address).toContain('не заменяет приём врача');
      expect(words, address).toContain('18+');
      for (const document of ['policy', 'assept'])
        expect(footer, address).toMatch(
          new RegExp(
            `<a[^>]*href="/upload/doc/${document}\\.pdf"[^>]*(?=[^>]*target="_blank")[^>]*rel="[^"]*noopener`,
          ),
        );
    });
    expect(footers).toBeGreaterThan(50);
  });
});

/** Normalises like `textOf`. */
function textIn(text: string): string {
  return textOf({ textContent: text });
}
