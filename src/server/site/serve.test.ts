import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSettings } from '../../../tests/sample/database.ts';
import { startServer, type Server } from '../main.ts';
import type { Settings } from '../settings.ts';

let server: Server;
let settings: Settings;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ settings, drop } = await testSettings());
  server = await startServer({ settings });
});
afterAll(async () => {
  await server.close();
  await drop();
});

const script = 'sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const style = 'sha256-BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB=';
const site = () => path.join(settings.DATA_DIR, 'site');

/** A release as written by the publisher: files, compressed variants, note. */
async function release(name: string, files: Record<string, string>): Promise<string> {
  const folder = path.join(site(), 'releases', name);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
    if (!/\.(html|js|xml)$/.test(file)) continue;
    await writeFile(path.join(folder, `${file}.br`), brotliCompressSync(text));
    // Left by a former release; unused.
    await writeFile(path.join(folder, `${file}.gz`), gzipSync('прежняя'));
  }
  await writeFile(
    path.join(folder, 'release.json'),
    JSON.stringify({ csp: { scripts: [script], styles: [style] } }),
  );
  return folder;
}

async function publish(name: string): Promise<void> {
  const link = path.join(site(), `current.${name}`);
  await symlink(path.join('releases', name), link);
  await rename(link, path.join(site(), 'current'));
}

const pages = {
  'index.html': '<!doctype html><title>Главная</title>',
  '404.html': '<!doctype html><title>Страница не найдена</title>',
  'deseases/index.html': '<!doctype html><title>Заболевания</title>',
  'deseases/7/index.html': '<!doctype html><title>Болезнь</title>',
  'deseases/7/index.json': '{}',
  'deseases/7/disease.md': '# Болезнь',
  'profile/index.html': '<!doctype html><title>Профиль</title>',
  'profile/settings/index.html': '<!doctype html><title>Настройки</title>',
  'cases/index.html': '<!doctype html><title>Случаи</title>',
  'cases/case/index.html': '<!doctype html><title>Случай</title>',
  'news/rss.xml': '<rss/>',
  'sitemap-index.xml': '<urlset/>',
  'open-data/diseases.csv': 'строка\n'.repeat(100_000),
  'gone/deseases/5/index.html': '<title>Снята</title>',
  'gone/deseases/6/index.html':
    '<title>Снята</title><meta http-equiv="refresh" content="0; url=/deseases/7/">',
  'upload/doc/policy.pdf': '%PDF-1.7',
  '_astro/a.1234.js': 'export {};',
  'fonts/golos-latin.408d27df.woff2': 'wOF2',
  '.secret/file.txt': 'тайна',
  'search/index.bin': 'x',
};

/** A request with the literal address; fetch would normalise it. */
function get(
  address: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    request({ hostname, port, path: address, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('B246 before the first publication a page with a link home answers 503', async () => {
  const answer = await get('/');
  expect(answer.status).toBe(503);
  expect(String(answer.body)).toMatch(/Сайт ещё не опубликован.*<a href="\/">вернитесь на главную<\/a>/s);
  expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
  // Only the tab icon.
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';.*; img-src 'self'$/);
});

test('B019 all case addresses share one page, which reveals no case', async () => {
  await release('1', { ...pages, 'cases/case/index.html': 'Оболочка' });
  await publish('1');
  expect(String((await get('/cases/12345/')).body)).toBe('Оболочка');
  expect((await get('/cases/12345')).status).toBe(301);
  expect((await get('/cases/constructor/')).status).toBe(404);
});

test('B059 other errors get a sentence where no page can be rendered', async () => {
  await release('1', pages);
  await publish('1');
  const answer = await get('/', {}, 'POST');
  expect(answer.status).toBe(405);
  expect(String(answer.body)).toContain('<h1>Этот адрес можно только читать</h1>');
});

test('a switched link applies to the next request, without a restart', async () => {
  await release('1', pages);
  await publish('1');
  expect(String((await get('/')).body)).toBe(pages['index.html']);
  await release('2', { ...pages, 'index.html': 'Вторая' });
  await publish('2');
  expect(String((await get('/')).body)).toBe('Вторая');
  expect(JSON.parse(String((await get('/api/health')).body)).data).toMatchObject({
    state: 'ready',
    site: '2',
  });
  await publish('1');
  expect(String((await get('/')).body)).toBe(pages['index.html']);
});

test('a page replaced in place is served at once, and an older compressed variant is not', async () => {
  const folder = await release('inplace', pages);
  await publish('inplace');
  const brotli = { 'accept-encoding': 'br' };
  expect((await get('/deseases/7/', brotli)).headers['content-encoding']).toBe('br');
  const file = path.join(folder, 'deseases/7/index.html');
  await writeFile(`${file}.new`, 'Новая');
  const later = new Date(Date.now() + 2000);
  await utimes(`${file}.new`, later, later);
  await rename(`${file}.new`, file);
  const { headers, body } = await get('/deseases/7/', brotli);
  expect([headers['content-encoding'], String(brotliDecompressSync(body))]).toEqual(['br', 'Новая']);
  await publish('1');
});

test.each([
  ['/deseases', '/deseases/'],
  ['/deseases?a=1&b=2', '/deseases/?a=1&b=2'],
  ['/deseases/7', '/deseases/7/'],
  ['/index.html', '/'],
  ['/deseases/index.html?x', '/deseases/?x'],
  ['/diseases', '/deseases/'],
  ['/diseases/7/', '/deseases/7/'],
  ['/diseases/7?x=1', '/deseases/7/?x=1'],
  ['/sitemap.xml', '/sitemap-index.xml'],
  ['/feed.xml', '/changes/feed.xml'],
  ['/deseases/page/1/', '/deseases/'],
  ['/deseases/page/1?view=table', '/deseases/?view=table'],
  ['/%64eseases/%37/', '/deseases/7/'],
  ['/deseases/7/index%2ejson?x', '/deseases/7/index.json?x'],
  ['/%61pi/diseases?q=%d0%b3', '/api/diseases?q=%d0%b3'],
  ['/api/diseases/%37', '/api/diseases/7'],
  ['/%d0%b0', '/%D0%B0'],
])('B052 %s redirects to %s', async (from, to) => {
  const answer = await get(from);
  expect([answer.status, answer.headers['location']]).toEqual([301, to]);
});

test('B052 addresses work with and without the slash', async () => {
  for (const address of ['deseases', 'deseases/', 'diseases', 'deseases/7', 'deseases/7/'])
    expect((await fetch(new URL(address, server.url))).status).toBe(200);
});

test.each([
  ['/', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
  ['/profile/', 'text/html; charset=utf-8', 'no-store'],
  ['/profile/settings/', 'text/html; charset=utf-8', 'no-store'],
  ['/cases/', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
  ['/cases/7/', 'text/html; charset=utf-8', 'public, max-age=0, must-revalidate'],
  ['/sitemap-index.xml', 'application/xml; charset=utf-8', 'public, max-age=300'],
  ['/upload/doc/policy.pdf', 'application/pdf', 'public, max-age=300'],
  ['/fonts/golos-latin.408d27df.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
  ['/_astro/a.1234.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/search/index.bin', 'application/octet-stream', 'public, max-age=300'],
])('%s has type %s, %s', async (address, type, cache) => {
  const { status, headers } = await get(address);
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, cache]);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test.each([
  ['/deseases/7/index.json', true],
  ['/deseases/7/disease.md', true],
  ['/news/rss.xml', true],
  ['/sitemap-index.xml', true],
  ['/diseases/7/index.json', true],
  ['/.well-known/security.txt', true],
  ['/', false],
  ['/deseases/7/', false],
  ['/profile/', false],
  ['/_astro/a.1234.js', false],
  ['/fonts/golos-latin.408d27df.woff2', false],
  ['/nothing/', false],
])('pages of other sites may read %s: %s', async (address, isOpen) => {
  const first = await get(address, { origin: 'https://other.example' });
  const known = await get(address, { 'if-none-match': String(first.headers['etag']) });
  for (const { headers } of [first, known])
    expect([headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual(
      isOpen ? ['*', 'cross-origin'] : [undefined, 'same-origin'],
    );
});

test('compressed variants are sent where accepted', async () => {
  const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
  expect([brotli.headers['content-encoding'], brotli.headers['vary']]).toEqual([
    'br',
    'Accept-Encoding, Available-Dictionary',
  ]);
  expect(String(brotliDecompressSync(brotli.body))).toBe(pages['index.html']);
  for (const _ of ['packed', 'remembered']) {
    const zipped = await get('/', { 'accept-encoding': 'gzip' });
    expect([zipped.headers['content-encoding'], String(gunzipSync(zipped.body))]).toEqual([
      'gzip',
      pages['index.html'],
    ]);
  }
  expect(
    (await get('/', { 'accept-encoding': 'br;q=0, identity' })).headers['content-encoding'],
  ).toBeUndefined();
  const plain = await get('/');
  expect(plain.headers['vary']).toBe('Accept-Encoding, Available-Dictionary');
  expect(plain.headers['etag']).not.toBe(brotli.headers['etag']);
});

test('a truncated variant is never sent: its page is compressed again', async () => {
  const folder = await release('torn', pages);
  const file = path.join(folder, 'deseases/7/index.html');
  await writeFile(`${file}.br`, '');
  await publish('torn');
  const answer = await get('/deseases/7/', { 'accept-encoding': 'br' });
  expect([answer.headers['content-encoding'], String(brotliDecompressSync(answer.body))]).toEqual([
    'br',
    pages['deseases/7/index.html'],
  ]);
  await publish('1');
});

test('a file without a variant is compressed on request, as accepted', async () => {
  const twin = JSON.stringify({ title: 'Болезнь', text: 'слово '.repeat(500) });
  await release('twins', { ...pages, 'deseases/7/index.json': twin, 'og/picture.png': twin });
  await publish('twins');
  for (const [accepted, encoding, unpack] of [
    ['gzip, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, Buffer.from],
  ] as const) {
    const answer = await get('/deseases/7/index.json', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(String(unpack(answer.body))).toBe(twin);
  }
  const picture = await get('/og/picture.png', { 'accept-encoding': 'gzip, br' });
  expect(picture.headers['content-encoding']).toBeUndefined();
  await publish('1');
});

test.each([
  ['empty', ''],
  ['of zeros', '\0'.repeat(300)],
  ['without its end', '<!DOCTYPE html><html lang="ru"><head><title>Бол'],
])('a page left %s by a power cut is not sent', async (_, left) => {
  const folder = await release('powerless', pages);
  const file = path.join(folder, 'deseases/7/index.html');
  await writeFile(file, left);
  await writeFile(`${file}.br`, brotliCompressSync(left));
  await publish('powerless');
  for (const encoding of ['br', 'identity']) {
    const answer = await get('/deseases/7/', { 'accept-encoding': encoding });
    expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([
      503,
      '5',
      'no-store',
    ]);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(String(answer.body)).toContain('восстанавливается');
  }
  await publish('1');
});

test('a picture may begin with zero bytes', async () => {
  await release('picture', { ...pages, 'favicon.ico': '\0\0\u0001\0' });
  await publish('picture');
  expect((await get('/favicon.ico')).status).toBe(200);
  await publish('1');
});

test('unchanged files answer 304', async () => {
  const first = await get('/');
  const tagged = await get('/', { 'if-none-match': `"x", W/${String(first.headers['etag'])}` });
  expect([tagged.status, tagged.body.length]).toEqual([304, 0]);
  const dated = await get('/', { 'if-modified-since': String(first.headers['last-modified']) });
  expect(dated.status).toBe(304);
  expect((await get('/', { 'if-none-match': '"x"' })).status).toBe(200);
});

test('assets of an older release are still served', async () => {
  const old = path.join(site(), 'assets', '_astro', 'old.js');
  await mkdir(path.dirname(old), { recursive: true });
  await writeFile(old, 'export const old = 1;');
  const answer = await get('/_astro/old.js');
  expect([answer.status, answer.headers['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  expect((await get('/_astro/none.js')).status).toBe(404);
});

test.each([
  '/nothing/',
  '/nothing',
  '/deseases/999/',
  '/404.html',
  '/release.json',
  '/index.html.br',
  '/sitemap-index.xml/',
  '/.secret/file.txt',
  '/.git/config',
  '/.env',
  '/%2e%2e/%2e%2e/server.lock',
  '/../../server.lock',
  '/..%2f..%2fserver.lock',
  '/%252e%252e/server.lock',
  '/..\\..\\server.lock',
  '/%c0%ae%c0%ae/server.lock',
  '/deseases/%00',
  '/%',
  '//example.org',
  '//example.org/..',
  '/diseases//example.org',
  `/${'a'.repeat(3000)}`,
])('B245 %s gets the not-found page with status 404', async (address) => {
  const answer = await get(address);
  expect([answer.status, String(answer.body)]).toEqual([404, pages['404.html']]);
  expect(answer.headers['location']).toBeUndefined();
});

test.each([
  '/Deseases/7/',
  '/deseases%2F7/',
  '/deseases/7%2f',
  '/deseases/7//',
  '//deseases/7/',
  '/deseases/7/index.json/',
  '/deseases/page/2/',
  '/nothing/page/1/',
  '/cases/007/',
  '//example.org/%61',
  '//example.org/index.html',
  '/%5cexample.org/%61',
  '/deseases/%2e%2e/%61',
])('%s is no second address of a page', async (address) => {
  const answer = await get(address);
  expect([answer.status, answer.headers['location']]).toEqual([404, undefined]);
});

test.each([
  ['/deseases/6/', 301, '/deseases/7/'],
  ['/deseases/6', 301, '/deseases/7/'],
  ['/deseases/6/index.json', 301, '/deseases/7/index.json'],
  ['/deseases/5/', 410, undefined],
  ['/deseases/5/feed.xml', 410, undefined],
])('G69 %s of a removed record answers %i', async (address, status, location) => {
  const answer = await get(address);
  expect([answer.status, answer.headers['location']]).toEqual([status, location]);
});

test('password managers are led to the settings', async () => {
  const { status, headers } = await get('/.well-known/change-password');
  expect([status, headers['location']]).toEqual([302, '/profile/settings/']);
  expect(
    (await get('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')).status,
  ).toBe(404);
});

test('a request with the whole address is that of its path, on a host of the portal only', async () => {
  const { host } = new URL(server.url);
  for (const address of ['/deseases/7/', '/api/health', '/']) {
    const answer = await get(`http://${host}${address}`);
    expect([answer.status, answer.body]).toEqual([200, (await get(address)).body]);
  }
  expect((await get(`http://${host}`)).status).toBe(200);
  expect((await get(`http://${host}/diseases/7?x=1`)).headers['location']).toBe('/deseases/7/?x=1');
  expect((await get('http://evil.example/deseases/7/')).status).toBe(421);
  expect((await get('/deseases/7/', { host: 'evil.example' })).status).toBe(421);
  // The target names the host (RFC 9112, 3.2.2).
  expect((await get(`http://${host}/deseases/7/`, { host: 'evil.example' })).status).toBe(200);
});

const large = Buffer.from(pages['open-data/diseases.csv']);
const part = (range: string, headers = {}) => get('/open-data/diseases.csv', { range, ...headers });
test.each([
  ['bytes=0-9', 0, 10],
  ['bytes=1048576-', 1_048_576, undefined],
  ['bytes=-7', large.length - 7, undefined],
  [`bytes=1299999-9999999`, 1_299_999, undefined],
])('a large file is sent in parts: %s', async (range, first, end) => {
  const answer = await part(range, { 'accept-encoding': 'br, gzip' });
  expect(answer.status).toBe(206);
  expect(answer.body).toEqual(large.subarray(first, end));
  expect(answer.headers['content-range']).toBe(
    `bytes ${first}-${first + answer.body.length - 1}/${large.length}`,
  );
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('a part is of the same file, and inside it', async () => {
  const whole = await get('/open-data/diseases.csv');
  expect([whole.status, whole.headers['accept-ranges'], whole.body.length]).toEqual([
    200,
    'bytes',
    large.length,
  ]);
  const { etag } = whole.headers as Record<string, string>;
  expect((await part('bytes=0-9', { 'if-range': etag })).status).toBe(206);
  expect((await part('bytes=0-9', { 'if-range': '"older"' })).status).toBe(200);
  const outside = await part(`bytes=${large.length}-`);
  expect([outside.status, outside.headers['content-range'], outside.body.length]).toEqual([
    416,
    `bytes */${large.length}`,
    0,
  ]);
  for (const range of ['bytes=9-0', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=-'])
    expect((await part(range)).status).toBe(200);
  expect((await get('/deseases/7/', { range: 'bytes=0-9' })).status).toBe(200);
});

test('the site is read-only', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const answer = await get('/', {}, method);
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
  }
  const head = await get('/', {}, 'HEAD');
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    String(Buffer.byteLength(pages['index.html'])),
  ]);
});

test("B267 a page runs only its own files and inline code with the publisher's hashes", async () => {
  const { headers } = await get('/');
  const policy = String(headers['content-security-policy']);
  expect(policy).toBe(
    `default-src 'none'; script-src 'self' '${script}'; style-src 'self' '${style}'; img-src 'self' data:; ` +
      `font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; ` +
      `report-to policy; report-uri /api/policy-reports`,
  );
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'reporting-endpoints': 'policy="/api/policy-reports"',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
  });
  expect(headers['permissions-policy']).toContain('geolocation=()');
  expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
});

test('a release with a missing or forged note runs no inline code', async () => {
  const folder = await release('forged', pages);
  await writeFile(
    path.join(folder, 'release.json'),
    JSON.stringify({ csp: { scripts: ["sha256-x' 'unsafe-inline"], styles: [] } }),
  );
  await publish('forged');
  expect((await get('/')).headers['content-security-policy']).toContain(
    "script-src 'self'; style-src 'self';",
  );
  await publish('1');
});

test('without the release folder the reader gets a message', async () => {
  await rm(path.join(site(), 'current'));
  expect((await get('/')).status).toBe(503);
  await publish('2');
  expect((await get('/')).status).toBe(200);
});
