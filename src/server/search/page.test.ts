import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('without a query the page is the published one', async () => {
  expect((await open('')).html).toBe(published);
  expect((await open('q=')).html).toBe(published);
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
  expect(items.find(({ query }) => query === 'ъъъыыыщщщ')).toMatchObject({ match: 'nothing', shown: [] });
  const refused = await fetch(`${server.url}api/editors/search-misses`);
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain('Войдите в личный кабинет');
});
