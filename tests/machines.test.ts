import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Ajv from 'ajv-draft-04';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { findUnreadable } from '../scripts/check/machines.ts';
import { publishedSite } from './sample/published-site.ts';

const site = publishedSite();

/** Addresses of all indexed pages. */
async function listedPages(): Promise<string[]> {
  const read = async (address: string) =>
    [...(await site.get(address)).text.matchAll(/<loc>([^<]+)</g)].map(
      ([, url = '']) => new URL(url).pathname,
    );
  const shards = await read('/sitemap-index.xml');
  return (await Promise.all(shards.map(read))).flat();
}

/** A few of each section. */
async function somePages(): Promise<string[]> {
  const bySection = Map.groupBy(
    await listedPages(),
    (page) => page.split('/').slice(0, 2).join('/') + page.split('/').length,
  );
  const some = [...bySection.values()].flatMap((pages) => [
    pages.at(0)!,
    pages.at(Math.floor(pages.length / 2))!,
    pages.at(-1)!,
  ]);
  return [...new Set(some)];
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];
const pictureOf = (html: string) =>
  new URL(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '').pathname;

/** Pages other than lists and records. */
const ownPages = [
  '/access/route/',
  '/changes/',
  '/codes/',
  '/contacts/',
  '/diagnostics/signs/',
  '/for/',
  '/glossary/',
  '/open-data/',
];

test('strict parsers accept every feed, table, calendar, sitemap and JSON-LD of the site', async () => {
  const { problems, files } = await findUnreadable(site.folder);
  expect(files).toBeGreaterThan(100);
  expect(problems).toEqual([]);
});

test('every page links its alternates and its picture, which exist', async () => {
  for (const page of await somePages()) {
    const { text: html } = await site.get(page);
    const links = [...html.matchAll(/<link rel="alternate" type="([^"]+)"[^>]*href="([^"]+)"/g)];
    if (!ownPages.includes(page))
      expect(
        links.map(([, type]) => type),
        page,
      ).toContain('application/json');
    for (const [, type = '', href = ''] of links) {
      const answer = await site.get(href.replaceAll('&amp;', '&').replace('https://register.example', ''));
      expect([page, href, answer.status]).toEqual([page, href, 200]);
      if (type === 'application/json') expect(JSON.parse(answer.text)).toBeTypeOf('object');
      else expect(answer.text).toMatch(/^(<\?xml|BEGIN:VCALENDAR|# )/);
    }
    const picture = await site.get(pictureOf(html));
    expect([page, picture.headers['content-type']]).toEqual([page, 'image/png']);
    expect(sizeOf(picture.body)).toEqual([1200, 630]);
  }
});

test('sections and therapeutic areas have a preview picture each, of the size that previews want', async () => {
  const lists = (await listedPages()).filter((page) => !/\/\d+\/$/.test(page));
  const pictures = new Set<string>();
  for (const page of lists) pictures.add(pictureOf((await site.get(page)).text));
  expect([...pictures].filter((address) => address.startsWith('/og/area-')).length).toBeGreaterThan(5);
  for (const address of pictures) {
    const picture = await site.get(address);
    expect([address, picture.status, sizeOf(picture.body)]).toEqual([address, 200, [1200, 630]]);
  }
});

test('each record has its own preview picture, other pages none', async () => {
  const { items } = await site.data<{ items: { id: number }[] }>('/api/diseases?page_size=2');
  const pictures = [];
  for (const { id } of items) {
    const address = pictureOf((await site.get(`/deseases/${id}/`)).text);
    const picture = await site.get(address);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
    });
    const revalidated = await site.get(address, { 'if-none-match': picture.headers['etag']! });
    expect(revalidated.status).toBe(304);
    pictures.push(picture.body);
  }
  expect(pictures[0]!.equals(pictures[1]!)).toBe(false);
  for (const address of [
    '/og/deseases/999999999.png',
    '/og/nowhere/1.png',
    '/og/page/1.png',
    '/og/nowhere.png',
    '/og/area-none.png',
  ])
    expect([address, (await site.get(address)).status]).toEqual([address, 404]);
});

interface DataPackage {
  licenses: { name: string }[];
  sources: { title: string }[];
  resources: {
    path: string;
    format: string;
    compression?: string;
    rows: number;
    bytes: number;
    hash: string;
    schema: { fields: { name: string; type: string }[] };
  }[];
}
const schemaOfPackages = JSON.parse(
  readFileSync(new URL('./sample/data-package.schema.json', import.meta.url), 'utf8'),
);
const dataPackage = async () =>
  JSON.parse((await site.get('/open-data/datapackage.json')).text) as DataPackage;
const openFile = (name: string) => site.get(`/open-data/${name}`);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const linesOf = (bytes: Buffer) =>
  bytes
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('every file of the open data is as its Data Package says: bytes, hash, rows, fields', async () => {
  const { resources, licenses, sources } = await dataPackage();
  expect(licenses.map(({ name }) => name)).toEqual(['CC-BY-4.0']);
  expect(sources.map(({ title }) => title).join()).toContain('Orphanet');
  const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
  const isOf = (type: string, value: unknown) =>
    ({ integer: 'number', date: 'string', datetime: 'string' })[type] === typeOf(value) ||
    type === typeOf(value);
  for (const { path, format, compression, rows, bytes, hash, schema } of resources) {
    const { body, headers } = await openFile(path);
    expect([path, body.length, `sha256:${sha256(body)}`]).toEqual([path, bytes, hash]);
    const names = schema.fields.map(({ name }) => name);
    if (format === 'csv') {
      expect(headers['content-type']).toContain('text/csv');
      const [head, ...found] = parseCsv(body.toString(), { bom: true });
      expect([path, head, found.length]).toEqual([path, names, rows]);
      continue;
    }
    const records = linesOf(compression ? gunzipSync(body) : body);
    expect([path, records.length]).toEqual([path, rows]);
    const types = new Map(schema.fields.map(({ name, type }) => [name, type]));
    for (const record of records)
      for (const [name, value] of Object.entries(record))
        if (value !== null && !isOf(types.get(name) ?? '?', value))
          expect.fail(`${path}: ${name} of ${String(record.id)} is no ${types.get(name)}`);
  }
});

test('the Data Package satisfies the schema of its publishers', async () => {
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schemaOfPackages);
  expect(validate(await dataPackage()), JSON.stringify(validate.errors)).toBe(true);
});

test('sums, DCAT and Croissant name the same files and hashes', async () => {
  const { resources } = await dataPackage();
  const expected = resources.map(({ path, hash }) => [path, hash.replace('sha256:', '')]).toSorted();
  const sums = (await openFile('SHA256SUMS.txt')).text.trim().split('\n');
  expect(sums.map((line) => line.split('  ').toReversed()).toSorted()).toEqual(expected);
  const dcat = JSON.parse((await openFile('dcat.jsonld')).text) as {
    'dcat:distribution': { '@id': string; 'spdx:checksum': { 'spdx:checksumValue': { '@value': string } } }[];
  };
  expect(
    dcat['dcat:distribution']
      .map((one) => [
        new URL(one['@id']).pathname.replace('/open-data/', ''),
        one['spdx:checksum']['spdx:checksumValue']['@value'],
      ])
      .toSorted(),
  ).toEqual(expected);
  const croissant = JSON.parse((await openFile('croissant.json')).text) as {
    distribution: { '@id': string; sha256: string }[];
    recordSet: { '@id': string; field: { source: { extract: { column: string } } }[] }[];
  };
  expect(croissant.distribution.map((file) => [file['@id'], file.sha256]).toSorted()).toEqual(
    expected.filter(([path]) => path!.endsWith('.gz')),
  );
  for (const { '@id': kind, field } of croissant.recordSet) {
    const records = linesOf(gunzipSync((await openFile(`${kind}.ndjson.gz`)).body));
    // A column that no record has is an error for who reads it.
    const columns = field.map(({ source }) => source.extract.column);
    expect(columns.filter((name) => records.every((record) => !(name in record)))).toEqual([]);
    expect(columns).toContain('title');
  }
});

test('the open data have every published record once, in the parts and whole', async () => {
  const ids = new Map<string, number[]>();
  const { resources } = await dataPackage();
  for (const { path, format, compression } of resources) {
    if (format === 'csv') continue;
    const { body } = await openFile(path);
    for (const { id, kind, state, sources } of linesOf(compression ? gunzipSync(body) : body)) {
      expect({ state, sources: Array.isArray(sources) }).toEqual({ state: 'published', sources: true });
      const key = `${String(kind)}${compression ? ' whole' : ''}`;
      ids.set(key, [...(ids.get(key) ?? []), Number(id)]);
    }
  }
  const totalOf = async (query: string) =>
    (await site.data<{ total: number }>(`/api/diseases?page_size=1${query}`)).total;
  const groups = await totalOf('&type=category&type=clinical-group');
  expect(groups).toBeGreaterThan(0);
  expect(new Set(ids.get('disease')).size).toBe((await totalOf('')) + groups);
  expect(ids.get('disease whole')).toEqual(ids.get('disease'));
  expect([...ids.keys()]).not.toContain('case');
});

test('a record is text too: beside its page, and where text is asked for', async () => {
  const address = (await listedPages()).find((page) => /^\/deseases\/\d+\/$/.test(page))!;
  const sent = await site.get(address, { accept: 'text/markdown, text/html;q=0.5' });
  expect([sent.status, sent.headers['location']]).toEqual([302, `${address}index.md`]);
  expect(sent.headers['cache-control']).toBe('no-store');
  expect((await site.get(address, { accept: 'text/html, text/markdown' })).status).toBe(200);
  const { status, headers, text } = await site.get(`${address}index.md`);
  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  const title = (await site.page(address)).querySelector('h1')?.textContent?.trim();
  expect(text.split('\n')[0]).toBe(`# ${title}`);
  expect(text).toContain('## Коды');
  expect(text).toMatch(/Источник: .+, \d+ [а-я]+ 20\d\d/);
  expect((await site.get('/deseases/999999999/index.md')).status).toBe(404);
  expect((await site.get('/deseases/', { accept: 'text/markdown' })).status).toBe(200);
});

test('the page of open data states the terms of third-party data as set by their owners', async () => {
  const words = (await site.page('/open-data/')).querySelector('main')?.textContent?.replace(/\s+/g, ' ');
  expect(words).toContain('Содержание HPO менять нельзя');
  expect(words).toContain('CC BY-SA 4.0');
});

describe('search engines', () => {
  test('are given every public section once, and nothing of doctors and profiles', async () => {
    expect((await site.get('/robots.txt')).text).toMatch(/Sitemap: https?:\/\/.+\/sitemap-index\.xml/);
    const pages = await listedPages();
    expect(new Set(pages).size).toBe(pages.length);
    const sections = [
      '',
      'deseases/',
      'drugs/',
      'research/',
      'clinics/',
      'events/',
      'news/',
      'access/',
      'page/',
    ];
    for (const section of [
      ...sections,
      'observational_projects/',
      'diagnostics/',
      'guidelines/',
      'resources/',
    ])
      expect(pages).toContain(`/${section}`);
    expect(pages.filter((page) => /^\/(cases|profile|search|api)\//.test(page))).toEqual([]);
  });

  test('get the lists of areas, subjects, states and letters, each with its own canonical page', async () => {
    const { text } = await site.get('/sitemap-sections.xml');
    const lists = [...text.matchAll(/<loc>([^<]+)</g)].map(([, url = '']) => new URL(url));
    for (const one of [
      /^\/deseases\/areas\/[\w-]+\/$/,
      /^\/clinics\/subject\/\d+\/$/,
      /^\/research\/status\/[\w-]+\/$/,
      /^\/drugs\/letter\/[\w-]+\/$/,
    ]) {
      const page = lists.find(({ pathname }) => one.test(pathname))?.pathname;
      expect(page, String(one)).toBeDefined();
      const { text: html } = await site.get(page!);
      expect(new URL(/rel="canonical" href="([^"]+)"/.exec(html)?.[1] ?? '').pathname).toBe(page);
      expect(html).toContain('"@type":"ItemList"');
    }
    expect(lists.filter(({ search }) => search !== '')).toEqual([]);
  });

  test('get descriptions that keep capitals of names and numbers', async () => {
    for (const kind of ['research', 'drug']) {
      const { text: shard } = await site.get(`/sitemap-${kind}-1.xml`);
      for (const [, url = ''] of [...shard.matchAll(/<loc>([^<]+)</g)].slice(0, 40)) {
        const { text } = await site.get(new URL(url).pathname);
        const description = /name="description" content="([^"]*)"/.exec(text)?.[1] ?? '';
        expect(description, url).not.toMatch(/фаза\s[ivx]|(?<![а-яё])росси/);
      }
    }
  });
});

test('the site can be installed and searched from the address bar', async () => {
  const home = (await site.get('/')).text;
  const hrefOf = (rel: string) => new RegExp(`rel="${rel}"[^>]* href="([^"]+)"`).exec(home)?.[1] ?? '';
  const manifest = await site.get(hrefOf('manifest'));
  expect(manifest.headers['content-type']).toContain('application/manifest+json');
  const { name, icons, shortcuts, start_url } = JSON.parse(manifest.text) as {
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
  ])
    expect([src, sizeOf((await site.get(src)).body).join('x')]).toEqual([src, sizes]);
  for (const { url } of shortcuts) expect([url, (await site.get(url)).status]).toEqual([url, 200]);
  const { text } = await site.get(hrefOf('search'));
  expect(/<ShortName>([^<]+)</.exec(text)?.[1]?.length).toBeLessThanOrEqual(16);
  const template = /template="([^"]+)"/.exec(text)?.[1] ?? '';
  const { pathname, search } = new URL(template.replace('{searchTerms}', encodeURIComponent('гоше')));
  expect((await site.get(pathname + search)).text).toContain('Гоше');
});

test('fonts are cached forever', async () => {
  const fonts = [...(await site.get('/')).text.matchAll(/rel="preload" href="([^"]+\.woff2)"/g)];
  expect(fonts.length).toBeGreaterThan(0);
  for (const [, font = ''] of fonts)
    expect((await site.get(font)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('feeds have the text of news and link to pages', async () => {
  expect((await site.get('/news/feed.xml')).text).toContain('<content:encoded>&lt;p&gt;');
  for (const address of ['/news/feed.xml', '/deseases/feed.xml', '/research/feed.xml']) {
    const { text } = await site.get(address);
    expect(text).toMatch(/<lastBuildDate>.*GMT<\/lastBuildDate><image><url>/);
    const [, link = ''] = /<item>[\s\S]*?<link>([^<]+)<\/link>/.exec(text) ?? [];
    expect([address, (await site.get(new URL(link).pathname)).status]).toEqual([address, 200]);
  }
});

test('language models get a guide', async () => {
  const { headers, text } = await site.get('/llms.txt');
  expect(headers['content-type']).toContain('text/plain');
  expect(text).toMatch(/^# Регистр орфанных заболеваний/);
  for (const path of ['/mcp', '/fhir/metadata', '/api/openapi.public.json']) expect(text).toContain(path);
});

test('pages with an address or code send no referrer', async () => {
  for (const address of ['/profile/settings/', '/unsubscribe/', '/unsubscribe/?token=x', '/profile/confirm/'])
    expect((await site.get(address)).text, address).toContain('<meta name="referrer" content="no-referrer">');
});

test('a client without dictionary support gets brotli', async () => {
  const { headers } = await site.get('/deseases/', { 'accept-encoding': 'gzip, deflate, br' });
  expect(headers).toMatchObject({ 'content-encoding': 'br' });
  expect(headers['link']).toBeUndefined();
});

test('the JSON of a list links to the next page, so that machines reach every record', async () => {
  const ids: number[] = [];
  for (let next: string | undefined = '/deseases/index.json'; next;) {
    const list = JSON.parse((await site.get(next)).text) as { items: { id: number }[]; next?: string };
    ids.push(...list.items.map(({ id }) => id));
    next = list.next && new URL(list.next).pathname;
  }
  const { total } = await site.data<{ total: number }>('/api/diseases?page_size=1');
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toHaveLength(total);
});

test('an institution can be saved as a contact', async () => {
  const { items } = await site.data<{ items: { id: number; phones?: string[] }[] }>(
    '/api/clinics?page_size=100',
  );
  const { id } = items.find(({ phones = [] }) => phones.length > 0)!;
  const link = (await site.page(`/clinics/${id}/`)).querySelector('a[href$=".vcf"]');
  expect(link?.textContent).toContain('vCard');
  const card = await site.get(link!.getAttribute('href')!);
  expect(card.headers['content-type']).toContain('text/vcard');
  expect(card.text).toMatch(/^BEGIN:VCARD\r\nVERSION:4\.0\r\n[\s\S]*TEL;VALUE=uri:tel:/);
});
