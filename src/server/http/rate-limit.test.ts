import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { contract, splitName } from '#contract/contract.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ settings: { RATE_LIMIT: '20' }, now: () => time });
  const site = path.join(portal.settings.DATA_DIR, 'site');
  await mkdir(path.join(site, 'releases/1/deseases'), { recursive: true });
  await writeFile(
    path.join(site, 'releases/1/deseases/index.html'),
    '<!doctype html><title>Заболевания</title>',
  );
  await symlink('releases/1', path.join(site, 'current'));
});
afterAll(() => portal.close());

const read = (url: string, remoteAddress: string) => portal.app.inject({ url, remoteAddress });

/** New addresses only: caches do not serve them. */
async function useUp(remoteAddress: string, count = 120): Promise<void> {
  for (let number = 0; number < count; number += 1)
    expect((await read(`/api/dict/subject?n=${remoteAddress}-${number}`, remoteAddress)).statusCode).toBe(
      200,
    );
}

const healthCalls = ['GET /api/health', 'GET /api/health/live', 'GET /api/health/ready'];
const reads = Object.entries(contract as Record<string, Call>)
  .filter(([name, { access }]) => name.startsWith('GET ') && access === 'anonymous')
  .map(([name]) => name);

test('every uncached read is refused beyond the limit of its network, except health', async () => {
  await useUp('192.0.2.1');
  const refused: string[] = [];
  for (const name of reads) {
    const url = splitName(name)
      .url.replace('{code}', 'about')
      .replace(/\{\w+\}/g, String(portal.sample.gaucher));
    const { statusCode, headers } = await read(`${url}?n=refused`, '192.0.2.1');
    if (statusCode !== 429) continue;
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    refused.push(name);
  }
  expect(refused).toEqual(reads.filter((name) => !healthCalls.includes(name)));
});

test('a cached response is free, other networks and accounts have a limit of their own, and it is restored with time', async () => {
  const cached = '/api/diseases?n=cached';
  await read(cached, '192.0.2.2');
  await useUp('192.0.2.2', 119);
  expect((await read(cached, '192.0.2.2')).statusCode).toBe(200);
  expect((await read('/api/dict/subject?n=late', '192.0.2.2')).statusCode).toBe(429);
  expect((await read('/api/dict/subject?n=other', '192.0.2.3')).statusCode).toBe(200);
  const doctor = await withSession(portal, await addPerson(portal, 'doctor', { email: 'one@example.ru' }), {
    ip: '192.0.2.2',
  });
  expect((await doctor.get('/api/user')).status).toBe(200);
  time = new Date(time.getTime() + 1000);
  expect((await read('/api/dict/subject?n=later', '192.0.2.2')).statusCode).toBe(200);
});

test('an account has one limit across networks', async () => {
  const person = await addPerson(portal, 'doctor', { email: 'two@example.ru' });
  const browsers = await Promise.all(
    ['192.0.2.4', '192.0.2.5'].map(async (ip) => await withSession(portal, person, { ip })),
  );
  const statuses = [];
  for (let number = 0; number < 122; number += 1)
    statuses.push((await browsers[number % 2]?.get('/api/user'))?.status);
  expect(statuses).toEqual([...Array<number>(120).fill(200), 429, 429]);
});

test('a page rendered for its query costs its network four reads, a published page none', async () => {
  const statuses = [];
  for (let number = 0; number < 31; number += 1)
    statuses.push((await read(`/deseases/?q=${number}`, '192.0.2.6')).statusCode);
  expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  const refused = await read('/deseases/?q=again', '192.0.2.6');
  expect(refused.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '5' });
  expect(refused.body).toContain('Слишком много запросов подряд');
  expect((await read('/deseases/', '192.0.2.6')).statusCode).toBe(200);
  expect((await read('/deseases/?q=again', '192.0.2.7')).statusCode).toBe(200);
});

test('a picture is resized once, and only to sizes used by pages', async () => {
  const editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'three@example.ru' }));
  const bytes = await sharp({ create: { width: 1200, height: 600, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
  const file = new File([new Uint8Array(bytes)], 'Схема.png');
  const { picture } = (await editor.post('/api/editors/files', { file, title: 'Схема' }, 'multipart')).data;
  expect(picture).toMatch(/-1200x600\.webp$/);
  await useUp('192.0.2.8', 119);
  const open = async (address: string) => (await read(address, '192.0.2.8')).statusCode;
  // The first takes the last token of the network.
  expect([await open(picture), await open(picture), await open(picture)]).toEqual([200, 200, 200]);
  expect(await open(picture.replace('1200x600', '480'))).toBe(429);
  for (const size of ['481', '1199x600', '1200x601'])
    expect(await open(picture.replace('1200x600', size))).toBe(404);
});
