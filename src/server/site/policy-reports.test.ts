import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession } from '../../../tests/sample/people.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({
    settings: { CAPTCHA: 'off', SITE_URL: 'http://register.example', TRUST_PROXY: 'loopback' },
  });
});
afterAll(() => portal.close());

/** As browsers send it, with its own content type. */
const report = async (
  body: unknown,
  { type = 'application/csp-report', ip = '203.0.113.1', url = '/api/policy-reports' } = {},
) =>
  (
    await portal.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type, host: 'register.example', 'x-forwarded-for': ip },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  ).statusCode;

const violation = (page: string, blocked: string) => ({
  'csp-report': {
    'document-uri': `http://register.example${page}`,
    'violated-directive': 'script-src-elem',
    'effective-directive': 'script-src-elem',
    'blocked-uri': blocked,
    'script-sample': 'Иванов Пётр',
    referrer: 'http://register.example/search/?q=Иванов',
  },
});

test(`policy violations are counted for administrators, without data of readers (${dialect})`, async () => {
  expect(await report(violation('/deseases/7/?q=Иванов', 'https://evil.example/x.js?who=me'))).toBe(200);
  expect(await report(violation('/deseases/8/', 'https://evil.example/y.js'))).toBe(200);
  const several = [
    {
      type: 'csp-violation',
      age: 1,
      url: 'http://register.example/ivanov-petr/',
      user_agent: 'Browser',
      body: {
        documentURL: 'http://register.example/ivanov-petr/',
        effectiveDirective: 'script-src',
        blockedURL: 'inline',
      },
    },
    { type: 'deprecation', url: 'http://register.example/', body: {} },
  ];
  expect(await report(several, { type: 'application/reports+json' })).toBe(200);
  // A page of another site.
  expect(
    await report({ 'csp-report': { 'document-uri': 'https://other.example/', 'blocked-uri': 'inline' } }),
  ).toBe(200);
  const admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  const answer = await admin.get('/api/editors/policy-reports');
  expect(
    answer.data.map(({ directive, blocked, section, count }: Record<string, unknown>) => [
      directive,
      blocked,
      section,
      count,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['script-src-elem', 'https://evil.example', '/deseases/', 2],
      ['script-src', 'inline', 'other', 1],
    ]),
  );
  expect(answer.data).toHaveLength(2);
  expect(answer.text).not.toMatch(/Иванов|ivanov|203\.0|who=me/);
  const editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
  expect((await editor.get('/api/editors/policy-reports')).status).toBe(403);
});

test('a report of unusual size or shape is rejected, and other calls take no reports', async () => {
  expect(await report(`{"csp-report":{"x":"${'x'.repeat(40_000)}"}}`)).toBe(413);
  expect(await report('[1,2]', { type: 'application/reports+json' })).toBe(400);
  expect(await report('{"csp-report":')).toBe(400);
  expect(await report({ email: 'a@b.ru' }, { url: '/api/unsubscribe' })).toBe(415);
});

test('fabricated reports are dropped after a while and do not fill the disk', async () => {
  const rows = async () =>
    (await portal.database.kysely.selectFrom('policy_reports').selectAll().execute()).length;
  const before = await rows();
  for (let number = 0; number < 40; number += 1)
    expect(await report(violation('/', `https://made-up-${number}.example/`), { ip: '198.51.100.7' })).toBe(
      200,
    );
  expect(await rows()).toBe(before + 30);
});
