import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  actionLettersTo,
  openBrowser,
  password,
  signedIn,
  type Browser,
} from '../../../tests/sample/people.ts';
import { totpOf } from './factor-codes.ts';

let portal: TestPortal;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ now: () => time });
});
afterAll(() => portal.close());
beforeEach(() => {
  time = new Date();
});

const later = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000);
};
const codeNow = (secret: string) => totpOf(secret, '').generate({ timestamp: time.getTime() });
const logIn = (browser: Browser, email: string) => browser.post('/api/auth/login', { email, password });
const second = (browser: Browser, code: string) => browser.post('/api/auth/second-factor', { code });

let people = 0;
/** A doctor with a new second factor, in this browser. */
async function guarded() {
  people += 1;
  const email = `guarded${people}@example.ru`;
  const user = await addPerson(portal, 'doctor', { email });
  const browser = await signedIn(portal, email);
  const { data } = await browser.post('/api/user/second-factor/setup', { password });
  const confirmed = await browser.post('/api/user/second-factor/confirm', { code: codeNow(data.secret) });
  expect(confirmed.status).toBe(200);
  later(60);
  return {
    email,
    user,
    browser,
    secret: data.secret as string,
    codes: confirmed.data.recovery_codes as string[],
  };
}

test(`G54 any user may set up a second factor and sign in with it (${dialect})`, async () => {
  const email = 'wants@example.ru';
  await addPerson(portal, 'doctor', { email });
  const [browser, other] = [await signedIn(portal, email), await signedIn(portal, email)];
  expect((await browser.get('/api/user')).data.second_factor).toBe('off');
  const wrong = await browser.post('/api/user/second-factor/setup', { password: 'не тот пароль' });
  expect([wrong.status, wrong.errors[0]?.customData?.field]).toEqual([400, 'password']);
  const { data } = await browser.post('/api/user/second-factor/setup', { password });
  expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(data.uri).toContain(`secret=${data.secret}`);
  expect(data.qr.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
  // Not required before the first code.
  expect((await logIn(openBrowser(portal), email)).data.email).toBe(email);
  const bad = await browser.post('/api/user/second-factor/confirm', { code: '000000' });
  expect([bad.status, bad.errors[0]?.customData?.field]).toEqual([400, 'code']);
  const { data: given } = await browser.post('/api/user/second-factor/confirm', {
    code: codeNow(data.secret),
  });
  expect(new Set(given.recovery_codes).size).toBe(10);
  expect((await browser.get('/api/user/second-factor')).data).toMatchObject({ state: 'on', codes_left: 10 });
  expect((await other.get('/api/user')).data).toBeNull();
  expect((await actionLettersTo(portal, email)).map(({ subject }) => subject)).toEqual([
    'Второй фактор включён',
  ]);

  const fresh = openBrowser(portal);
  const step = await logIn(fresh, email);
  expect([step.status, step.data]).toEqual([
    200,
    { state: 'second-factor-needed', factors: ['application'] },
  ]);
  // A reloaded page asks for the code again; anonymous pages request nothing.
  expect([...fresh.cookies.keys(), fresh.cookies.get('u')]).toEqual(['sid', 'u', '2']);
  expect((await fresh.get('/api/auth/second-factor')).data).toEqual(step.data);
  expect((await openBrowser(portal).get('/api/auth/second-factor')).data).toBeNull();
  const half = fresh.cookies.get('sid');
  expect((await fresh.get('/api/user')).data).toBeNull();
  expect((await fresh.get('/api/user/sessions')).status).toBe(401);
  later(60);
  const done = await second(fresh, codeNow(data.secret));
  expect([done.status, done.data.email, done.data.second_factor]).toEqual([200, email, 'on']);
  expect(fresh.cookies.get('sid')).not.toBe(half);
  expect((await fresh.get('/api/user')).data.email).toBe(email);
  expect((await fresh.get('/api/auth/second-factor')).data).toBeNull();
  fresh.cookies.set('sid', half ?? '');
  expect((await second(fresh, codeNow(data.secret))).status).toBe(401);
});

test('key and codes are encrypted in the database', async () => {
  const { user, secret, codes } = await guarded();
  const db = portal.database.kysely;
  const factors = await db.selectFrom('factors').selectAll().where('user_id', '=', user.id).execute();
  const stored = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', user.id).execute();
  const text = JSON.stringify([factors, stored]);
  for (const hidden of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))])
    expect(text).not.toContain(hidden);
});

test('a code works once, even in a burst, and not after its time', async () => {
  const { email, secret } = await guarded();
  const browsers = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const browser = openBrowser(portal);
      await logIn(browser, email);
      return browser;
    }),
  );
  const code = codeNow(secret);
  const answers = await Promise.all(browsers.map((browser) => second(browser, code)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  const late = openBrowser(portal);
  await logIn(late, email);
  later(90);
  expect((await second(late, code)).status).toBe(401);
  // An earlier code that nobody has used is as good, once.
  const current = codeNow(secret);
  later(-30);
  const earlier = codeNow(secret);
  later(30);
  expect((await second(late, current)).status).toBe(200);
  const secondBrowser = openBrowser(portal);
  await logIn(secondBrowser, email);
  expect((await second(secondBrowser, earlier)).status).toBe(200);
  const thirdBrowser = openBrowser(portal);
  await logIn(thirdBrowser, email);
  expect((await second(thirdBrowser, earlier)).status).toBe(401);
});

test('after the clock went back two hours unused codes work, and used ones do not', async () => {
  const { email, secret, browser } = await guarded();
  const passed = async (code: string) => {
    const next = openBrowser(portal);
    await logIn(next, email);
    return (await second(next, code)).status;
  };
  const start = time;
  const used: string[] = [];
  for (let hour = 0; hour < 3; hour += 1) {
    time = new Date(start.getTime() + hour * 3_600_000);
    used.push(codeNow(secret));
    expect(await passed(used.at(-1)!)).toBe(200);
  }
  for (const [hour, code] of used.entries()) {
    time = new Date(start.getTime() + hour * 3_600_000);
    expect(await passed(code)).toBe(401);
    later(60);
    expect(await passed(codeNow(secret))).toBe(200);
  }
  // The key of the person who set it up is still there.
  time = start;
  expect((await browser.get('/api/user')).data.email).toBe(email);
});

test('each of ten recovery codes works once, in any spelling', async () => {
  const { email, codes } = await guarded();
  const [first = '', other = ''] = codes;
  const enter = async (code: string) => {
    const browser = openBrowser(portal);
    await logIn(browser, email);
    return (await second(browser, code)).status;
  };
  expect(await enter(first.toUpperCase().replace('-', ' '))).toBe(200);
  expect(await enter(first)).toBe(401);
  expect((await Promise.all([enter(other), enter(other)])).toSorted()).toEqual([200, 401]);
});

const rename = (table: string, to: string) =>
  portal.database.transaction((tx) => tx.schema.alterTable(table).renameTo(to).execute());

test('a code is not used up by a sign-in that fails', async () => {
  const { email, codes } = await guarded();
  const browser = openBrowser(portal);
  await logIn(browser, email);
  // The session cannot be audited.
  await rename('audit', 'audit_away');
  try {
    expect((await second(browser, codes[0]!)).status).toBe(500);
  } finally {
    await rename('audit_away', 'audit');
  }
  expect((await second(browser, codes[0]!)).data).toMatchObject({ email });
});

test('D-1 code attempts are counted by account: a burst of 100 gets five', async () => {
  const { email, secret } = await guarded();
  const browser = openBrowser(portal);
  await logIn(browser, email);
  const answers = await Promise.all(Array.from({ length: 100 }, () => second(browser, 'abcde-fghjk')));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect([statuses.get(401)?.length, statuses.get(429)?.length]).toEqual([5, 95]);
  expect((await second(browser, codeNow(secret))).status).toBe(429);
  later(60);
  expect((await second(browser, codeNow(secret))).status).toBe(200);
});

test('the second step must follow within ten minutes', async () => {
  const { email, secret, browser: signedInBrowser } = await guarded();
  const browser = openBrowser(portal);
  await logIn(browser, email);
  // Nobody has signed in by the first step alone.
  expect((await signedInBrowser.get('/api/user/sessions')).data).toHaveLength(1);
  later(600);
  const late = await second(browser, codeNow(secret));
  expect([late.status, late.errors[0]?.message]).toEqual([401, expect.stringContaining('ещё раз')]);
  expect((await second(openBrowser(portal), '123456')).status).toBe(401);
});

test.each(['editor', 'admin'] as const)(
  'G54 a session of an %s without the factor can only set it up',
  async (type) => {
    const email = `bare-${type}@example.ru`;
    const user = await addPerson(portal, type, { email });
    await portal.database.transaction((tx) =>
      tx.deleteFrom('factors').where('user_id', '=', user.id).execute(),
    );
    const browser = await signedIn(portal, email);
    expect((await browser.get('/api/user')).data).toMatchObject({ type, second_factor: 'required' });
    const closed = ['/api/cases', '/api/applications', '/api/user/export', '/api/editors/applications'];
    for (const url of closed) expect([url, (await browser.get(url)).status]).toEqual([url, 403]);
    const change = { current_password: password, password, confirm_password: password };
    expect((await browser.post('/api/user/password', change)).status).toBe(403);
    const { data } = await browser.post('/api/user/second-factor/setup', { password });
    const confirm = await browser.post('/api/user/second-factor/confirm', { code: codeNow(data.secret) });
    expect(confirm.status).toBe(200);
    expect((await browser.get('/api/editors/applications')).status).toBe(200);
    // Without it the next request is rejected.
    later(60);
    const code = codeNow(data.secret);
    const off = await browser.post('/api/user/second-factor/disable', { password, code });
    expect(off.data.second_factor).toBe('required');
    expect((await browser.get('/api/editors/applications')).status).toBe(403);
  },
);

test('removing the factor and renewing codes need password and code', async () => {
  const { email, browser, codes, secret } = await guarded();
  const alone = await browser.post('/api/user/second-factor/codes', { password });
  expect([alone.status, alone.errors[0]?.customData?.field]).toEqual([400, 'code']);
  const renewed = await browser.post('/api/user/second-factor/codes', { password, code: codeNow(secret) });
  expect(renewed.data.recovery_codes).not.toContain(codes[0]);
  const old = openBrowser(portal);
  await logIn(old, email);
  expect((await second(old, codes[0] ?? '')).status).toBe(401);
  later(60);
  const elsewhere = openBrowser(portal);
  await logIn(elsewhere, email);
  expect((await second(elsewhere, codeNow(secret))).status).toBe(200);
  const disable = (fields: object) => browser.post('/api/user/second-factor/disable', { ...fields });
  expect((await disable({ password: 'мимо', code: renewed.data.recovery_codes[0] })).status).toBe(400);
  expect((await disable({ password, code: codeNow(secret) })).status).toBe(400);
  expect((await disable({ password, code: renewed.data.recovery_codes[0] })).data.second_factor).toBe('off');
  // V7.4.3: other browsers are signed out.
  expect((await elsewhere.get('/api/user')).data).toBeNull();
  expect((await browser.get('/api/user')).data.email).toBe(email);
  expect((await logIn(openBrowser(portal), email)).data.email).toBe(email);
  const subjects = (await actionLettersTo(portal, email)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Второй фактор включён', 'Запасные коды заменены', 'Второй фактор выключен']);
});

test('moving the factor: the old device works until the first code of the new one', async () => {
  const { email, browser, secret } = await guarded();
  const { data } = await browser.post('/api/user/second-factor/setup', { password, code: codeNow(secret) });
  later(60);
  const between = openBrowser(portal);
  await logIn(between, email);
  expect((await second(between, codeNow(secret))).status).toBe(200);
  later(60);
  await browser.post('/api/user/second-factor/confirm', { code: codeNow(data.secret) });
  later(60);
  const after = openBrowser(portal);
  await logIn(after, email);
  expect((await second(after, codeNow(secret))).status).toBe(401);
  expect((await second(after, codeNow(data.secret))).status).toBe(200);
});

test("D-1 wrong codes by someone with the password do not lock the owner's browser", async () => {
  const { email, browser, secret } = await guarded();
  const thief = openBrowser(portal);
  for (let guess = 0; guess < 8; guess += 1) {
    await logIn(thief, email);
    await second(thief, '000000');
  }
  await logIn(thief, email);
  expect((await second(thief, '000000')).status).toBe(429);
  await browser.post('/api/auth/logout');
  await logIn(browser, email);
  expect((await second(browser, codeNow(secret))).status).toBe(200);
});

test('V7.5.1 changing the address and erasure require the code', async () => {
  const { browser, secret, email } = await guarded();
  const requests: [string, object][] = [
    ['/api/user/second-factor/setup', {}],
    ['/api/user/email', { email: `moved-${email}` }],
    ['/api/user/delete', {}],
  ];
  for (const [url, fields] of requests) {
    const without = await browser.post(url, { ...fields, password });
    expect([url, without.status, without.errors[0]?.customData?.field]).toEqual([url, 400, 'code']);
    const wrong = await browser.post(url, { ...fields, password, code: '000000' });
    expect([url, wrong.status]).toEqual([url, 400]);
    expect((await browser.post(url, { ...fields, password, code: codeNow(secret) })).status).toBe(200);
    later(60);
  }
});

test('signing out between the steps cancels sign-in', async () => {
  const { email, secret } = await guarded();
  const browser = openBrowser(portal);
  await logIn(browser, email);
  const half = browser.cookies.get('sid') ?? '';
  await browser.post('/api/auth/logout');
  browser.cookies.set('sid', half);
  expect((await second(browser, codeNow(secret))).status).toBe(401);
});

test('without a second factor there is nothing to confirm, renew, or remove', async () => {
  const email = 'without-factor@example.ru';
  await addPerson(portal, 'doctor', { email });
  const [browser, other] = [await signedIn(portal, email), await signedIn(portal, email)];
  for (const [url, fields, words] of [
    ['/api/user/second-factor/confirm', { code: '123456' }, 'Сначала получите ключ'],
    ['/api/user/second-factor/codes', { password }, 'Сначала включите второй фактор'],
  ] as const) {
    const answer = await browser.post(url, fields);
    expect([url, answer.status, answer.errors[0]?.message]).toEqual([
      url,
      409,
      expect.stringContaining(words),
    ]);
  }
  const off = await browser.post('/api/user/second-factor/disable', { password });
  expect([off.status, off.data.second_factor]).toEqual([200, 'off']);
  expect((await other.get('/api/user')).data.email).toBe(email);
  expect(await actionLettersTo(portal, email)).toEqual([]);
});
