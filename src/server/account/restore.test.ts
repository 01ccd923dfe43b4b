import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  doctorForm,
  actionLettersTo,
  lettersTo,
  openBrowser,
  password,
  signedIn,
} from '../../../tests/sample/people.ts';
import { makeAccount, resetFactorByOperator } from './operator.ts';
import { totpOf } from './factor-codes.ts';

let portal: TestPortal;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ now: () => time });
});
afterAll(() => portal.close());

const fresh = 'сорок три журавля';
const request = (email: string) => openBrowser(portal).post('/api/auth/restore/send', { email });
const restore = (code: string, chosen = fresh) =>
  openBrowser(portal).post('/api/auth/restore', { code, password: chosen, confirm_password: chosen });

test(`B218 B219 a new password by letter ends all sessions and is reported (${dialect})`, async () => {
  const email = 'forgetful@example.ru';
  await addPerson(portal, 'doctor', { email });
  const [one, other] = [await signedIn(portal, email), await signedIn(portal, email)];
  expect((await request(email)).data).toEqual({ email });
  const code = await codeIn(portal, email);
  const answer = await restore(code);
  expect([answer.status, answer.data]).toEqual([200, { email }]);
  expect((await one.get('/api/user')).data).toBeNull();
  expect((await other.get('/api/user')).data).toBeNull();
  expect((await openBrowser(portal).post('/api/auth/login', { email, password })).status).toBe(401);
  expect((await openBrowser(portal).post('/api/auth/login', { email, password: fresh })).status).toBe(200);
  const letters = await actionLettersTo(portal, email);
  expect(letters.map(({ kind }) => kind)).toEqual(['restore', 'password']);
  for (const { text, html } of letters) expect(`${text}${html}`).not.toContain(fresh);
  expect((await restore(code, 'сорок четыре журавля')).errors[0]?.message).toContain('уже использована');
});

test('G15 the response is the same for an address without an account', async () => {
  await addPerson(portal, 'doctor', { email: 'someone@example.ru' });
  const known = await request('someone@example.ru');
  const unknown = await request('absent@example.ru');
  expect(unknown.text.replace('absent', 'someone')).toBe(known.text);
  expect(unknown.status).toBe(known.status);
  expect(await lettersTo(portal, 'absent@example.ru')).toEqual([]);
});

test.each([
  ['an unconfirmed address', 'unconfirmed@example.ru', { confirmed_at: null }],
  ['a blocked account', 'blocked@example.ru', { blocked_at: new Date().toISOString() }],
])('D-7 %s gets no restore letter, and the same response', async (_, email, state) => {
  await addPerson(portal, 'doctor', { email, ...state });
  const answer = await request(email);
  expect([answer.status, answer.data]).toEqual([200, { email }]);
  expect(await lettersTo(portal, email)).toEqual([]);
});

// The timer holds on any machine: it never fires early.
test('D-2 the response about an address takes constant time', async () => {
  const even = await startTestPortal({ isEven: true, settings: { CAPTCHA: 'off' } });
  onTestFinished(() => even.close());
  await addPerson(even, 'doctor', { email: 'timed@example.ru' });
  for (const [url, fields] of [
    ['/api/auth/restore/send', {}],
    ['/api/user/confirm/resend', {}],
    ['/api/register/doctor', doctorForm()],
  ] as const)
    for (const email of ['timed@example.ru', 'timed-absent@example.ru']) {
      const before = performance.now();
      const { status } = await openBrowser(even).post(url, { ...fields, email });
      expect([url, status]).toEqual([url, 200]);
      expect(performance.now() - before).toBeGreaterThanOrEqual(299);
    }
});

test('D-6 a code lives for 60 minutes, a newer one replaces it, and one of many concurrent uses succeeds', async () => {
  const email = 'codes@example.ru';
  await addPerson(portal, 'doctor', { email });
  await request(email);
  const first = await codeIn(portal, email);
  await request(email);
  const second = await codeIn(portal, email);
  expect((await restore(first)).status).toBe(400);
  time = new Date(time.getTime() + 3600_000);
  expect((await restore(second)).errors[0]?.message).toContain('устарела');
  await request(email);
  const third = await codeIn(portal, email);
  const answers = await Promise.all(Array.from({ length: 10 }, () => restore(third)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a weak password is rejected at its field, and the code stays valid', async () => {
  const email = 'editor@example.ru';
  await addPerson(portal, 'editor', { email });
  await request(email);
  const code = await codeIn(portal, email);
  const short = await restore(code, 'сорок жирафа');
  expect(short.errors[0]).toMatchObject({
    message: 'Пароль короче 15 знаков.',
    customData: { field: 'password' },
  });
  const different = await openBrowser(portal).post('/api/auth/restore', {
    code,
    password: fresh,
    confirm_password: 'другой журавль',
  });
  expect(different.errors[0]?.customData?.field).toBe('confirm_password');
  expect((await restore(code, 'сорок четыре журавля')).status).toBe(200);
});

test('letters are limited, and the limit is not revealed', async () => {
  const email = 'buried@example.ru';
  await addPerson(portal, 'doctor', { email });
  for (let count = 0; count < 10; count += 1) expect((await request(email)).status).toBe(200);
  expect(await lettersTo(portal, email)).toHaveLength(6);
});

test('the operator creates confirmed accounts; existing ones and the first link are handled', async () => {
  const place = path.join(portal.settings.DATA_DIR, 'first-administrator.txt');
  await writeFile(place, 'link');
  const make = (more: object = {}) =>
    makeAccount(
      { type: 'editor', email: 'made@example.ru', password: fresh, isVerified: false, ...more },
      portal,
    );
  await make();
  const answer = await openBrowser(portal).post('/api/auth/login', {
    email: 'made@example.ru',
    password: fresh,
  });
  expect(answer.data.type).toBe('editor');
  await expect(access(place)).rejects.toThrow('ENOENT');
  await expect(make()).rejects.toThrow('уже есть');
  await expect(make({ email: 'x' })).rejects.toThrow('не похоже на адрес');
  await expect(make({ type: 'root' })).rejects.toThrow('--type');
  await expect(make({ email: 'y@example.ru', password: 'короткий 12345' })).rejects.toThrow('короче 15');
  await expect(make({ email: 'y@example.ru', isVerified: true })).rejects.toThrow('--verified');
  await make({ type: 'doctor', email: 'verified@example.ru', isVerified: true });
  const doctor = await openBrowser(portal).post('/api/auth/login', {
    email: 'verified@example.ru',
    password: fresh,
  });
  expect(doctor.data).toMatchObject({ type: 'doctor', verified: true });
});

test('the operator sets or removes a second factor, and the owner is notified', async () => {
  time = new Date();
  const email = 'lost-phone@example.ru';
  await addPerson(portal, 'editor', { email });
  const before = await signedIn(portal, email);
  const factor = await resetFactorByOperator({ email, isOff: false }, portal);
  expect((await before.get('/api/user')).data).toBeNull();
  const browser = openBrowser(portal);
  await browser.post('/api/auth/login', { email, password });
  const code = totpOf(factor?.secret ?? '', email).generate({ timestamp: time.getTime() });
  expect((await browser.post('/api/auth/second-factor', { code })).data.email).toBe(email);
  await resetFactorByOperator({ email, isOff: true }, portal);
  const login = await openBrowser(portal).post('/api/auth/login', { email, password });
  expect(login.data.second_factor).toBe('required');
  expect((await lettersTo(portal, email)).map(({ subject }) => subject)).toEqual([
    'Второй фактор включён',
    'Второй фактор снят',
  ]);
  await expect(resetFactorByOperator({ email: 'absent@example.ru', isOff: true }, portal)).rejects.toThrow(
    'absent@example.ru нет',
  );
});
