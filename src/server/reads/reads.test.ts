import { portalDay } from '#domain/dates.ts';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';
import { sweep } from '../app/sweep.ts';

let portal: TestPortal;
let disease: string;
let shift = 0;
const now = () => new Date(Date.now() + shift);

beforeAll(async () => {
  portal = await startTestPortal({
    now,
    settings: { SITE_URL: 'http://register.example', HOSTS: 'localhost' },
  });
  disease = `/deseases/${portal.sample.gaucher}/`;
  const site = path.join(portal.settings.DATA_DIR, 'site');
  const pages = ['', 'offline/', 'profile/', 'cases/case/', disease.slice(1), 'news/'];
  for (const page of pages) {
    await mkdir(path.join(site, 'releases/1', page), { recursive: true });
    await writeFile(
      path.join(site, 'releases/1', page, 'index.html'),
      '<!DOCTYPE html><title>Лист</title></html>',
    );
  }
  await writeFile(path.join(site, 'releases/1/sitemap.xml'), '<urlset/>');
  await writeFile(
    path.join(site, 'releases/1/release.json'),
    JSON.stringify({ csp: { scripts: [], styles: [] } }),
  );
  await symlink('releases/1', path.join(site, 'current'));
});
afterAll(() => portal.close());

const browser = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};
const read = (address: string, headers: Record<string, string> = {}) =>
  portal.get(address, { ...browser, ...headers });

/** All stored rows. */
async function kept() {
  await portal.readCount.flush();
  return await portal.database.kysely
    .selectFrom('page_reads')
    .selectAll()
    .orderBy('day')
    .orderBy('path')
    .orderBy('via')
    .execute();
}
const clear = () => portal.database.transaction((tx) => tx.deleteFrom('page_reads').execute());

test(`page views are counted by day, address and origin (${dialect})`, async () => {
  await read(`${disease}?utm_source=letter`, { referer: 'https://yandex.ru/search/?text=гоше' });
  await read(disease, { referer: 'https://www.google.com/' });
  await read(disease, { referer: 'https://example.org/page?person=42' });
  await read(disease, { referer: 'http://register.example/deseases/' });
  const { headers } = await read(disease);
  expect((await read(disease, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  const day = portalDay(new Date());
  const row = { day, path: disease };
  expect(await kept()).toEqual([
    { ...row, via: 'inside', count: 1 },
    { ...row, via: 'none', count: 2 },
    { ...row, via: 'search', count: 2 },
    { ...row, via: 'site', count: 1 },
  ]);
  expect(JSON.stringify(await kept())).not.toMatch(/yandex|utm|42|Mozilla|127\.0/);
  await clear();
});

test('robots, prefetching, files and unknown addresses are not counted', async () => {
  const agents = [
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 HeadlessChrome/140.0.0.0 Safari/537.36',
    'curl/8.5.0',
    '',
  ];
  for (const agent of agents) await read(disease, { 'user-agent': agent });
  await read(disease, { 'sec-purpose': 'prefetch;prerender' });
  await read(disease, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' });
  await read(disease, { 'sec-fetch-dest': 'iframe' });
  for (const address of ['/offline/', '/profile/', '/cases/7/', '/deseases/987654/', '/sitemap.xml', '/%ff/'])
    await read(address);
  await portal.app.inject({ method: 'HEAD', url: disease, headers: browser });
  expect(await kept()).toEqual([]);
});

test('editors are not counted, doctors are', async () => {
  for (const type of ['editor', 'admin', 'doctor'] as const) {
    const person = await addPerson(portal, type, { email: `${type}-reads@example.ru` });
    const { cookies } = await withSession(portal, person);
    await read(disease, { cookie: `sid=${cookies.get('sid')}` });
  }
  expect(await kept()).toMatchObject([{ path: disease, count: 1 }]);
  await clear();
});

test('counts are stored on shutdown; on failure they wait for the next time', async () => {
  const own = await startTestPortal();
  const request = { url: '/news/', headers: browser, host: 'localhost' };
  const count = own.readCount;
  count.note(request as never);
  await own.database.transaction((tx) => tx.schema.alterTable('page_reads').renameTo('away').execute());
  await expect(count.flush()).rejects.toThrow('page_reads');
  await own.database.transaction((tx) => tx.schema.alterTable('away').renameTo('page_reads').execute());
  count.note(request as never);
  await own.app.close();
  expect(await own.database.kysely.selectFrom('page_reads').select(['path', 'count']).execute()).toEqual([
    { path: '/news/', count: 2 },
  ]);
  await own.close();
});

test('editors see page views with the previous period; others do not', async () => {
  const editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'sees@example.ru' }));
  shift = -8 * 86_400_000;
  await read(disease);
  await portal.readCount.flush();
  shift = 0;
  for (let time = 0; time < 3; time += 1) await read(disease, { referer: 'https://ya.ru/' });
  await read('/news/');
  const week = (await editor.get('/api/editors/reads?days=7')).data;
  expect(week).toMatchObject({
    total: 4,
    before: 1,
    since: portalDay(new Date(Date.now() - 8 * 86_400_000)),
  });
  expect(week.days).toHaveLength(7);
  expect(week.days.at(-1)).toEqual({ day: portalDay(new Date()), count: 4 });
  expect(week.from).toEqual([
    { via: 'search', count: 3 },
    { via: 'site', count: 0 },
    { via: 'inside', count: 0 },
    { via: 'none', count: 1 },
  ]);
  const { items } = (await editor.get('/api/editors/reads/pages?days=7')).data;
  expect(items).toMatchObject([
    {
      path: disease,
      title: 'Болезнь Гоше',
      kind: 'disease',
      record: portal.sample.gaucher,
      count: 3,
      before: 1,
    },
    { path: '/news/', title: 'Новости', kind: 'lists', record: null, count: 1, before: 0 },
  ]);
  expect((await editor.get('/api/editors/reads/pages?days=7&kind=lists')).data.total).toBe(1);
  const unread = (await editor.get('/api/editors/reads/pages?days=7&of=unread&page_size=100')).data;
  expect(unread.total).toBeGreaterThan(3);
  expect(unread.items.map((one: { path: string }) => one.path)).not.toContain(disease);
  expect((await editor.get(`/api/editors/records/${portal.sample.gaucher}/reads`)).data).toEqual({
    count: 4,
  });
  for (const id of [999_999, portal.sample.resource])
    expect([id, (await editor.get(`/api/editors/records/${id}/reads`)).status]).toEqual([id, 404]);
  expect((await editor.get('/api/editors/overview')).data.read[0]).toMatchObject({ path: disease, count: 3 });
  const csv = (await editor.get('/api/editors/reads.csv?days=7')).text;
  expect(csv).toContain(`http://register.example${disease};Заболевания;Болезнь Гоше;3;1`);
  expect((await portal.get('/api/editors/reads')).status).toBe(401);
  const doctor = await withSession(
    portal,
    await addPerson(portal, 'doctor', { email: 'notsees@example.ru' }),
  );
  expect((await doctor.get('/api/editors/reads')).status).toBe(403);
});

test('daily counts become monthly after 400 days', async () => {
  await kept();
  await clear();
  const row = { path: '/news/', via: 'none' };
  await portal.database.transaction((tx) =>
    tx
      .insertInto('page_reads')
      .values([
        { ...row, day: '2024-03', count: 5 },
        { ...row, day: '2024-03-30', count: 2 },
        { ...row, day: '2024-03-31', count: 3 },
        { ...row, day: '2026-03-31', count: 1 },
      ])
      .execute(),
  );
  await sweep({ ...portal, now: () => new Date('2026-04-15T12:00:00Z') });
  expect((await kept()).map(({ day, count }) => [day, count])).toEqual([
    ['2024-03', 10],
    ['2026-03-31', 1],
  ]);
});
