import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, type APIRequestContext } from '@playwright/test';

const vocabulary = JSON.parse(
  readFileSync(new URL('../sample/schema-org.json', import.meta.url), 'utf8'),
) as Record<string, string[]>;

/** Addresses of all pages that search engines are told of, a few of each section. */
async function somePages(request: APIRequestContext): Promise<string[]> {
  const read = async (address: string) =>
    [...(await (await request.get(address)).text()).matchAll(/<loc>([^<]+)</g)].map(
      ([, url = '']) => new URL(url).pathname,
    );
  const shards = await read('/sitemap-index.xml');
  const pages = (await Promise.all(shards.map(read))).flat();
  const bySection = Map.groupBy(
    pages,
    (page) => page.split('/').slice(0, 2).join('/') + page.split('/').length,
  );
  return [...bySection.values()].flatMap((some) => [
    some.at(0)!,
    some.at(Math.floor(some.length / 2))!,
    some.at(-1)!,
  ]);
}

/** Types and properties of a schema.org object that the vocabulary does not know, with their place. */
function unknownIn(value: unknown, place = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => unknownIn(one, place));
  if (typeof value !== 'object' || value === null) return [];
  const { '@type': type, '@context': _, '@id': __, ...properties } = value as Record<string, unknown>;
  const known = vocabulary[String(type)];
  if (!known) return [`${place}: ${String(type)}`];
  return Object.entries(properties).flatMap(([name, inner]) => [
    ...(known.includes(name) || name === 'query-input' ? [] : [`${place}/${String(type)}.${name}`]),
    ...unknownIn(inner, `${place}/${name}`),
  ]);
}

test('pages say of themselves what schema.org has words for', async ({ request }) => {
  for (const page of await somePages(request)) {
    const html = await (await request.get(page)).text();
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
    for (const [, json = ''] of blocks) expect(unknownIn(JSON.parse(json)), page).toEqual([]);
  }
});

/** Neither a list nor a record. */
const ownPages = [
  '/access/route/',
  '/changes/',
  '/contacts/',
  '/diagnostics/signs/',
  '/for/',
  '/glossary/',
  '/open-data/',
];
const isOfItsOwn = (page: string) => ownPages.includes(page);

test('every page names its twins, and they are there', async ({ request }) => {
  for (const page of await somePages(request)) {
    const html = await (await request.get(page)).text();
    const links = [...html.matchAll(/<link rel="alternate" type="([^"]+)"[^>]*href="([^"]+)"/g)];
    if (!isOfItsOwn(page))
      expect(
        links.map(([, type]) => type),
        page,
      ).toContain('application/json');
    for (const [, type = '', href = ''] of links) {
      // Each from a network of its own: one may carry away few lists a second.
      const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
      const answer = await request.get(href.replaceAll('&amp;', '&'), { headers });
      expect(answer.status(), `${page} → ${href}`).toBe(200);
      if (type === 'application/json') expect(await answer.json()).toBeTruthy();
      else expect(await answer.text()).toMatch(/^(<\?xml|BEGIN:VCALENDAR)/);
    }
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
    const image = await request.get(new URL(picture).pathname);
    expect(image.headers()['content-type'], `${page} → ${picture}`).toBe('image/png');
    const body = await image.body();
    expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test('each record has a picture of its own for those who share it; what is no record has none', async ({
  request,
}) => {
  const { data } = (await (await request.get('/api/diseases?page_size=2')).json()) as {
    data: { items: { id: number }[] };
  };
  const pictures = [];
  for (const { id } of data.items) {
    const html = await (await request.get(`/deseases/${id}/`)).text();
    const address = new URL(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '').pathname;
    const picture = await request.get(address);
    expect(picture.headers()).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
    });
    const again = await request.get(address, { headers: { 'if-none-match': picture.headers()['etag']! } });
    expect(again.status()).toBe(304);
    pictures.push(await picture.body());
  }
  expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  for (const address of ['/og/deseases/999999999.png', '/og/nowhere/1.png', '/og/page/1.png'])
    expect((await request.get(address)).status(), address).toBe(404);
});

test('the open data hold every published record once, with licence and credits', async ({ request }) => {
  const index = (await (await request.get('/open-data/index.json')).json()) as {
    licence: { name: string };
    credits: { whose: string }[];
    files: { url: string; format: string }[];
  };
  expect(index.licence.name).toBe('CC BY 4.0');
  expect(index.credits.map(({ whose }) => whose).join()).toContain('Orphanet');
  const ids = new Map<string, number[]>();
  for (const { url, format } of index.files) {
    const answer = await request.get(new URL(url).pathname);
    expect(answer.status(), url).toBe(200);
    if (format === 'csv') {
      expect(answer.headers()['content-type']).toContain('text/csv');
      continue;
    }
    for (const line of (await answer.text()).trim().split('\n')) {
      const { id, kind, state, sources } = JSON.parse(line) as Record<string, unknown> & {
        id: number;
        kind: string;
      };
      expect({ state, sources: Array.isArray(sources) }).toEqual({ state: 'published', sources: true });
      ids.set(kind, [...(ids.get(kind) ?? []), id]);
    }
  }
  const totalOf = async (query: string) => {
    const { data } = (await (await request.get(`/api/diseases?page_size=1${query}`)).json()) as {
      data: { total: number };
    };
    return data.total;
  };
  const groups = await totalOf('&type=category&type=clinical-group');
  expect(groups).toBeGreaterThan(10);
  expect(new Set(ids.get('disease')).size).toBe((await totalOf('')) + groups);
  expect([...ids.keys()]).not.toContain('case');
});

test('the sitemap has the lists of areas, subjects, states and letters, each its own canonical page', async ({
  request,
}) => {
  const text = await (await request.get('/sitemap-sections.xml')).text();
  const lists = [...text.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => new URL(url).pathname);
  for (const one of [
    /^\/deseases\/areas\/[\w-]+\/$/,
    /^\/clinics\/subject\/\d+\/$/,
    /^\/research\/status\/[\w-]+\/$/,
    /^\/drugs\/letter\/[\w-]+\/$/,
  ]) {
    const page = lists.find((address) => one.test(address));
    expect(page, String(one)).toBeDefined();
    const html = await (await request.get(page!)).text();
    expect(new URL(/rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '').pathname).toBe(page);
    expect(html).toContain('"@type":"ItemList"');
  }
  expect(lists.filter((address) => address.includes('?'))).toEqual([]);
});

test('descriptions keep the capitals of names and numbers', async ({ request }) => {
  for (const kind of ['research', 'drug']) {
    const shard = await (await request.get(`/sitemap-${kind}-1.xml`)).text();
    for (const [, url = ''] of [...shard.matchAll(/<loc>([^<]+)</g)].slice(0, 40)) {
      const html = await (await request.get(new URL(url).pathname)).text();
      const description = /name="description" content="([^"]*)"/.exec(html)?.[1] ?? '';
      expect(description, url).not.toMatch(/фаза [ivx]|\bросси/);
    }
  }
});

test('a list narrowed by its address has the filter in its title', async ({ request }) => {
  const titleOf = async (address: string) =>
    /<title>([^<]*)</.exec(await (await request.get(address)).text())?.[1];
  expect(await titleOf('/research/?phase=3')).toMatch(/^Исследования: Фаза III — /);
  expect(await titleOf('/research/?phase=3&phase=2')).toMatch(/^Исследования: Фаза I.*, Фаза I.* — /);
});

test('the site can be kept as an application and searched from the address bar', async ({ request }) => {
  const home = await (await request.get('/')).text();
  const hrefOf = (rel: string) => new RegExp(`rel="${rel}"[^>]* href="([^"]+)"`).exec(home)?.[1] ?? '';
  const manifest = await request.get(hrefOf('manifest'));
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { name, icons, shortcuts, start_url } = (await manifest.json()) as {
    name: string;
    start_url: string;
    icons: { src: string; sizes: string }[];
    shortcuts: { url: string }[];
  };
  expect([name, start_url]).toEqual(['Регистр орфанных заболеваний', '/']);
  for (const { src, sizes } of [
    ...icons,
    { src: hrefOf('apple-touch-icon'), sizes: '180x180' },
    { src: '/icon-144.png', sizes: '144x144' },
  ]) {
    const body = await (await request.get(src)).body();
    expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes);
  }
  for (const { url } of shortcuts) expect((await request.get(url)).status(), url).toBe(200);
  const search = await request.get(hrefOf('search'));
  const text = await search.text();
  expect(/<ShortName>([^<]+)</.exec(text)?.[1]?.length).toBeLessThanOrEqual(16);
  const template = /template="([^"]+)"/.exec(text)?.[1] ?? '';
  const found = await request.get(
    new URL(template.replace('{searchTerms}', encodeURIComponent('гоше'))).pathname +
      `?q=${encodeURIComponent('гоше')}`,
  );
  expect(await found.text()).toContain('Гоше');
});

test('fonts are kept for good', async ({ request }) => {
  const home = await (await request.get('/')).text();
  for (const [, font = ''] of home.matchAll(/rel="preload" href="([^"]+\.woff2)"/g))
    expect((await request.get(font)).headers()['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('feeds are well-formed and lead to pages', async ({ page, request }) => {
  await page.goto('/');
  expect(await (await request.get('/news/feed.xml')).text()).toContain('<content:encoded>&lt;p&gt;');
  for (const address of ['/news/feed.xml', '/deseases/feed.xml', '/research/feed.xml']) {
    const text = await (await request.get(address)).text();
    const links = await page.evaluate((xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      if (parsed.querySelector('parsererror')) return undefined;
      return [...parsed.querySelectorAll('item > link')].map((link) => link.textContent);
    }, text);
    expect(text).toMatch(/<lastBuildDate>.*GMT<\/lastBuildDate><image><url>/);
    expect(links?.length, address).toBeGreaterThan(0);
    expect((await request.get(new URL(links![0]!).pathname)).status()).toBe(200);
  }
});

test('robots and language models are told where things are', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Sitemap: ');
  const llms = await request.get('/llms.txt');
  expect(llms.headers()['content-type']).toContain('text/plain');
  expect(await llms.text()).toMatch(/^# Регистр орфанных заболеваний/);
});

test('pages that know an address or a code say to nobody where one came from', async ({ request }) => {
  for (const address of ['/profile/settings/', '/unsubscribe/', '/unsubscribe/?token=x', '/profile/confirm/'])
    expect(await (await request.get(address)).text(), address).toContain(
      '<meta name="referrer" content="no-referrer">',
    );
});
