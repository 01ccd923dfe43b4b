import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findBrokenOuterLinks } from './outer-links.ts';
import { isPublicAddress } from './public-address.ts';

let site: Server;
let origin: string;
let folder: string;
let requests: string[] = [];
beforeAll(async () => {
  site = createServer(({ url = '', method }, response) => {
    requests.push(url);
    const redirect = (location: string) => response.writeHead(302, { location }).end();
    if (url === '/good') response.end();
    else if (url === '/no-head') response.writeHead(method === 'HEAD' ? 405 : 200).end();
    else if (url === '/closed-to-robots') response.writeHead(403).end();
    else if (url === '/moved') redirect('/good');
    else if (url === '/inside') redirect('http://127.0.0.2/secret');
    else response.writeHead(404).end();
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'register-outer-links-'));
  const links = (...paths: string[]) => paths.map((path) => `<a href="${origin}${path}">я</a>`).join('');
  await writeFile(
    join(folder, 'index.html'),
    `<link rel="canonical" href="https://register.invalid/"><a href="/absent/">а</a><a href="mailto:a@b.ru">б</a>
    ${links('/good', '/no-head', '/closed-to-robots', '/moved', '/dead#part')}`,
  );
  await mkdir(join(folder, 'deseases/7'), { recursive: true });
  await writeFile(join(folder, 'deseases/7/index.html'), links('/dead', '/inside', '/good'));
});
beforeEach(() => {
  requests = [];
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await rm(folder, { recursive: true, force: true });
});

test('dead links to other sites are found on all pages', async () => {
  const { problems, links } = await findBrokenOuterLinks(folder, (address) => address === '127.0.0.1');
  expect(problems.toSorted()).toEqual([
    expect.stringMatching(`^${origin}/dead: ответ 404; страница \\S+ и ещё 1$`),
    `${origin}/inside: ведёт во внутреннюю сеть; страница deseases/7/index.html`,
  ]);
  expect(links).toBe(6);
});

test('private networks are never asked', async () => {
  const { problems } = await findBrokenOuterLinks(folder);
  expect(problems).toHaveLength(7);
  expect(requests).toEqual([]);
});

test.each([
  ['127.0.0.1', false],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['2a00:1450:4010:c0f::8a', true],
])('address %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
