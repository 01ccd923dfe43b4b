import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#contract/call.ts';
import { contract, splitName } from '#contract/contract.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';

const site = 'https://register.example.ru';
let portal: TestPortal;
let browser: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { SITE_URL: site, CAPTCHA: 'off' } });
  browser = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  browser.cookies.set('__Host-sid', browser.cookies.get('sid') ?? '');
});
afterAll(() => portal.close());

const actions = Object.entries<Pick<Call, 'isFromAnywhere'>>(contract)
  // Mail programs have no origin; their signed token authorises them.
  .filter(([, { isFromAnywhere }]) => !isFromAnywhere)
  .map(([name]) => splitName(name))
  .filter(({ method }) => method !== 'GET');

test('D-4 three calls accept any origin: of a mail program, and two of hospitals, which change nothing', () => {
  const open = Object.entries<Pick<Call, 'isFromAnywhere'>>(contract).filter(
    ([, call]) => call.isFromAnywhere,
  );
  expect(open.map(([name]) => name)).toEqual([
    'POST /api/signs/ask',
    'POST /api/signs/rank',
    'POST /api/unsubscribe',
  ]);
});

const foreign: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['a site with the same prefix', { origin: `${site}.evil.example` }],
  ['a sub-domain', { origin: 'https://a.register.example.ru' }],
  ['the parent domain', { origin: 'https://example.ru' }],
  ['http instead of https', { origin: site.replace('https', 'http') }],
  ['another port', { origin: `${site}:8443` }],
  ['a sandboxed frame', { origin: 'null' }],
  ['a browser that says cross-site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  [
    'a browser that says same-site',
    { origin: 'https://a.register.example.ru', 'sec-fetch-site': 'same-site' },
  ],
  ['cross-site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['the own origin, marked as cross-site by the browser', { origin: site, 'sec-fetch-site': 'cross-site' }],
];

const bodies: [string, string, string][] = [
  ['form', 'application/x-www-form-urlencoded', 'email=a@example.ru'],
  [
    'multipart',
    'multipart/form-data; boundary=x',
    '--x\r\ncontent-disposition: form-data; name=id\r\n\r\n1\r\n--x--\r\n',
  ],
  ['text', 'text/plain', '{"email":"a@example.ru"}'],
  ['JSON', 'application/json', '{"email":"a@example.ru"}'],
];

test.each(foreign)(
  `D-4 %s is rejected by every call that changes anything (${dialect})`,
  async (_, headers) => {
    expect(actions.length).toBeGreaterThan(25);
    for (const { url } of actions) {
      for (const [kind, type, payload] of bodies) {
        const response = await portal.app.inject({
          method: 'POST',
          url: url.replace(/\{\w+\}/, '1'),
          headers: {
            ...headers,
            'content-type': type,
            cookie: `__Host-sid=${browser.cookies.get('__Host-sid')}`,
          },
          payload,
        });
        expect([url, kind, response.statusCode]).toEqual([url, kind, 403]);
      }
    }
  },
);

test.each<[string, Record<string, string>]>([
  ['its origin', { origin: site }],
  ['no origin to name on a page without referrer', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['its origin and same-origin', { origin: site, 'sec-fetch-site': 'same-origin' }],
  ['same-origin', { 'sec-fetch-site': 'same-origin' }],
  ['nothing, as clients without a browser do (G70)', {}],
])('D-4 a request with %s is accepted', async (_, headers) => {
  for (const { url } of actions) {
    const response = await portal.app.inject({ method: 'POST', url, headers });
    expect([url, response.statusCode]).not.toEqual([url, 403]);
  }
});

test('locally, localhost equals 127.0.0.1', async () => {
  const local = await startTestPortal();
  const post = (host: string, origin: string) =>
    local.app.inject({ method: 'POST', url: '/api/auth/logout', headers: { host, origin } });
  expect((await post('localhost:4321', 'http://localhost:4321')).statusCode).toBe(200);
  expect((await post('localhost:4321', 'http://localhost:9999')).statusCode).toBe(403);
  await local.close();
});
