import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { contract, splitName } from '#contract/contract.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { signedIn, addPerson, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let admin: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off', RATE_LIMIT: '0' } });
  await addPerson(portal, 'admin', { email: 'admin@example.ru' });
  admin = await signedIn(portal, 'admin@example.ru');
});
afterAll(() => portal.close());

const reads = Object.entries<Pick<Call, 'access' | 'cache'>>(contract)
  .filter(([name]) => name.startsWith('GET '))
  .map(([name, { access, cache }]) => ({ name, url: splitName(name).url, access, cache }));
const addressOf = (url: string) =>
  url.replace('{code}', 'about').replaceAll(/\{\w+\}/g, String(portal.sample.gaucher));
const isOpen = (headers: Record<string, unknown>) => [
  headers['access-control-allow-origin'],
  headers['cross-origin-resource-policy'],
];

test('pages of other sites may read the catalogue, and what they ask wrongly', async () => {
  const shared = reads.filter(({ cache }) => cache !== 'none');
  expect(shared.length).toBeGreaterThan(40);
  for (const { name, url, access } of shared) {
    expect([name, access]).toEqual([name, 'anonymous']);
    const { headers, status } = await portal.get(addressOf(url), { origin: 'https://other.example' });
    if (status === 503) continue;
    expect([name, ...isOpen(headers)]).toEqual([name, '*', 'cross-origin']);
    if (status === 200) expect(headers['cache-control']).toMatch(/^public, /);
  }
  const fresh = await portal.get('/api/diseases');
  const known = await portal.get('/api/diseases', { 'if-none-match': String(fresh.headers['etag']) });
  const missing = await portal.get('/api/diseases/999999');
  const wrong = await portal.get('/api/diseases?page=0');
  expect([known.status, missing.status, wrong.status]).toEqual([304, 404, 400]);
  for (const { headers } of [known, missing, wrong]) expect(isOpen(headers)).toEqual(['*', 'cross-origin']);
});

test('a shared response is the same with a session and without', async () => {
  for (const url of ['/api/diseases/list.csv', '/api/changes?since=0', '/api/openapi.json']) {
    const { headers } = await admin.get(url);
    expect([headers['set-cookie'], headers['cache-control']]).toEqual([
      undefined,
      'public, max-age=0, must-revalidate',
    ]);
  }
});

test('no other site reads what depends on a session', async () => {
  const own = reads.filter(({ cache }) => cache === 'none');
  expect(own.length).toBeGreaterThan(60);
  for (const { name, url } of own)
    for (const { headers } of [
      await portal.get(addressOf(url), { origin: 'https://other.example' }),
      await admin.get(addressOf(url)),
    ]) {
      expect([name, ...isOpen(headers)]).toEqual([name, undefined, 'same-origin']);
      expect([name, headers['cache-control']]).toEqual([name, 'no-store']);
    }
});
