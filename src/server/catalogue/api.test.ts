import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { kinds, publicKinds } from '#domain/kinds/index.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { secrets } from '../../../tests/sample/catalogue.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { writeRecord } from './store.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const titles = (items: { title: string }[]) => items.map(({ title }) => title);

const calls: [string, string, string, keyof TestPortal['sample']][] = [
  ['B223', 'clinics', 'Центр орфанных болезней', 'clinic'],
  ['B224', 'diseases', 'Болезнь Гоше', 'gaucher'],
  ['B225', 'drugs', 'Церезим', 'cerezyme'],
  ['B226', 'events', 'Школа по болезни Гоше', 'event'],
  ['B227', 'news', 'Новая новость', 'news'],
  ['B231', 'researches', 'Исследование терапии болезни Гоше', 'trial'],
  ['B232', 'sources', 'Orphanet', 'resource'],
  ['B152', 'observational_projects', 'Наблюдение за болезнью Фабри', 'project'],
  ['B152', 'diagnostics', 'Активность глюкоцереброзидазы', 'diagnostic'],
  ['B152', 'guidelines', 'Болезнь Фабри у взрослых', 'guideline'],
  ['B152', 'entitlements', 'Лекарства по программе 14 нозологий', 'entitlement'],
];

test.each(calls)(
  `%s %s: the list, the filter and the record have status and data (${dialect})`,
  async (_, api, title, key) => {
    const list = await portal.get(`/api/${api}`);
    expect(list).toMatchObject({ status: 200, data: { page: 1, total: list.data.items.length } });
    expect(JSON.parse(list.text).status).toBe('success');
    expect(titles(list.data.items)).toContain(title);
    const filter = await portal.get(`/api/${api}/filter`);
    expect(titles(filter.data.items)).toContain(title);
    expect(filter.data.facets).toBeInstanceOf(Array);
    const detail = await portal.get(`/api/${api}/${portal.sample[key]}`);
    expect(detail).toMatchObject({
      status: 200,
      data: { id: portal.sample[key], title, state: 'published' },
    });
  },
);

test('B224 a disease has its fields, dated sources and links in both directions', async () => {
  const { data } = await portal.get(`/api/diseases/${portal.sample.gaucher}`);
  expect(data).toMatchObject({
    kind: 'disease',
    version: 1,
    reviewed_at: '2026-11-20',
    icd10: [{ code: 'E75.2', relation: 'narrower' }],
    genes: [{ symbol: 'GBA1', role: 'causal' }],
    sources: [{ title: 'Orphadata', date: '2025-12-01', version: '1.3.42', fields: ['title_en', 'genes'] }],
  });
  const related = data.related.map((group: Record<string, unknown>) => [
    group['direction'],
    group['kind'],
    group['field'],
    group['total'],
    titles(group['items'] as { title: string }[]),
  ]);
  expect(related).toEqual([
    ['from', 'clinic', 'diseases', 1, ['Центр орфанных болезней']],
    ['from', 'diagnostic', 'diseases', 1, ['Активность глюкоцереброзидазы']],
    ['from', 'disease', 'parents', 1, ['Ёжиковый синдром']],
    ['from', 'drug', 'diseases', 1, ['Церезим']],
    ['from', 'event', 'diseases', 1, ['Школа по болезни Гоше']],
    ['from', 'research', 'diseases', 1, ['Исследование терапии болезни Гоше']],
  ]);
  const drug = await portal.get(`/api/drugs/${portal.sample.cerezyme}`);
  expect(drug.data.related).toMatchObject([
    { direction: 'to', kind: 'disease', field: 'diseases', total: 1 },
    { direction: 'from', kind: 'research', field: 'drugs', total: 1 },
  ]);
});

test('B152 lists are in Russian alphabetical order or newest first', async () => {
  const diseases = await portal.get('/api/diseases');
  expect(titles(diseases.data.items)).toEqual(['Болезнь Гоше', 'Болезнь Фабри', 'Ёжиковый синдром']);
  const back = await portal.get('/api/diseases?sort=-title');
  expect(titles(back.data.items)).toEqual(['Ёжиковый синдром', 'Болезнь Фабри', 'Болезнь Гоше']);
  const letter = await portal.get('/api/diseases?letter=e');
  expect(titles(letter.data.items)).toEqual(['Ёжиковый синдром']);
  const news = await portal.get('/api/news');
  expect(titles(news.data.items)).toEqual(['Новая новость', 'Старая новость']);
  const oldest = await portal.get('/api/news?sort=date');
  expect(titles(oldest.data.items)).toEqual(['Старая новость', 'Новая новость']);
  for (const sort of ['updated_at', '-updated_at'])
    expect((await portal.get(`/api/news?sort=${sort}`)).data.total).toBe(2);
});

test('B152 pages of a list are contiguous, and a page after the last is empty', async () => {
  const page = async (number: number) =>
    (await portal.get(`/api/diseases?page_size=2&page=${number}`)).data as {
      items: { title: string }[];
      total: number;
    };
  expect(titles((await page(1)).items)).toEqual(['Болезнь Гоше', 'Болезнь Фабри']);
  expect(titles((await page(2)).items)).toEqual(['Ёжиковый синдром']);
  expect(await page(3)).toEqual({ items: [], total: 3, page: 3, page_size: 2 });
});

test('B227 news are filtered by year and topic', async () => {
  expect(titles((await portal.get('/api/news?year=2025')).data.items)).toEqual(['Старая новость']);
  expect(titles((await portal.get('/api/news?topics=портал')).data.items)).toEqual(['Новая новость']);
  expect((await portal.get('/api/news?year=2024')).data.total).toBe(0);
  const { years } = (await portal.get('/api/news/filter?topics=закон&year=2025')).data;
  expect(years).toEqual([
    { year: 2026, count: 1 },
    { year: 2025, count: 1 },
  ]);
});

test('B147 B228 the last news are asked for with page_size=9 and read from data.items', async () => {
  const { data } = await portal.get('/api/news?page_size=9');
  expect(data.page_size).toBe(9);
  expect(titles(data.items)).toEqual(['Новая новость', 'Старая новость']);
  expect((await portal.get('/api/news')).data.page_size).toBe(20);
});

test('B224 each facet counts its values together with the other filters', async () => {
  const facet = (data: { facets: { field: string; values: unknown[] }[] }, field: string) =>
    data.facets.find((candidate) => candidate.field === field)?.values;
  const all = await portal.get('/api/diseases/filter');
  expect(facet(all.data, 'areas')).toEqual([
    { id: 'metabolic', value: 'Болезни обмена', count: 2 },
    { id: 'hematology', value: 'Гематология', count: 2 },
  ]);
  const chosen = await portal.get('/api/diseases/filter?areas=metabolic&type=disease');
  expect(titles(chosen.data.items)).toEqual(['Болезнь Гоше', 'Болезнь Фабри']);
  expect(chosen.data.total).toBe(2);
  expect(facet(chosen.data, 'areas')).toEqual([
    { id: 'metabolic', value: 'Болезни обмена', count: 2 },
    { id: 'hematology', value: 'Гематология', count: 1 },
  ]);
  expect(facet(chosen.data, 'inheritance')).toEqual([
    { id: 'autosomal-recessive', value: 'Аутосомно-рецессивное', count: 1 },
    { id: 'x-linked-recessive', value: 'X-сцепленное рецессивное', count: 1 },
  ]);
  // A facet ignores its own choice.
  const syndrome = await portal.get('/api/diseases/filter?areas=metabolic&type=clinical-syndrome');
  expect([syndrome.data.total, facet(syndrome.data, 'areas')]).toEqual([
    0,
    [
      { id: 'hematology', value: 'Гематология', count: 1 },
      { id: 'metabolic', value: 'Болезни обмена', count: 0 },
    ],
  ]);
  const diagnostics = await portal.get('/api/diagnostics/filter?free=true');
  expect(facet(diagnostics.data, 'free')).toEqual([{ id: 'true', value: 'Да', count: 1 }]);
});

test.each([
  'areas=metabolic&areas=hematology',
  'areas[]=metabolic&areas[]=hematology',
  'areas=metabolic,hematology',
])('B152 several values of one filter may be written as %s', async (query) => {
  expect((await portal.get(`/api/diseases/filter?${query}`)).data.total).toBe(3);
  expect((await portal.get(`/api/diseases?${query}&type=clinical-syndrome`)).data.total).toBe(1);
});

test('B229 a static page is found by code, and the list of pages has no code', async () => {
  expect((await portal.get('/api/page/about')).data).toMatchObject({ title: 'О портале', code: 'about' });
  expect(titles((await portal.get('/api/page')).data.items)).toEqual(['О портале']);
  expect((await portal.get('/api/page/nothing')).status).toBe(404);
});

test('B133 B229 the home page has counts and the latest news', async () => {
  const { data } = await portal.get('/api/page/home');
  expect(data).toMatchObject({
    title: 'Регистр орфанных заболеваний',
    subtitle: 'исследования, организации, препараты',
    researches: 1,
    diseases: 3,
    cases: 1,
    clinics: 2,
    drugs: 1,
  });
  expect(titles(data.news)).toEqual(['Новая новость', 'Старая новость']);
});

test('B148 B230 navigation has entries of code and items; policy leads to the two documents', async () => {
  const { data } = await portal.get('/api/navigation');
  expect(data.map(({ code }: { code: string }) => code)).toEqual(['main', 'mobile', 'footer', 'policy']);
  for (const entry of data)
    for (const item of entry.items)
      expect(item).toEqual({ title: expect.any(String), url: expect.stringMatching(/^\//) });
  expect(data[3].items.map(({ url }: { url: string }) => url)).toEqual([
    '/upload/doc/policy.pdf',
    '/upload/doc/assept.pdf',
  ]);
});

test('B135 B145 B146 B240 five dictionaries give lists of id and value', async () => {
  for (const name of ['subject', 'therapeuticarea', 'scientificstatus', 'specialization', 'diseases']) {
    const { status, data } = await portal.get(`/api/dict/${name}`);
    expect(status).toBe(200);
    expect(data.length).toBeGreaterThan(0);
    for (const item of data) expect(Object.keys(item)).toEqual(['id', 'value']);
  }
  expect((await portal.get('/api/dict/subject')).data[0]).toEqual({ id: '77', value: 'Москва' });
  expect((await portal.get('/api/dict/diseases')).data).toEqual([
    { id: portal.sample.gaucher, value: 'Болезнь Гоше' },
    { id: portal.sample.fabry, value: 'Болезнь Фабри' },
    { id: portal.sample.ezhevika, value: 'Ёжиковый синдром' },
  ]);
});

test('B233 without a session data is null', async () => {
  const answer = await portal.get('/api/user');
  expect(answer).toMatchObject({ status: 200, data: null });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('B131 the kinds of search results are called drugs, research, diseases, clinics and cases', () => {
  expect(kinds.flatMap(({ iblock }) => iblock ?? []).toSorted()).toEqual([
    'cases',
    'clinics',
    'diseases',
    'drugs',
    'research',
  ]);
});

test('cases answer anonymous visitors with 401 for any id', async () => {
  const answers = await Promise.all(
    ['', '/filter', `/${portal.sample.case}`, '/999999', '/abc', '?page_size=abc'].map((rest) =>
      portal.get(`/api/cases${rest}`),
    ),
  );
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.text).toBe(answers[0]?.text);
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test('no draft, case or closed field is in any response, count or filter', async () => {
  const document = (await portal.get('/api/openapi.json')).text;
  const addresses = Object.keys(JSON.parse(document).paths).flatMap((path) =>
    path.includes('{')
      ? Object.values(portal.sample).map((id) => path.replace(/\{\w+\}/, String(id)))
      : [path],
  );
  expect(addresses.length).toBeGreaterThan(100);
  for (const address of addresses) {
    const { text } = await portal.get(address);
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    expect(text).not.toContain('secret-area');
  }
  expect((await portal.get(`/api/diseases/${portal.sample.draftDisease}`)).text).toBe(
    (await portal.get('/api/diseases/999999')).text,
  );
  const drugs = (await portal.get('/api/drugs')).text;
  expect((await portal.get('/api/drugs?dosing=x')).text).toBe(drugs);
  expect((await portal.get('/api/drugs?sort=dosing')).status).toBe(400);
  expect((await portal.get('/api/diseases?areas=secret-area')).data.total).toBe(0);
});

test('changes list each public record once with its latest state, and removals', async () => {
  const refused = await portal.get('/api/changes?page_size=500');
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    400,
    'Параметр page_size: нужно целое число от 1 до 60.',
  ]);
  const all = await portal.get('/api/changes');
  expect(all.data.items).toHaveLength(16);
  expect(all.data.items.map(({ action }: { action: string }) => action)).not.toContain('remove');
  const names = new Set(publicKinds.map(({ name }) => name));
  for (const { kind, record } of all.data.items) {
    expect(names).toContain(kind);
    expect(record.sources).toBeInstanceOf(Array);
  }
  expect(all.data.next).toBe(all.data.last);
  expect((await portal.get(`/api/changes?since=${all.data.last}`)).data.items).toEqual([]);

  await portal.database.transaction(async (tx) => {
    const by = { origins: 'editor', author: 'test' };
    await writeRecord(tx, { kind: 'disease', id: portal.sample.fabry, fields: { about: 'Новое' }, ...by });
    await writeRecord(tx, { kind: 'event', id: portal.sample.event, fields: {}, state: 'archived', ...by });
    await writeRecord(tx, { kind: 'disease', id: portal.sample.fabry, fields: { about: 'Новейшее' }, ...by });
  });
  const { data } = await portal.get(`/api/changes?since=${all.data.last}`);
  expect(data.items).toMatchObject([
    { kind: 'event', id: portal.sample.event, action: 'remove' },
    { kind: 'disease', id: portal.sample.fabry, action: 'put', record: { about: 'Новейшее', version: 3 } },
  ]);
  expect(data.items[0]).not.toHaveProperty('record');

  const seen: number[] = [];
  for (let since = 0; ;) {
    const part = (await portal.get(`/api/changes?since=${since}&page_size=4`)).data;
    if (part.items.length === 0) break;
    seen.push(...part.items.map(({ id }: { id: number }) => id));
    since = part.next;
  }
  expect(seen).toHaveLength(16);
  expect(new Set(seen).size).toBe(16);
  expect((await portal.get(`/api/events/${portal.sample.event}`)).status).toBe(404);
});

test('a response is cacheable, revalidated by its tag, and new after a change', async () => {
  const url = `/api/diseases/${portal.sample.gaucher}`;
  const first = await portal.get(url);
  expect(first.headers['cache-control']).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/);
  const repeated = await portal.get(url);
  expect(repeated.text).toBe(first.text);
  expect(repeated.headers['etag']).toBe(first.headers['etag']);
  const known = await portal.get(url, { 'if-none-match': String(first.headers['etag']) });
  expect([known.status, known.text]).toEqual([304, '']);
  await portal.database.transaction((tx) =>
    writeRecord(tx, {
      kind: 'disease',
      id: portal.sample.gaucher,
      fields: { prognosis: 'Благоприятный при лечении.' },
      origins: 'editor',
      author: 'test',
    }),
  );
  const changed = await portal.get(url, { 'if-none-match': String(first.headers['etag']) });
  expect(changed).toMatchObject({ status: 200, data: { prognosis: 'Благоприятный при лечении.' } });
  const zipped = await portal.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  expect(zipped.headers['content-encoding']).toBe('gzip');
});

test('an exported list has no pages, does not depend on parameter order, and costs more of the limit', async () => {
  const portal = await startTestPortal({ settings: { RATE_LIMIT: '20' } });
  onTestFinished(() => portal.close());
  const from = (number: number) => ({ remoteAddress: `192.0.2.${number}` });
  const request = (url: string, number: number) => portal.app.inject({ url, ...from(number) });
  const whole = await request('/api/diseases/list.csv', 2);
  for (const parameter of ['page=2', 'page_size=7'])
    expect((await request(`/api/diseases/list.csv?${parameter}`, 1)).body).toBe(whole.body);
  expect(whole.body).toContain('Болезнь Гоше');
  const answers = [];
  for (let index = 0; index < 12; index += 1) answers.push(await request('/api/diseases/list.csv', 2));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused.length).toBeGreaterThan(3);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await request('/api/diseases/list.csv', 3)).body).toBe(whole.body);
  await portal.database.transaction((tx) =>
    tx.updateTable('records').set({ state: 'archived' }).where('id', '=', portal.sample.gaucher).execute(),
  );
  await portal.database.transaction((tx) =>
    tx
      .updateTable('meta')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .where('name', '=', 'change')
      .execute(),
  );
  expect((await request('/api/diseases/list.csv', 3)).body).not.toContain('Болезнь Гоше');
});
