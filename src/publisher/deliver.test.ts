import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDelivery } from './deliver.ts';
import { openTarget } from './target.ts';

let folder = '';
let site = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'register-delivery-'));
  site = path.join(folder, 'site');
  await put('index.html', 'Главная');
  await put('news/1/index.html', 'Новость');
  await put('_astro/a.1.js', 'go()');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(site, file)), { recursive: true });
  await writeFile(path.join(site, file), text);
}

test('a directory gets every file once, then only changes, and loses removed files', async () => {
  const target = path.join(folder, 'target');
  const delivery = openDelivery(pathToFileURL(target).href, path.join(folder, 'delivered.sqlite'));
  expect(await delivery.deliverAll(site)).toBe(3);
  expect(await delivery.deliverAll(site)).toBe(0);
  await put('index.html', 'Главная, вторая');
  await rm(path.join(site, 'news'), { recursive: true });
  await put('gone/news/1/index.html', 'Снято <meta http-equiv="refresh" content="0; url=/news/2/">');
  const changes = { changed: ['/', '/gone/news/1/'], removed: ['/news/1/'] };
  await delivery.deliver(site, changes);
  expect(await readFile(path.join(target, 'index.html'), 'utf8')).toBe('Главная, вторая');
  expect(await readFile(path.join(target, 'news/1/index.html'), 'utf8')).toContain('Снято');
  await delivery.deliver(site, { changed: [], removed: ['/'] });
  expect(await readdir(target)).not.toContain('index.html');
  delivery.close();
});

test('code of an earlier release stays for open pages, an unused picture does not', async () => {
  const target = path.join(folder, 'target');
  const delivery = openDelivery(pathToFileURL(target).href, path.join(folder, 'delivered.sqlite'));
  await put('media/0123456789abcdef-480.webp', 'картинка');
  await delivery.deliverAll(site);
  await rm(path.join(site, '_astro'), { recursive: true });
  await rm(path.join(site, 'media'), { recursive: true });
  await delivery.deliverAll(site);
  expect(await readdir(path.join(target, '_astro'))).toEqual(['a.1.js']);
  expect(await readdir(path.join(target, 'media'))).toEqual([]);
  delivery.close();
});

test('a comparison brings files that were removed or truncated at the target', async () => {
  const target = path.join(folder, 'target');
  const delivery = openDelivery(pathToFileURL(target).href, path.join(folder, 'delivered.sqlite'));
  await put('gone/news/2/index.html', 'Снято');
  await delivery.deliverAll(site);
  await rm(path.join(target, '_astro/a.1.js'));
  await rm(path.join(target, 'news/2/index.html'));
  await writeFile(path.join(target, 'index.html'), '');
  expect(await delivery.deliverAll(site)).toBe(3);
  expect(await filesOf(target)).toEqual([
    '_astro/a.1.js',
    'delivery.json',
    'gone/news/2/index.html',
    'index.html',
    'news/1/index.html',
    'news/2/index.html',
  ]);
  expect(await readFile(path.join(target, 'index.html'), 'utf8')).toBe('Главная');
  delivery.close();
});

test.each([
  ['is lost', (file: string) => rm(file)],
  ['cannot be read', (file: string) => writeFile(file, 'no database')],
])('a record that %s leaves nothing outdated at the target', async (_, damage) => {
  const target = path.join(folder, 'target');
  const file = path.join(folder, 'delivered.sqlite');
  const first = openDelivery(pathToFileURL(target).href, file);
  await first.deliverAll(site);
  first.close();
  for (const part of ['-wal', '-shm']) await rm(file + part, { force: true });
  await damage(file);
  await rm(path.join(site, 'news'), { recursive: true });
  await put('index.html', 'Главная, вторая');
  const second = openDelivery(pathToFileURL(target).href, file);
  await second.deliverAll(site);
  expect(await filesOf(target)).toEqual(['_astro/a.1.js', 'delivery.json', 'index.html']);
  expect(await readFile(path.join(target, 'index.html'), 'utf8')).toBe('Главная, вторая');
  second.close();
});

test('foreign files at an unmarked target stay', async () => {
  const target = path.join(folder, 'target');
  await mkdir(target);
  await writeFile(path.join(target, 'verification.html'), 'чужая');
  const delivery = openDelivery(pathToFileURL(target).href, path.join(folder, 'delivered.sqlite'));
  await delivery.deliverAll(site);
  expect(await filesOf(target)).toContain('verification.html');
  delivery.close();
});

const filesOf = async (place: string) =>
  (await readdir(place, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
    .toSorted();

test('a storage gets signed requests with content types, and its failure is reported', async () => {
  const sent: { method: string; url: string; headers: IncomingHttpHeaders }[] = [];
  let status = 200;
  const storage = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end('<ListBucketResult></ListBucketResult>');
      return;
    }
    const { method, url: address, headers } = request;
    const answer = () => {
      sent.push({ method: method!, url: address!, headers });
      response.writeHead(status).end();
    };
    // A slow asset must not be overtaken by a page that needs it.
    request.resume().on('end', () => setTimeout(answer, address!.includes('_astro') ? 50 : 0));
  });
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  const { port } = storage.address() as AddressInfo;
  const url = `s3://bucket/site?endpoint=http://127.0.0.1:${port}&region=ru-1`;
  const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
  const delivery = openDelivery(url, path.join(folder, 'delivered.sqlite'), openTarget(url, keys));
  expect(await delivery.deliverAll(site)).toBe(3);
  const page = sent.find((one) => one.url === '/bucket/site/news/1/index.html');
  expect(page).toMatchObject({ method: 'PUT', headers: { 'content-type': 'text/html; charset=utf-8' } });
  expect(page?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/ru-1\/s3\//);
  // Pages follow the files they need.
  expect(sent[0]?.url).toBe('/bucket/site/_astro/a.1.js');
  await delivery.deliver(site, { changed: [], removed: ['/news/1/'] });
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', url: '/bucket/site/news/1/index.html' });
  status = 403;
  await put('index.html', 'Другая');
  await expect(delivery.deliver(site, { changed: ['/'], removed: [] })).rejects.toThrow(/PUT answered 403/);
  status = 200;
  expect(await delivery.deliver(site, { changed: ['/'], removed: [] })).toBe(1);
  delivery.close();
  await new Promise((resolve) => storage.close(resolve));
});

test('an interrupted comparison resumes', async () => {
  for (let page = 1; page <= 40; page += 1) await put(`drugs/${page}/index.html`, `Препарат ${page}`);
  const target = path.join(folder, 'target');
  const delivery = openDelivery(pathToFileURL(target).href, path.join(folder, 'delivered.sqlite'));
  let brought = 0;
  const options = { onProgress: () => void (brought += 1), isInterrupted: () => brought >= 10 };
  expect(await delivery.deliverAll(site, options)).toBeUndefined();
  const before = (await filesOf(target)).length;
  expect(await delivery.deliverAll(site)).toBe(43 - before);
  expect((await filesOf(target)).length).toBe(44);
  delivery.close();
});
