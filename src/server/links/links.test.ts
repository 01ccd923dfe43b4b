import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { writeRecord } from '../catalogue/store.ts';
import { fetchLink, type LinkCheckOptions } from './fetch-link.ts';
import { checkLinks, gatherLinks } from './check.ts';
import { isPublicAddress } from './public-address.ts';
import { linksIn } from './uses.ts';

/** A test site whose paths name their response, with a log of requests. */
let site: Server;
let origin = '';
const requests: string[] = [];
let isMended = false;
let portal: TestPortal;
let editor: Browser;
/** Clock of the checks; sessions use the real one. */
let time = Date.now();
const now = () => new Date(time);

/** Allows this machine at one of its addresses; others stay forbidden. */
const options: LinkCheckOptions = {
  agent: 'test',
  anyPort: true,
  between: 0,
  timeoutMs: 500,
  isAllowed: (address) => address === '127.0.0.1',
};

beforeAll(async () => {
  site = createServer((request, response) => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    const go = (location: string) => response.writeHead(302, { location }).end();
    if (url === '/good') response.writeHead(200).end('да');
    else if (url === '/no-head') response.writeHead(method === 'HEAD' ? 405 : 200).end();
    else if (url === '/closed-to-machines') response.writeHead(403).end();
    else if (url === '/later') response.writeHead(isMended ? 200 : 404).end();
    else if (url === '/moved') go('/good');
    else if (url === '/loop') go('/loop');
    else if (url === '/inside') go('http://127.0.0.2/secret');
    else if (url === '/metadata') go('http://169.254.169.254/latest/meta-data/');
    else if (url === '/file') go('file:///etc/passwd');
    else if (url !== '/silent') response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  portal = await startTestPortal({ settings: { CAPTCHA: 'off', LINKS_CHECK: 'daily' } });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await portal.close();
});

test.each([
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['2a00:1450:4010:c0f::8a', true],
])('address %s is allowed: %s', (address, may) => {
  expect(isPublicAddress(address)).toBe(may);
});

test.each([
  ['/good', { status: 200, problem: null }],
  ['/no-head', { status: 200, problem: null }],
  ['/moved', { status: 200, problem: null }],
  ['/nowhere', { status: 404, problem: null }],
  ['/loop', { status: null, problem: 'loop' }],
  ['/silent', { status: null, problem: 'silence' }],
  ['/inside', { status: null, problem: 'closed' }],
  ['/metadata', { status: null, problem: 'closed' }],
  ['/file', { status: null, problem: 'closed' }],
])('link %s gives %o', async (path, answer) => {
  expect(await fetchLink(`${origin}${path}`, options)).toEqual(answer);
});

test.each([
  'http://127.0.0.1:1/',
  'http://localhost/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0/',
  'https://10.0.0.1/',
])('%s is never requested in any spelling', async (url) => {
  expect(await fetchLink(url, { agent: 'test' })).toEqual({ status: null, problem: 'closed' });
});

test('links are found in fields, texts and sources, without surrounding punctuation', () => {
  const data = {
    link: 'https://example.ru/a#part',
    text: 'См. [сайт](https://example.ru/b), https://example.ru/c. И (https://example.ru/d_(e)).',
    list: [{ url: 'https://example.ru/a' }],
    no: 'ftp://example.ru/ и example.ru',
  };
  expect(linksIn(JSON.stringify(data), '[{"url":"https://example.ru/s"}]')).toEqual([
    { field: 'link', url: 'https://example.ru/a' },
    { field: 'text', url: 'https://example.ru/b' },
    { field: 'text', url: 'https://example.ru/c' },
    { field: 'text', url: 'https://example.ru/d_(e)' },
    { field: 'list', url: 'https://example.ru/a' },
    { field: 'sources', url: 'https://example.ru/s' },
  ]);
});

test(`editors see broken links, their age and records, until they are fixed (${dialect})`, async () => {
  const id = portal.sample.gaucher;
  const write = (about: string) =>
    portal.database.transaction((tx) =>
      writeRecord(tx, { kind: 'disease', id, fields: { about }, origins: 'editor', author: 'test' }),
    );
  const context = { ...portal, now, options };
  const list = async () => (await editor.get('/api/editors/links')).data;
  await write(`[жива](${origin}/good) [нет](${origin}/later) [закрыта](${origin}/closed-to-machines)`);
  await gatherLinks(context);
  await checkLinks(context);
  const [found, ...rest] = (await list()).items.filter(({ url }: { url: string }) => url.startsWith(origin));
  expect(rest).toEqual([]);
  expect(found).toMatchObject({
    url: `${origin}/later`,
    status: 404,
    problem: 'Страницы нет (404)',
    since: new Date(time).toISOString(),
    uses: [{ id, kind: 'disease', field: 'Что это' }],
  });
  const before = requests.length;
  expect(await checkLinks(context)).toBe(0);
  expect(requests.length).toBe(before);
  time += 86_400_000;
  await checkLinks(context);
  expect((await list()).items[0]).toMatchObject({
    since: found.since,
    checked_at: new Date(time).toISOString(),
  });
  isMended = true;
  time += 86_400_000;
  await checkLinks(context);
  expect((await list()).items.filter(({ url }: { url: string }) => url.startsWith(origin))).toEqual([]);
});

test('if no site responds, our own network is down and no link is broken', async () => {
  const about = [1, 2, 3].map((number) => `http://127.0.0.1:${number}/`).join(' ');
  await portal.database.transaction((tx) =>
    writeRecord(tx, {
      kind: 'disease',
      id: portal.sample.fabry,
      fields: { about },
      origins: 'editor',
      author: 'test',
    }),
  );
  const context = { ...portal, now, options };
  await gatherLinks(context);
  await portal.database.transaction((tx) => tx.updateTable('outer_links').set({ since: null }).execute());
  expect(await checkLinks(context)).toBeGreaterThanOrEqual(3);
  expect((await editor.get('/api/editors/links')).data.total).toBe(0);
  time += 3_600_000;
  expect(await checkLinks(context)).toBeGreaterThanOrEqual(3);
});

test('a link outside published records is never requested', async () => {
  const answer = await editor.post('/api/editors/links', { url: `${origin}/anything` });
  expect(answer.status).toBe(404);
  expect(requests.some((line) => line.includes('/anything'))).toBe(false);
});
