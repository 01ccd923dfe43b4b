import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsByName, publicKinds, type KindName } from '#domain/kinds/index.ts';
import type { ListRequest } from '#domain/lists/request.ts';
import type { ListAnswer } from '#domain/lists/list.ts';
import { viewsOf } from '#components/lists/views.ts';
import { startOnDemandRenderer, type OnDemandRenderer } from '#publisher/on-demand.ts';
import { PolicyCollector } from '#publisher/policy.ts';
import { publish } from '#publisher/publish.ts';
import { issueToken } from '#server/account/tokens.ts';
import { newSecret } from '#server/base/secret.ts';
import { signToken } from '#server/mail/signed-token.ts';
import { writeRecord } from '#server/catalogue/store.ts';
import { startServer, type Server } from '#server/main.ts';
import { catalogueSource } from '#server/publication/source.ts';
import type { Settings } from '#server/settings.ts';
import { fillSample, type Sample } from './sample/catalogue.ts';
import { testSettings } from './sample/database.ts';
import { markup } from './sample/markup.ts';
import { addPerson, openBrowser, password, signedIn, type Browser } from './sample/people.ts';
import { siteUrl } from './sample/published-starter.ts';

const accept = { accept: 'text/html,application/xhtml+xml' };

describe('on-demand pages', { timeout: 400_000 }, () => {
  let server: Server;
  let settings: Settings;
  let sample: Sample;
  let portal: { app: Server['app']; database: Server['database']; settings: Settings; sample: Sample };
  let answering: OnDemandRenderer;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    ({ settings, drop } = await testSettings({ CAPTCHA: 'off', SITE_URL: siteUrl }));
    server = await startServer({ settings });
    sample = await fillSample(server.database);
    await server.database.transaction(async (tx) => {
      const titles = [
        'Болезнь < img src=x onerror=alert(1)>',
        ...Array.from({ length: 25 }, (_, n) => `Анемия ${n + 1}`),
      ];
      for (const title of titles)
        await writeRecord(tx, {
          kind: 'disease',
          fields: { title, title_status: 'established' },
          origins: 'editor',
          state: 'published',
          author: 'test',
        });
    });
    portal = { app: server.app, database: server.database, settings, sample };
    await publish({
      source: catalogueSource(server.context),
      dataDir: settings.DATA_DIR,
      siteUrl: settings.SITE_URL,
    });
    answering = startOnDemandRenderer({ dataDir: settings.DATA_DIR });
    server.context.renderer = answering;
  }, 400_000);
  afterAll(async () => {
    await answering.stop();
    await server.close();
    await drop();
  });

  const send = (
    browser: Browser,
    address: string,
    fields: Record<string, string>,
    page = '/profile/login/',
  ) => browser.post(address, fields, 'form', { ...accept, referer: `${settings.SITE_URL}${page}` });

  test('a disease without texts for patients has no leaflet', async () => {
    const browser = openBrowser(portal);
    const { data } = await browser.get('/api/diseases?query=анемия&page_size=1');
    const { status, text } = await browser.get(`/deseases/${data.items[0].id}/leaflet/`);
    expect([status, text]).toEqual([404, expect.stringContaining('Страница не найдена')]);
  });

  describe('rejected forms', () => {
    test('G6 a rejected sign-in keeps address and target, not the password, and shows the error at its field', async () => {
      await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
      const answer = await send(
        openBrowser(portal),
        '/api/auth/login',
        { email: 'doctor@example.ru', password: 'не тот пароль' },
        '/profile/login/?next=%2Fcases%2F%3Fa%3D1%26b',
      );
      expect([answer.status, answer.headers['cache-control']]).toEqual([401, 'no-store']);
      expect(answer.text).toContain('action="/api/auth/login?next=%2Fcases%2F%3Fa%3D1%26b"');
      expect(answer.text).toMatch(
        /role="alert"[^]*<a href="#login-[a-z]+">Почта или пароль не подходят\.<\/a>/,
      );
      expect(answer.text).toMatch(/id="login-password-error"[^]*?Почта или пароль не подходят\./);
      expect(answer.text).toMatch(/<input[^>]*aria-describedby="login-password-error"/);
      expect(answer.text).toMatch(/<input[^>]*name="email"[^>]*value="doctor@example.ru"/);
      expect(answer.text).not.toContain('не тот пароль');
    });

    test('an on-demand page may run what published pages may, and nothing else', async () => {
      const browser = openBrowser(portal);
      const published = await browser.get('/profile/login/');
      const drawn = await send(browser, '/api/auth/login', { email: 'x', password: 'y' });
      const policy = String(drawn.headers['content-security-policy']);
      expect(policy).toBe(published.headers['content-security-policy']);
      const found = new PolicyCollector();
      found.read(Buffer.from(drawn.text));
      for (const hash of [...found.found().scripts, ...found.found().styles]) expect(policy).toContain(hash);
    });

    test('E-1 input comes back escaped', async () => {
      const tagsFor = async (email: string) => {
        const { status, text } = await send(openBrowser(portal), '/api/auth/restore/send', { email });
        expect(status).toBe(400);
        return text.replace(/"[^"]*"/g, '').match(/<\/?[a-z][\w-]*/g) ?? [];
      };
      const harmless = await tagsFor('никто');
      for (const text of markup) expect(await tagsFor(text), text).toEqual(harmless);
    });

    test('without scripts the second factor has a page, and wrong codes may be retried', async () => {
      const email = 'guarded@example.ru';
      await addPerson(portal, 'doctor', { email });
      const owner = await signedIn(portal, email);
      const { data } = await owner.post('/api/user/second-factor/setup', { password });
      const codeAt = (at: number) =>
        new TOTP({ secret: data.secret as string }).generate({ timestamp: Date.now() + at });
      await owner.post('/api/user/second-factor/confirm', { code: codeAt(0) });
      const browser = openBrowser(portal);
      const login = '/api/auth/login?next=%2Fprofile%2Fsubscribes%2F';
      const step = await send(browser, login, { email, password });
      const action = /<form[^>]* action="(\/api\/auth\/second-factor[^"]+)"/.exec(step.text)?.[1] ?? '';
      expect(action).toBe('/api/auth/second-factor?next=%2Fprofile%2Fsubscribes%2F');
      const wrong = await send(browser, action, { code: '12345' });
      expect([wrong.status, wrong.text]).toEqual([401, expect.stringContaining(`action="${action}"`)]);
      const done = await send(browser, action, { code: codeAt(30_000) });
      expect([done.status, done.headers['location']]).toEqual([303, '/profile/subscribes/']);
    });

    test('an expired link offers a new one, with the address filled in', async () => {
      const fields = { code: newSecret(), email: 'anna@example.ru', password, confirm_password: password };
      const { status, text } = await send(openBrowser(portal), '/api/auth/restore', fields);
      expect(status).toBe(400);
      expect(text).toMatch(
        /action="\/api\/auth\/restore\/send"[^]*value="anna@example.ru"[^]*Запросить новую ссылку/,
      );
    });

    test('a rejected report keeps its input', async () => {
      const text = '</textarea><script>alert(1)</script> "как есть"';
      const fields = { record_id: String(sample.gaucher), field: 'title', text, email: 'не адрес' };
      const answer = await send(openBrowser(portal), '/api/reports', fields, `/deseases/${sample.gaucher}/`);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain('&lt;/textarea&gt;&lt;script&gt;alert(1)');
      expect(answer.text).toMatch(new RegExp(`name="record_id" value="${sample.gaucher}"`));
      expect(answer.text).toContain(`href="/deseases/${sample.gaucher}/"`);
    });
  });

  test.each([
    ['/profile/confirm/', 'Abc-123'],
    ['/profile/restore/', 'first-123'],
  ])('D-6 the link of a letter to %s has a form with its code', async (address, code) => {
    const browser = openBrowser(portal);
    for (const name of ['code', 'token'])
      expect((await browser.get(`${address}?${name}=${code}`)).text).toContain(
        `<input type="hidden" name="code" value="${code}"`,
      );
    expect((await browser.get(`${address}?code=%22%3E`)).text).not.toContain('value="&quot;');
  });

  test('A30 a used restore link says so at once, with the form of a new letter', async () => {
    const { id: userId } = await addPerson(portal, 'doctor', { email: 'used-link@example.ru' });
    const code = await server.database.transaction((tx) =>
      issueToken(tx, { purpose: 'restore', userId, at: new Date() }),
    );
    const browser = openBrowser(portal);
    const link = `/profile/restore/?code=${code}`;
    const field = 'name="confirm_password"';
    expect((await browser.get(link)).text).toContain(field);
    const fresh = 'сорок три журавля';
    await browser.post('/api/auth/restore', { code, password: fresh, confirm_password: fresh });
    const { text } = await browser.get(link);
    // Some spaces are no-break.
    expect(text).toMatch(/Ссылка\sустарела\sили\sуже\sиспользована\./);
    expect(text).not.toContain(field);
    expect(text).toContain('action="/api/auth/restore/send"');
  });

  test('the unsubscribe page has a button that works without scripts, and opening it changes nothing', async () => {
    const user = await addPerson(portal, 'doctor', { email: 'page@example.ru' });
    const owner = await signedIn(portal, user.email);
    await owner.post('/api/subscribes/add', { id: sample.gaucher, frequency: 'now' });
    const frequencies = async () =>
      (await owner.get('/api/subscribes')).data.map((item: { frequency: string }) => item.frequency);
    const token = await server.database.transaction((tx) =>
      signToken(tx, { userId: user.id, sort: 'digest' }, new Date()),
    );
    const browser = openBrowser(portal);
    const address = `/unsubscribe/?token=${token}`;
    const { text } = await browser.get(address);
    expect(await frequencies()).toEqual(['now']);
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
    const [, value = ''] = /name="token" value="([^"]+)"/.exec(text) ?? [];
    expect(text).toContain('>Отписаться</button>');
    const sent = await send(browser, action.replaceAll('&amp;', '&').replaceAll('&#38;', '&'), {
      token: value,
    });
    expect([sent.status, sent.headers['location']]).toEqual([303, address]);
    expect(await frequencies()).toEqual(['off']);
    const after = await browser.get(address);
    expect(after.text).toContain('больше не приходят');
    expect(after.text).toContain('>Подписаться снова</button>');
    expect((await browser.get('/unsubscribe/?token="><script>')).text).not.toContain('"><script>');
    expect((await browser.get('/unsubscribe/?token=x')).text).toContain('Ссылка неверна');
    expect((await browser.get('/unsubscribe/')).text).toContain('Откройте эту страницу');
  });

  describe('search results', () => {
    const find = (query: string) => openBrowser(portal).get(`/search/?${query}`);

    test('a query in the address gives results without scripts, and the field keeps it', async () => {
      const { status, text } = await find('q=гоше');
      expect(status).toBe(200);
      expect(text).toMatch(/<a [^>]*href="\/deseases\/\d+\/">\s*Болезнь <mark>Гоше<\/mark>\s*<\/a>/);
      expect(text).toMatch(/<input[^>]*id="search-page"[^>]* value="гоше"/);
      expect(text).toContain('<title>гоше — поиск');
    });

    test('B132 a hostile title and query are escaped', async () => {
      expect((await find('q=болезнь')).text).toContain('&lt; img src=x onerror=alert(1)&gt;');
      const response = await find('q=%22%3E%3C/title%3E%3Cscript%3Ealert(1)%3C/script%3E');
      expect(response.text.replace(/"[^"]*"/g, '')).not.toContain('<script>alert');
    });

    test('results have linked pages', async () => {
      const first = await find('q=анемия');
      expect(first.text).toMatch(/role="status"[^>]*>\s*По запросу «анемия» — 25\sрезультатов/);
      expect(first.text).toContain('href="/search/?q=%D0%B0%D0%BD%D0%B5%D0%BC%D0%B8%D1%8F&amp;page=2"');
      expect(
        (await find('q=анемия&page=2')).text.match(/<li>\s*<a [^>]*href="\/deseases\/\d+\/"/g),
      ).toHaveLength(5);
    });

    test('no results are reported', async () => {
      const { status, text } = await find('q=7777777777');
      expect([status, text]).toEqual([
        200,
        expect.stringContaining('Ничего не нашлось по запросу «7777777777»'),
      ]);
    });
  });

  describe('filtered lists', () => {
    const open = (address: string) => openBrowser(portal).get(address);

    test('a filtered address gives the list, the filter in its form, and a way to remove it', async () => {
      const { status, text } = await open('/deseases/?areas=hematology&view=table');
      expect(status).toBe(200);
      expect(text).toMatch(/<table class="list-table[^]*Болезнь Гоше/);
      expect(text).not.toContain('>Анемия 1<');
      expect(text).toMatch(/<input type="checkbox" name="areas" value="hematology" checked>/);
      expect(text).toMatch(/<input type="radio" name="view" value="table"[^>]* checked>/);
      expect(text).toMatch(/<a class="chip[^"]*" href="\/deseases\/\?view=table"[^>]*Снять фильтр/);
      expect(text).toMatch(/data-part="count"[^>]*>\s*<b>2 заболевания<\/b>\s*из 2\d/);
      expect(text).toContain('href="/api/diseases/list.csv?areas=hematology"');
    });

    test.each([
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ])('a reader accepting %s gets %s', async (accepted, encoding, unpack) => {
      const url = '/deseases/?areas=hematology';
      const plain = await server.app.inject({ url, headers: accept });
      const packed = await server.app.inject({ url, headers: { ...accept, 'accept-encoding': accepted } });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(packed.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
      expect(String(unpack(packed.rawPayload))).toBe(plain.body);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
    });

    test("a published or renamed record is in the next reader's list", async () => {
      const address = '/deseases/?letter=ya';
      expect((await open(address)).text).toContain('Ничего не нашлось. Попробуйте убрать фильтр.');
      await server.database.transaction((tx) =>
        writeRecord(tx, {
          kind: 'disease',
          fields: { title: 'Ятрогения', title_status: 'established' },
          origins: 'editor',
          state: 'published',
          author: 'test',
        }),
      );
      expect((await open(address)).text).toContain('>Ятрогения<');
    });

    test('a letter filters by initial; a page after the last says so', async () => {
      const { text } = await open('/deseases/?letter=a');
      expect(text).toContain('>Анемия 25<');
      expect(text).not.toContain('>Болезнь Гоше<');
      const beyond = await open('/deseases/?letter=a&page=90');
      expect(beyond.text).toContain('Страницы 90 в этом списке нет');
    });

    test('an empty filtered list names the filter to remove', async () => {
      const { text } = await open('/deseases/?areas=hematology&inheritance=x-linked-recessive');
      expect(text).toContain('Ничего не нашлось. Попробуйте убрать фильтр.');
    });

    test('a list without filters is the static page', async () => {
      for (const query of ['', '?', '?utm_source=letter', '?view=cards']) {
        const { headers } = await open(`/deseases/${query}`);
        expect([query, headers['etag'] === undefined]).toEqual([query, false]);
      }
    });

    test.each(['letter=%3Cscript%3E', 'year=x', 'page=9999999999&letter=a', 'letter=a&letter=b'])(
      'invalid input, %s, gets a page',
      async (query) => {
        const { status, text } = await open(`/deseases/?${query}`);
        expect([200, 400]).toContain(status);
        expect(text.replace(/"[^"]*"/g, '')).not.toContain('<script>alert');
        if (status === 400) expect(text).toMatch(/<h1[^>]*>\s*Не получается отобрать/);
      },
    );

    test('E-1 parameters are escaped in the list', async () => {
      const text = '"><script>alert(1)</script>';
      const answer = await open(`/deseases/?${new URLSearchParams({ areas: text, view: 'table' })}`);
      expect([200, 400]).toContain(answer.status);
      expect(answer.text.replace(/"[^"]*"/g, '')).not.toContain('<script>alert');
    });
  });

  describe('lists rendered for the browser', () => {
    const facts = (answer: Partial<ListAnswer>, request: Partial<ListRequest> = {}) => ({
      list: {
        asked: { facets: {}, view: 'list', page: 1, ...request } satisfies ListRequest,
        answer: { ...nothing, ...answer },
        whole: 40,
        isAlone: true,
      },
    });
    const nothing: ListAnswer = {
      items: [],
      total: 0,
      page: 1,
      page_size: 20,
      facets: [
        { field: 'status', title: 'Статус', values: [{ id: 'recruiting', value: 'Набор открыт', count: 0 }] },
        { field: 'phase', title: 'Фаза', values: [{ id: '3', value: 'Фаза III', count: 0 }] },
      ],
      linked: [],
      removals: [],
      years: [],
    };
    const chosen = { facets: { status: ['recruiting'], phase: ['3'] } };
    const draw = async (name: KindName, answer: Partial<ListAnswer>, request: Partial<ListRequest> = {}) => {
      const html = await answering.render(`/narrowed${kindsByName[name].path}`, facts(answer, request));
      return html!.replaceAll('&#38;', '&').replaceAll('&amp;', '&').replaceAll(/\s+/g, ' ');
    };

    test('an empty list suggests which filter to remove, with the count', async () => {
      const removals = [
        { field: 'status', value: 'recruiting', count: 26 },
        { field: 'phase', value: '3', count: 0 },
      ];
      const html = await draw('research', { removals }, chosen);
      expect(html).toMatch(/<b> ?0\sисследований ?<\/b> из 40/);
      expect(html).toMatch(/href="\/research\/\?phase=3"> ?Снять фильтр «Набор открыт» ?<\/a> — станет 26/);
      expect(html).not.toMatch(/> ?Снять фильтр «Фаза III»/);
      expect(html).toContain('aria-label="Снять фильтр «Фаза III»"');
    });

    test('a page after the last says so and links to the last', async () => {
      const html = await draw('research', { total: 26, page: 9 }, { ...chosen, page: 9 });
      expect(html).toContain('Страницы 9 в этом списке нет: последняя — 2.');
      expect(html).toMatch(/href="\/research\/\?phase=3&status=recruiting&page=2"> ?К последней/);
      expect(html).not.toContain('Ничего не нашлось');
    });

    const hostile = '<img src=x onerror=alert(1)>" \'&';
    const invalid = {
      id: 7,
      title: hostile,
      title_en: hostile,
      lead: hostile,
      place: hostile,
      inn: hostile,
      city: hostile,
      sponsor: hostile,
      method: hostile,
      about: hostile,
      topics: [hostile],
      cities: [hostile],
      phones: [hostile],
      atc: [hostile],
      started_at: '2024-05',
      starts_at: '2026-11-28T10:00',
      numbers: [{ registry: 'NCT', number: hostile }],
      diseases: [1],
    };
    const listed = publicKinds.filter(({ keyedBy }) => keyedBy !== 'code');
    test.each(listed.flatMap(({ name }) => viewsOf(name).map((view) => [name as KindName, view] as const)))(
      'rows of %s as %s escape every title, with and without fields',
      async (name, view) => {
        const items = [invalid, { id: 8, title: 'Пусто' }];
        const linked = [{ id: 1, title: hostile }];
        const html = await draw(name, { items, linked, total: 2 }, { view });
        expect(html).not.toContain('<img');
        expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
        expect(html).toContain('Пусто');
        expect(html).not.toContain('undefined');
      },
    );

    test('the form marks chosen values and expands a long facet whose last value is chosen', async () => {
      const values = Array.from({ length: 20 }, (_, index) => ({
        id: `v${index}`,
        value: `Значение ${index}`,
        count: index,
      }));
      const facets = [{ field: 'status', title: 'Статус', values }];
      const html = await draw('research', { facets }, { facets: { status: ['v19'] } });
      expect(html).toContain('value="v19" checked');
      expect(html).toContain('<details class="facet-more" open>');
      expect(html.match(/type="checkbox"/g)).toHaveLength(20);
    });

    test('on the time axis years filter the list, and undated studies are counted', async () => {
      const dated = {
        items: [{ id: 7, title: 'С датой', started_at: '2024-05' }],
        total: 1,
        years: [
          { year: 2025, count: 3 },
          { year: 2024, count: 1 },
        ],
      };
      const all = await draw('research', dated, { ...chosen, view: 'time' });
      expect(all).toContain('href="/research/?phase=3&status=recruiting&year=2024&view=time"');
      expect(all).toContain('<table class="gantt');
      const year = await draw('research', dated, { ...chosen, view: 'time', year: '2024' });
      expect(year).toContain('year=2024&view=time" aria-current="true"');
      const undated = { ...dated, items: [{ id: 7, title: 'Без даты' }] };
      const html = await draw('research', undated, { view: 'time' });
      expect(html).toContain('в каталоге не указано');
      expect(html).toContain('Без даты');
    });

    test('registered, unregistered and unchecked drugs have different labels', async () => {
      const rowOf = (card: object) =>
        draw('drug', { items: [{ id: 1, title: 'Первый', ...card }], total: 1 });
      const unknown = await rowOf({});
      expect(unknown.match(/Не сверено/g)).toHaveLength(2);
      expect(unknown).not.toMatch(/не зарегистрирован|не входит/i);
      const known = await rowOf({
        registration: { state: 'not-registered' },
        lists: ['krug-dobra'],
        lists_checked: ['krug-dobra', 'vital'],
      });
      expect(known).toContain('Не зарегистрирован в России');
      expect(known).toContain('Круг добра');
      expect(known).toContain('не входит: ЖНВЛП');
      const lapsed = await rowOf({ registration: { state: 'registered', valid_until: '2026-11-21' } });
      expect(lapsed).toMatch(/Срок регистрации истёк 21\sноября 2026/);
      expect(lapsed).not.toContain('Зарегистрирован в России');
    });

    test.each(viewsOf('research'))('the status of a study always has its day: %s', async (view) => {
      const study = { id: 7, title: 'Исследование', started_at: '2024-05' };
      const status = { status: 'recruiting', status_checked_at: '2025-07-03' };
      const html = await draw('research', { items: [{ ...study, ...status }], total: 1 }, { view });
      expect(html).toMatch(/Набор открыт на\s03\.07\.2025|На\s3\sиюля 2025 набор шёл/);
    });

    test('map tiles are shaded by the filtered counts, and the chosen one is marked', async () => {
      const values = [{ id: '77', value: 'Москва', count: 9 }];
      const facets = [{ field: 'subject', title: 'Субъект Федерации', values }];
      const html = await draw('clinic', { facets }, { facets: { subject: ['77'] } });
      expect(html).toMatch(/data-level="4"> ?<a href="\/clinics\/subject\/77\/"[^>]* aria-current="true"/);
      expect(html.match(/data-level="[1-4]"><a|data-level="[1-4]"> <a/g)).toHaveLength(1);
    });

    test('the call returns what the page without scripts shows, once for all readers', async () => {
      const query = 'areas=hematology&view=table';
      const { app } = server;
      const first = await app.inject(`/api/diseases/drawn?${query}`);
      expect(first.statusCode).toBe(200);
      const { html, total } = first.json().data as { html: string; total: number };
      expect(total).toBe(2);
      expect(html).toMatch(/^\s*<div class="list-body/);
      const { body } = await app.inject(`/deseases/?${query}`);
      const records = /data-part="records">([^]*?<\/table>)/;
      expect(records.exec(html)?.[1]).toBe(records.exec(body)?.[1]);
      const { etag = '' } = first.headers;
      const repeated = await app.inject({
        url: `/api/diseases/drawn?${query}`,
        headers: { 'if-none-match': etag },
      });
      expect([repeated.statusCode, repeated.body]).toEqual([304, '']);
      expect(first.headers['cache-control']).toMatch(/^public/);
    });

    test.each(['view=cards', 'letter=zzz'])('an invalid value, %s, is rejected', async (query) => {
      expect((await server.app.inject(`/api/diseases/drawn?${query}`)).statusCode).toBe(400);
    });

    test.each(['page_size=3', 'nonsense=1'])('an unknown parameter, %s, is ignored (G75)', async (query) => {
      expect((await server.app.inject(`/api/diseases/drawn?${query}`)).statusCode).toBe(200);
    });
  });

  describe('the low-vision version without scripts', () => {
    const open = (url: string, referer?: string) =>
      server.app.inject({ url, headers: { ...accept, ...(referer && { referer }) } });

    test('any page with ?vi=1 is in this version, and its button undoes it', async () => {
      for (const address of ['/', '/drugs/', `/deseases/${sample.gaucher}/`, '/profile/login/']) {
        const { statusCode, headers, body } = await open(`${address}?vi=1`);
        expect([address, statusCode, headers['cache-control']]).toEqual([address, 200, 'no-store']);
        expect(body).toMatch(/<html lang="ru" data-low-vision="black-on-white" data-text="150"/);
      }
      const button = /name="vi" value="0"[^>]* data-low-vision-switch[^>]*>[^]*?Обычная версия/;
      expect((await open('/drugs/?vi=1')).body).toMatch(button);
      expect((await open('/deseases/?areas=hematology&vi=1')).body).toMatch(button);
      for (const address of ['/drugs/', '/drugs/?vi=0', '/drugs/?x=vi=1'])
        expect((await open(address)).body).not.toContain('data-low-vision="');
      expect((await open('/drugs/nothing/?vi=1')).statusCode).toBe(404);
    });

    test('links, forms and rejections keep this version', async () => {
      const from = `${settings.SITE_URL}/drugs/?letter=b&vi=1`;
      const request = (url: string, referer: string) =>
        server.app.inject({ url, headers: { ...accept, host: 'register.example', referer } });
      for (const [address, wanted] of [
        ['/deseases/', '/deseases/?vi=1'],
        ['/search/?q=E75', '/search/?q=E75&vi=1'],
      ] as const) {
        const { statusCode, headers } = await request(address, from);
        expect([statusCode, headers['location'], headers['cache-control']]).toEqual([
          302,
          wanted,
          'no-store',
        ]);
      }
      expect((await request('/deseases/?vi=0', from)).statusCode).toBe(200);
      expect((await request('/deseases/', from.replace('vi=1', 'vi=0'))).statusCode).toBe(200);
      expect((await request('/deseases/', 'https://elsewhere.example/?vi=1')).statusCode).toBe(200);
      const refused = await server.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: {
          ...accept,
          host: 'register.example',
          origin: settings.SITE_URL,
          referer: `${settings.SITE_URL}/profile/login/?vi=1`,
          'content-type': 'application/x-www-form-urlencoded',
          'accept-encoding': 'br',
        },
        payload: 'email=doctor%40example.ru&password=wrong',
      });
      expect([refused.statusCode, refused.headers['content-encoding']]).toEqual([401, 'br']);
      expect(String(brotliDecompressSync(refused.rawPayload))).toContain('data-low-vision="black-on-white"');
    });
  });

  test('B059 an error is shown on the site’s page with the message as title', async () => {
    const post = await openBrowser(portal).post('/drugs/', {});
    expect(post.status).toBe(405);
    expect(post.text).toMatch(
      /<title>Этот адрес можно только читать[^]*<h1[^>]*>\s*Этот адрес можно только читать/,
    );
    const response = await openBrowser(portal).get('/search/?q=гоше&page=-1');
    expect([response.status, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(response.text).toMatch(/<h1[^>]*>\s*Не получается искать/);
  });

  test('two hundred concurrent readers are answered or asked to retry, without delaying others', async () => {
    const responses = Array.from({ length: 200 }, () =>
      openBrowser(portal).get('/profile/confirm/?code=Abc'),
    );
    const other = await openBrowser(portal).get('/api/health');
    expect(other.status).toBe(200);
    const served = (await Promise.all(responses)).filter(({ status, headers, text }) => {
      // A busy machine refuses those who would wait too long.
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      else expect([status, text.includes('value="Abc"')]).toEqual([200, true]);
      return status === 200;
    });
    expect(served.length).toBeGreaterThan(0);
  });

  test('a dead thread is replaced: the reader is asked to retry, and then served', async () => {
    const sentences = Array.from({ length: 3_000_000 }, (_, n) => `Предложение ${n}`);
    const dying = answering.render('/profile/answer/', { said: { title: 'Много', sentences, back: '/' } });
    const beside = openBrowser(portal).get('/unsubscribe/?token=x');
    await expect(dying).rejects.toMatchObject({ statusCode: 503 });
    const response = await beside;
    expect([200, 503]).toContain(response.status);
    if (response.status === 503) expect(response.headers['retry-after']).toBe('5');
    expect((await openBrowser(portal).get('/unsubscribe/?token=x')).text).toContain('Ссылка неверна');
  });

  test('without the thread a link of a letter gets its static page, or a promise to retry', async () => {
    server.context.renderer = undefined;
    try {
      const browser = openBrowser(portal);
      expect((await browser.get('/profile/confirm/?code=Abc')).text).toContain('Подтверждение регистрации');
      const later = await browser.get('/unsubscribe/?token=x');
      expect([later.status, later.headers['retry-after']]).toEqual([503, '5']);
      const refused = await send(browser, '/api/auth/login', { email: 'doctor@example.ru', password: 'нет' });
      expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('Почта или пароль')]);
      expect((await server.app.inject('/api/drugs/drawn?letter=b')).statusCode).toBe(503);
    } finally {
      server.context.renderer = answering;
    }
  });
});
