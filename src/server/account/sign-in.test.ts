import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, openBrowser, password, signedIn } from '../../../tests/sample/people.ts';
import { hashOf } from '../base/secret.ts';
import { isOver } from './sessions.ts';

let portal: TestPortal;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ now: () => time });
  for (const type of ['doctor', 'patient', 'editor', 'admin'] as const)
    await addPerson(portal, type, { email: `${type}@example.ru` });
});
afterAll(() => portal.close());
beforeEach(() => {
  time = new Date();
});

const hours = (count: number) => new Date(time.getTime() + count * 3600_000);
const signIn = (email: string, secret = password, ip?: string) =>
  openBrowser(portal, ip ? { ip } : {}).post('/api/auth/login', { email, password: secret });

test(`B213 B233 B214 sign in, read the user, sign out (${dialect})`, async () => {
  const browser = openBrowser(portal);
  expect((await browser.get('/api/user')).data).toBeNull();
  const login = await browser.post('/api/auth/login', { email: ' Doctor@Example.RU ', password });
  expect(login.data).toMatchObject({ type: 'doctor', email: 'doctor@example.ru' });
  expect((await browser.get('/api/user')).data).toEqual(login.data);
  const token = browser.cookies.get('sid') ?? '';
  const out = await browser.post('/api/auth/logout');
  expect([out.data, out.headers['clear-site-data']]).toEqual([null, '"cache"']);
  expect([...browser.cookies.keys()]).toEqual(['device']);
  browser.cookies.set('sid', token);
  expect((await browser.get('/api/user')).data).toBeNull();
});

test('sign-ins and failures are audited with their account', async () => {
  const email = 'audited@example.ru';
  const { id } = await addPerson(portal, 'doctor', { email });
  await signIn(email, 'мимо');
  await signIn(email);
  const rows = await portal.database.kysely
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { action: 'failed to sign in', actor_id: null },
    { action: 'signed in', actor_id: id },
  ]);
});

test('D-3 cookies are hidden from scripts, except one without secrets', async () => {
  const { headers } = await signIn('doctor@example.ru');
  const cookies = [headers['set-cookie'] ?? []].flat().map(String);
  expect(cookies).toHaveLength(3);
  expect(cookies.find((line) => line.startsWith('sid='))).toMatch(
    /^sid=[\w-]{43}; Path=\/; Max-Age=7776000; SameSite=Lax; HttpOnly$/,
  );
  expect(cookies.find((line) => line.startsWith('u='))).toBe('u=1; Path=/; Max-Age=7776000; SameSite=Lax');
});

test('D-3 over https cookie names have the prefix and cookies are Secure', async () => {
  const secure = await startTestPortal({ settings: { SITE_URL: 'https://example.ru' } });
  await addPerson(secure, 'doctor', { email: 'doctor@example.ru' });
  const browser = await signedIn(secure, 'doctor@example.ru');
  expect([...browser.cookies.keys()].toSorted()).toEqual(['__Host-device', '__Host-sid', 'u']);
  expect((await browser.get('/api/user')).data).toMatchObject({ email: 'doctor@example.ru' });
  await secure.close();
});

test('D-3 each sign-in has a new token, ends the old one, and only the hash is stored', async () => {
  const browser = openBrowser(portal);
  browser.cookies.set('sid', 'planted');
  await browser.post('/api/auth/login', { email: 'doctor@example.ru', password });
  const first = browser.cookies.get('sid') ?? '';
  await browser.post('/api/auth/login', { email: 'doctor@example.ru', password });
  const second = browser.cookies.get('sid') ?? '';
  expect(new Set(['planted', first, second]).size).toBe(3);
  const stored = await portal.database.kysely.selectFrom('sessions').select('token_hash').execute();
  const hashes = stored.map(({ token_hash }) => token_hash);
  expect(hashes).toContain(hashOf(second));
  expect(hashes).not.toContain(hashOf(first));
  expect(hashes).not.toContain(second);
});

test.each([
  ['doctor', 14 * 24, 90 * 24],
  ['patient', 14 * 24, 90 * 24],
  ['editor', 0.5, 12],
  ['admin', 0.5, 12],
])('D-3 a session of a %s ends after %i idle hours, and after %i in all', async (type, idle, whole) => {
  const browser = await signedIn(portal, `${type}@example.ru`);
  const start = time;
  const isIn = async (at: number) => {
    time = new Date(start.getTime() + at * 3600_000);
    return (await browser.get('/api/user')).data !== null;
  };
  for (let at = 0; at < whole; at += idle * 0.9) expect([at, await isIn(at)]).toEqual([at, true]);
  expect(await isIn(whole)).toBe(false);
  expect(browser.cookies.has('sid')).toBe(false);
  time = start;
  const idler = await signedIn(portal, `${type}@example.ru`);
  time = hours(idle);
  expect((await idler.get('/api/user')).data).toBeNull();
});

test.each([
  ['doctor', 14 * 24],
  ['editor', 0.5],
])('sessions of a %s go on when the clock goes back two hours', async (type, idle) => {
  const browser = await signedIn(portal, `${type}@example.ru`);
  const isIn = async () => (await browser.get('/api/user')).data !== null;
  time = hours(-2);
  expect(await isIn()).toBe(true);
  // Idle time is not longer for that.
  time = hours(idle * 0.9);
  expect(await isIn()).toBe(true);
  time = hours(idle * 1.1);
  expect(await isIn()).toBe(false);
});

test('a clock set back accepts no session from the future', async () => {
  const browser = await signedIn(portal, 'doctor@example.ru');
  time = hours(-24);
  expect((await browser.get('/api/user')).data).toBeNull();
});

test('wrong password and unknown address get the same response', async () => {
  const wrong = await signIn('doctor@example.ru', 'совсем не тот пароль');
  const unknown = await signIn('absent@example.ru', 'совсем не тот пароль');
  expect(wrong.errors[0]?.message).toBe('Почта или пароль не подходят.');
  expect([unknown.status, unknown.text, Object.keys(unknown.headers)]).toEqual([
    wrong.status,
    wrong.text,
    Object.keys(wrong.headers),
  ]);
});

test('D-1 after five failures an account waits, longer each time, wherever attempts come from', async () => {
  const email = 'guessed@example.ru';
  await addPerson(portal, 'doctor', { email });
  for (let guess = 0; guess < 5; guess += 1)
    expect((await signIn(email, `догадка ${guess}`)).status).toBe(401);
  const refused = await signIn(email, password);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('1');
  expect(refused.errors[0]?.message).toBe('Слишком много попыток. Попробуйте снова через 1 секунду.');
  for (const wait of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    expect((await signIn(email, 'мимо')).headers['retry-after']).toBe(String(wait));
    time = new Date(time.getTime() + wait * 1000);
    expect((await signIn(email, 'мимо')).status).toBe(401);
  }
});

test('D-1 a burst of 200 concurrent attempts gets five', async () => {
  const email = 'burst@example.ru';
  await addPerson(portal, 'doctor', { email });
  const answers = await Promise.all(Array.from({ length: 200 }, () => signIn(email, 'не тот пароль')));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect(statuses.get(401)).toHaveLength(5);
  expect(statuses.get(429)).toHaveLength(195);
});

test('D-1 the owner signs in from a known browser during attempts of others', async () => {
  const email = 'owner@example.ru';
  await addPerson(portal, 'doctor', { email });
  const owner = await signedIn(portal, email);
  await owner.post('/api/auth/logout');
  for (let guess = 0; guess < 7; guess += 1) await signIn(email, 'не тот пароль');
  expect((await signIn(email)).status).toBe(429);
  expect((await owner.post('/api/auth/login', { email, password })).status).toBe(200);
});

test('D-1 a network has 20 failures a minute, an IPv6 /64 counting as one', async () => {
  const from = (ip: string, index: number) => signIn(`absent${index}@example.ru`, 'не тот пароль', ip);
  const four = await Promise.all(Array.from({ length: 25 }, (_, index) => from('192.0.2.7', index)));
  expect(four.filter(({ status }) => status === 429)).toHaveLength(5);
  const six = await Promise.all(
    Array.from({ length: 25 }, (_, index) => from(`2001:db8:1:2::${(index + 1).toString(16)}`, index + 100)),
  );
  expect(six.filter(({ status }) => status === 429)).toHaveLength(5);
  expect((await signIn('doctor@example.ru', password, '2001:db8:1:3::1')).status).toBe(200);
  time = new Date(time.getTime() + 60_000);
  expect((await from('192.0.2.7', 1)).status).toBe(401);
});

test('successful sign-ins cost no attempt', async () => {
  for (let count = 0; count < 25; count += 1)
    expect((await signIn('doctor@example.ru', password, '192.0.2.99')).status).toBe(200);
});

test('A-6 a block and a change of type apply from the next request', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'changing@example.ru' });
  const browser = await signedIn(portal, user.email);
  const set = (values: object) =>
    portal.database.transaction((tx) =>
      tx.updateTable('users').set(values).where('id', '=', user.id).execute(),
    );
  expect((await browser.get('/api/cases')).status).toBe(200);
  await set({ type: 'patient' });
  expect((await browser.get('/api/cases')).status).toBe(403);
  await set({ type: 'doctor', blocked_at: time.toISOString() });
  expect((await browser.get('/api/cases')).status).toBe(403);
  expect((await browser.get('/api/user')).data).toBeNull();
  const login = await signIn(user.email);
  expect([login.status, login.errors[0]?.message]).toEqual([403, expect.stringContaining('заблокирована')]);
});

test('B267 an anonymous visitor gets no cookie, and the catalogue is the same for everyone', async () => {
  const anonymous = await portal.get('/api/diseases');
  const browser = await signedIn(portal, 'doctor@example.ru');
  const doctor = await browser.get('/api/diseases');
  expect(doctor.text).toBe(anonymous.text);
  expect(doctor.headers['cache-control']).toBe(anonymous.headers['cache-control']);
  for (const url of ['/api/diseases', '/api/user', '/api/fast-search?query=гоше', '/api/captcha/ssid'])
    expect((await portal.get(url)).headers['set-cookie']).toBeUndefined();
});

test('a session started as a reader is shortened when its owner becomes an editor', () => {
  const at = new Date('2026-11-21T10:00:00Z');
  const ago = (hours: number) => new Date(at.getTime() - hours * 3600_000).toISOString();
  const session = { created_at: ago(13), seen_at: ago(0), expires_at: ago(-1000) };
  expect([isOver(session, 'doctor', at), isOver(session, 'editor', at)]).toEqual([false, true]);
});
