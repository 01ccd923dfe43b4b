import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRecord } from '../catalogue/store.ts';
import { missesOf } from './misses.ts';
import { startServer, type Server } from '../main.ts';
import { testSettings } from '../../../tests/sample/database.ts';

const published =
  '<title>Поиск — Регистр</title><input class="search-input" id="search-page" name="q" value="" /><div class="results" id="search-results"></div>';
let server: Server;
let drop: () => Promise<void>;

beforeAll(async () => {
  const { settings, drop: dropSettings } = await testSettings({ TRUST_PROXY: 'loopback' });
  drop = dropSettings;
  server = await startServer({ settings });
  const titles = [
    'Болезнь Гоше',
    'Болезнь <img src=x onerror=alert(1)>',
    ...Array.from({ length: 25 }, (_, n) => `Анемия ${n + 1}`),
  ];
  await server.database.transaction(async (tx) => {
    for (const title of titles) {
      const fields = { title, title_status: 'established' };
      await writeRecord(tx, {
        kind: 'disease',
        fields,
        origins: 'editor',
        state: 'published',
        author: 'test',
      });
    }
  });
  const release = path.join(settings.DATA_DIR, 'site/releases/1');
  await mkdir(path.join(release, 'search'), { recursive: true });
  await writeFile(path.join(release, 'search/index.html'), published);
  await writeFile(
    path.join(release, 'release.json'),
    JSON.stringify({ version: '1', csp: { scripts: [], styles: [] } }),
  );
  await symlink('releases/1', path.join(settings.DATA_DIR, 'site/current'));
});
afterAll(async () => {
  await server.close();
  await drop();
});

test('a query in the address gives its results without a script, and the field keeps the words', async () => {
  const { status, html } = await open('q=гоше');
  expect(status).toBe(200);
  expect(html).toMatch(/<a href="\/deseases\/\d+\/">Болезнь <mark>Гоше<\/mark><\/a>/);
  expect(html).toContain('value="гоше"');
  expect(html).toContain('<title>гоше — поиск');
});

test('B132 a hostile title and a hostile query stay text', async () => {
  const { html } = await open('q=болезнь');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  const asked = await open('q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
  expect(asked.html).not.toContain('<script>');
});

test('results come in pages that lead to each other', async () => {
  const first = await open('q=анемия');
  expect(first.html).toContain('25 результатов');
  expect(first.html).toContain('href="/search/?q=%D0%B0%D0%BD%D0%B5%D0%BC%D0%B8%D1%8F&amp;page=2"');
  const second = await open('q=анемия&page=2');
  expect(second.html.match(/<li><a /g)).toHaveLength(5);
});

test('without a query the page is the published one', async () => {
  expect((await open('')).html).toBe(published);
  expect((await open('q=')).html).toBe(published);
});

test('when nothing is found the page says so and offers what may have been meant', async () => {
  const { status, html } = await open('q=7777777777');
  expect(status).toBe(200);
  expect(html).toContain('Ничего не нашлось по «7777777777»');
});

test.each(['q=a&q=b', `q=${'я'.repeat(101)}`, 'q=гоше&kind=__proto__', 'q=гоше&page=-1', 'q=гоше&kind=case'])(
  'the address %s is answered with a sentence and 400',
  async (query) => {
    const { status, html } = await open(query);
    expect(status).toBe(400);
    expect(html).toContain('<h1>Не получается искать');
  },
);

async function open(query: string, from = '192.0.2.1'): Promise<{ status: number; html: string }> {
  const headers = { 'x-forwarded-for': from };
  const response = await fetch(`${server.url}search/?${query}`, { headers });
  return { status: response.status, html: await response.text() };
}

test('a query that finds nothing is counted for editors, and strangers may not read the counts', async () => {
  for (const network of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await open('q=ъъъыыыщщщ', network);
  const { items } = await missesOf(server.context).list(1, 50);
  expect(items.some(({ query }) => query === 'ъъъыыыщщщ')).toBe(true);
  const refused = await fetch(`${server.url}api/editors/search-misses`);
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain('Войдите в личный кабинет');
});
