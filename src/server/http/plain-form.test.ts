import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import {
  addPerson,
  codeIn,
  doctorForm,
  factorCode,
  openBrowser,
  password,
} from '../../../tests/sample/people.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
});
afterAll(() => portal.close());

const page = { accept: 'text/html,application/xhtml+xml' };
const signIn = (query = '', secret = password, pageQuery = '?next=x') => {
  const browser = openBrowser(portal);
  return browser
    .post(`/api/auth/login${query}`, { email: 'doctor@example.ru', password: secret }, 'form', {
      ...page,
      referer: `${portal.settings.SITE_URL}/profile/login/${pageQuery}`,
    })
    .then((answer) => ({ ...answer, browser }));
};

test('without scripts a form signs in and redirects to the profile', async () => {
  const { status, headers, browser } = await signIn();
  expect([status, headers['location']]).toEqual([303, '/profile/']);
  expect((await browser.get('/api/user')).data).toMatchObject({ email: 'doctor@example.ru' });
  const out = await browser.post('/api/auth/logout', {}, 'form', page);
  expect([out.status, out.headers['location']]).toEqual([303, '/']);
});

test.each([
  ['', '/profile/editors/'],
  ['?next=%2Fdrugs%2F', '/drugs/'],
])('an editor who signs in without scripts at %j is redirected to %s', async (query, location) => {
  const email = `editor${query.length}@example.ru`;
  await addPerson(portal, 'editor', { email });
  const browser = openBrowser(portal);
  await browser.post('/api/auth/login', { email, password }, 'form', page);
  const code = factorCode();
  const { headers } = await browser.post(`/api/auth/second-factor${query}`, { code }, 'form', page);
  expect(headers['location']).toBe(location);
});

test.each([
  ['/profile/subscribes/', '/profile/subscribes/'],
  ['/deseases/1/?a=б', '/deseases/1/?a=%D0%B1'],
  ['/%', '/%'],
  ['/.//evil.example/', '/profile/'],
  ['//evil.example/', '/profile/'],
  ['/\\evil.example/', '/profile/'],
  ['https://evil.example/', '/profile/'],
  ['javascript:alert(1)', '/profile/'],
  ['/\r\nset-cookie: x=y', '/profile/'],
])('G6 after signing in %s redirects to %s', async (next, location) => {
  expect((await signIn(`?next=${encodeURIComponent(next)}`)).headers['location']).toBe(location);
});

test('G6 the target may be in the address of the form’s page', async () => {
  const { headers } = await signIn('', password, '?next=%2Fcases%2F');
  expect(headers['location']).toBe('/cases/');
});

test('a rejected form shows the reason on a page with a back link', async () => {
  const { status, headers, text } = await signIn('', 'не тот пароль');
  expect([status, headers['content-type']]).toEqual([401, 'text/html; charset=utf-8']);
  expect(text).toContain('Почта или пароль не подходят.');
  expect(text).toContain('href="/profile/login/"');
});

test('a registration without scripts ends with a message, a wrong one with all errors', async () => {
  const browser = openBrowser(portal);
  const good = await browser.post('/api/register/doctor', doctorForm(), 'form', page);
  expect([good.status, good.text]).toEqual([200, expect.stringContaining('ссылку для подтверждения')]);
  const bad = await browser.post('/api/register/doctor', doctorForm({ city: '', med: '' }), 'form', page);
  expect(bad.text).toContain('Укажите город.');
  expect(bad.text).toContain('Укажите учреждение.');
});

test('a confirmation without scripts asks for what is missing, then redirects to the profile (G72)', async () => {
  const browser = openBrowser(portal);
  const email = 'plain@example.ru';
  await browser.post('/api/register/doctor', doctorForm({ email, specialist: undefined }));
  const code = await codeIn(portal, email);
  const confirm = (more: object) => browser.post('/api/user/confirm', { code, ...more }, 'form', page);
  const wanting = await confirm({ password });
  expect([wanting.status, wanting.text]).toEqual([
    200,
    expect.stringContaining('отметьте недостающие согласия'),
  ]);
  const done = await confirm({ password, specialist: 'on' });
  expect([done.status, done.headers['location']]).toEqual([303, '/profile/']);
  expect((await browser.get('/api/user')).data).toMatchObject({ email });
});
