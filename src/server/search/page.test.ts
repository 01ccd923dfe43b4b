import { expect, test } from 'vitest';
import { serverWithPage } from '../../../tests/sample/published.ts';

const published =
  '<title>Поиск — Регистр</title><input class="search-input" id="search-page" name="q" value="" /><div class="results" id="search-results"></div>';
const server = serverWithPage('search', published, { TRUST_PROXY: 'loopback' });

test('without a query the page is the static one', async () => {
  expect((await open('')).html).toBe(published);
  expect((await open('q=')).html).toBe(published);
});

test.each(['q=a&q=b', `q=${'я'.repeat(101)}`, 'q=гоше&kind=__proto__', 'q=гоше&page=-1', 'q=гоше&kind=case'])(
  'address %s gets a message and 400',
  async (query) => {
    const { status, html } = await open(query);
    expect(status).toBe(400);
    expect(html).toContain('<h1>Не получается искать');
  },
);

async function open(query: string, from = '192.0.2.1'): Promise<{ status: number; html: string }> {
  const headers = { 'x-forwarded-for': from };
  const response = await fetch(`${server().url}search/?${query}`, { headers });
  return { status: response.status, html: await response.text() };
}

test('a query without results is counted for editors, and the counts are not public', async () => {
  for (const network of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await open('q=ъъъыыыщщщ', network);
  const { items } = await server().context.failedQueries.list({ page: 1, page_size: 50 });
  expect(items.find(({ query }) => query === 'ъъъыыыщщщ')).toMatchObject({ match: 'nothing', shown: [] });
  const refused = await fetch(`${server().url}api/editors/search-misses`);
  expect(refused.status).toBe(401);
  expect(await refused.text()).toContain('Войдите в личный кабинет');
});
