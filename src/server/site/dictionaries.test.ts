import { createHash } from 'node:crypto';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dictionaryAddress } from '#domain/shared-dictionary.ts';
import { testSettings } from '../../../tests/sample/database.ts';
import { startServer, type Server } from '../main.ts';
import type { Settings } from '../settings.ts';

let server: Server;
let settings: Settings;
let drop: () => Promise<void>;

const page = (title: string) =>
  `<!DOCTYPE html><title>${title}</title>${'<a href="/deseases/">Заболевания</a>'.repeat(40)}</html>`;
const pages = {
  'index.html': page('Главная'),
  '404.html': page('Страница не найдена'),
  'deseases/7/index.html': page('Болезнь'),
  'drugs/8/index.html': page('Препарат'),
  'torn/index.html': '<!DOCTYPE html><title>Порвана',
  'profile/index.html': page('Профиль'),
  'cases/case/index.html': page('Случай'),
  'sitemap-index.xml': '<urlset/>',
};
const dictionary = Buffer.from(page('Образец'));
const former = Buffer.from(page('Прежний образец'));
const nameOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const heldBy = (bytes: Buffer) => `:${createHash('sha256').update(bytes).digest('base64')}:`;

beforeAll(async () => {
  ({ settings, drop } = await testSettings());
  server = await startServer({ settings });
  const site = path.join(settings.DATA_DIR, 'site');
  const dictionaries = path.join(site, 'assets/dictionaries');
  await mkdir(dictionaries, { recursive: true });
  for (const bytes of [dictionary, former])
    await writeFile(path.join(dictionaries, `${nameOf(bytes)}.dict`), bytes);
  await writeFile(path.join(dictionaries, `${nameOf(dictionary)}.dict.br`), brotliCompressSync(dictionary));
  await writeFile(path.join(dictionaries, `${'a'.repeat(64)}.dict`), 'Torn by a power cut');
  const folder = path.join(site, 'releases/1');
  for (const [file, text] of Object.entries(pages)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
    await writeFile(path.join(folder, `${file}.br`), brotliCompressSync(text));
  }
  const note = { csp: { scripts: [], styles: [] }, dictionary: nameOf(dictionary) };
  await writeFile(path.join(folder, 'release.json'), JSON.stringify(note));
  await symlink('releases/1', path.join(site, 'current'));
});
afterAll(async () => {
  await server.close();
  await drop();
});

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const holder = (bytes: Buffer) => ({
  'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
  'available-dictionary': heldBy(bytes),
});
/** The raw body. */
async function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const answer = await server.app.inject({ method, url, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload };
}

/** Decodes a page compressed with a dictionary: 8 bytes of format, 32 of hash, zstd (RFC 9842). */
function unpack(body: Buffer, held: Buffer): string {
  expect(body.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(body.subarray(8, 40).toString('hex')).toBe(nameOf(held));
  return String(zstdDecompressSync(body.subarray(40), { dictionary: held }));
}

test('a page links its dictionary, which declares its scope', async () => {
  const answer = await get('/deseases/7/', browser);
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'Accept-Encoding, Available-Dictionary',
    link: `</dictionaries/${nameOf(dictionary)}.dict>; rel="compression-dictionary"`,
  });
  const file = await get(dictionaryAddress(nameOf(dictionary)), browser);
  expect(file.headers).toMatchObject({
    'content-encoding': 'br',
    'use-as-dictionary': 'match="/{*/}?"',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(brotliDecompressSync(file.body).equals(dictionary)).toBe(true);
});

test.each(['/deseases/7/', '/drugs/8/', '/'])('with the dictionary %s is compressed with it', async (url) => {
  const answer = await get(url, holder(dictionary));
  expect(answer.headers).toMatchObject({
    'content-encoding': 'dcz',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
    vary: 'Accept-Encoding, Available-Dictionary',
    'content-length': String(answer.body.length),
  });
  expect(answer.headers['link']).toBeUndefined();
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(unpack(answer.body, dictionary)).toBe(pages[`${url.slice(1)}index.html` as keyof typeof pages]);
});

test('a former dictionary is still used, and the new one is linked', async () => {
  const answer = await get('/deseases/7/', holder(former));
  expect(answer.headers['content-encoding']).toBe('dcz');
  expect(unpack(answer.body, former)).toBe(pages['deseases/7/index.html']);
  expect(answer.headers['link']).toContain(nameOf(dictionary));
});

test.each([
  ['the hash of an unknown dictionary', holder(Buffer.from('Чужой'))],
  [
    'the name of a torn file',
    {
      ...holder(dictionary),
      'available-dictionary': `:${Buffer.from('a'.repeat(64), 'hex').toString('base64')}:`,
    },
  ],
  ['no hash', { 'accept-encoding': 'br, zstd, dcz' }],
  ['an empty hash', { ...holder(dictionary), 'available-dictionary': '' }],
  ['garbage', { ...holder(dictionary), 'available-dictionary': ':%%%:' }],
  ['hex in place of base64', { ...holder(dictionary), 'available-dictionary': nameOf(dictionary) }],
  [
    'a hash without its colons',
    { ...holder(dictionary), 'available-dictionary': heldBy(dictionary).slice(1, -1) },
  ],
  [
    'two hashes',
    { ...holder(dictionary), 'available-dictionary': `${heldBy(former)}, ${heldBy(dictionary)}` },
  ],
  ['a way up', { ...holder(dictionary), 'available-dictionary': ':../../../releases/1/index.html:' }],
  ['no wish for such pages', { ...holder(dictionary), 'accept-encoding': 'br, zstd' }],
  ['a refusal of such pages', { ...holder(dictionary), 'accept-encoding': 'br, dcz;q=0' }],
])('with %s a reader gets brotli', async (_, headers) => {
  const answer = await get('/deseases/7/', headers);
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, 'br']);
  expect(String(brotliDecompressSync(answer.body))).toBe(pages['deseases/7/index.html']);
});

test('other clients see nothing of it', async () => {
  for (const headers of [undefined, { 'accept-encoding': 'gzip, br' }])
    expect((await get('/deseases/7/', headers)).headers['link']).toBeUndefined();
});

test('private pages and files are not compressed with it', async () => {
  for (const url of ['/profile/', '/cases/12/', '/sitemap-index.xml', '/nothing/']) {
    const answer = await get(url, holder(dictionary));
    expect([url, answer.headers['content-encoding'], answer.headers['link'], answer.headers['vary']]).toEqual(
      [url, 'br', undefined, 'Accept-Encoding'],
    );
  }
});

test('each encoding has its own ETag, and either revalidates', async () => {
  const packed = await get('/deseases/7/', holder(dictionary));
  const brotli = await get('/deseases/7/', browser);
  expect(packed.headers['etag']).not.toBe(brotli.headers['etag']);
  for (const { headers } of [packed, brotli]) {
    const tag = String(headers['etag']);
    const repeated = await get('/deseases/7/', { ...holder(dictionary), 'if-none-match': tag });
    expect([
      repeated.status,
      repeated.body.length,
      repeated.headers['etag'],
      repeated.headers['vary'],
    ]).toEqual([304, 0, tag, 'Accept-Encoding, Available-Dictionary']);
  }
  // A client that cannot decode the tag's encoding gets the page.
  const tag = String(packed.headers['etag']);
  expect((await get('/deseases/7/', { ...browser, 'if-none-match': tag })).status).toBe(200);
});

test('HEAD has the same headers and no body; range requests get the whole', async () => {
  const whole = await get('/deseases/7/', holder(dictionary));
  const head = await get('/deseases/7/', holder(dictionary), 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
  for (const name of ['content-encoding', 'content-length', 'etag', 'vary'])
    expect(head.headers[name]).toBe(whole.headers[name]);
  const part = await get('/deseases/7/', { ...holder(dictionary), range: 'bytes=0-9' });
  expect([part.status, part.headers['content-range'], part.body.equals(whole.body)]).toEqual([
    200,
    undefined,
    true,
  ]);
});

test('a truncated page is not compressed', async () => {
  expect((await get('/torn/', holder(dictionary))).status).toBe(503);
});

test('a replaced page is compressed again', async () => {
  const file = path.join(settings.DATA_DIR, 'site/releases/1/drugs/8/index.html');
  expect((await get('/drugs/8/', holder(dictionary))).status).toBe(200);
  await writeFile(`${file}.new`, page('Другой препарат'));
  await rename(`${file}.new`, file);
  const answer = await get('/drugs/8/', holder(dictionary));
  expect(unpack(answer.body, dictionary)).toBe(page('Другой препарат'));
});

test.each([
  `/dictionaries/${'b'.repeat(64)}.dict`,
  `/dictionaries/${'a'.repeat(64)}.dict`,
  '/dictionaries/',
  '/dictionaries/..%2f..%2f1%2findex.html',
  '/dictionaries/../../releases/1/index.html.dict',
  `/dictionaries/${nameOf(dictionary)}.dict.br`,
])('%s is not found', async (url) => {
  const answer = await get(url, browser);
  expect([answer.status, answer.headers['use-as-dictionary']]).toEqual([404, undefined]);
});

test('a removed dictionary is neither offered nor used', async () => {
  const site = path.join(settings.DATA_DIR, 'site');
  await rm(path.join(site, 'assets/dictionaries'), { recursive: true });
  const note = { csp: { scripts: [], styles: [] }, dictionary: nameOf(dictionary), seq: 2 };
  await writeFile(path.join(site, 'releases/1/release.json'), JSON.stringify(note));
  expect((await get('/deseases/7/', browser)).headers['link']).toBeUndefined();
  expect((await get('/deseases/7/', holder(dictionary))).headers['content-encoding']).toBe('br');
});
