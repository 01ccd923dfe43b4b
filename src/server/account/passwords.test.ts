import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  doctorForm,
  lettersTo,
  openBrowser,
  password,
  signedIn,
} from '../../../tests/sample/people.ts';
import { countIn, isIn, makeFilter } from './password-filter.ts';
import { weaknessOf } from './password-rules.ts';
import { totpOf } from './factor-codes.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

const doctor = { type: 'doctor', email: 'anna@example.ru' };

test.each([
  '123qweasdzxc',
  'q1w2e3r4t5y6',
  '123qwe123qwe',
  'gfhjkmgfhjkm',
  'ghbdtnghbdtn',
  'ghjcnjghjcnj',
  '4815162342lost',
  'ZAQ!2wsxCDE#',
  'Sunshine2024!!',
  'орфанныйрегистр',
  'jhafyysqhtubcnh',
  'Регистр-Орфанных-2026',
  'OrphanRegister1',
])(`V6.2.4 %s is refused where an account is made (${dialect})`, async (common) => {
  const form = doctorForm({ password: common, confirm_password: common });
  const answer = await openBrowser(portal).post('/api/register/doctor', form);
  expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([400, 'password']);
});

test('V6.2.12 the list holds more than 100,000 passwords in less than 400 kB and accepts good ones', () => {
  const bytes = readFileSync(new URL('common-passwords.bin', import.meta.url));
  expect(countIn(bytes)).toBeGreaterThan(100_000);
  expect(bytes.length).toBeLessThan(400_000);
  const good = Array.from(
    { length: 2000 },
    (_, index) => `три дома и ${index} ворот за рекой ${index * 7919}`,
  );
  expect(good.filter((one) => weaknessOf(one, doctor) !== undefined).length).toBeLessThan(3);
});

test('a filter contains everything added and hardly anything else', () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `слово ${index}`);
  const filter = makeFilter(texts);
  expect(texts.every((text) => isIn(filter, text))).toBe(true);
  const others = Array.from({ length: 20_000 }, (_, index) => `другое ${index}`);
  expect(others.filter((text) => isIn(filter, text)).length).toBeLessThan(20);
});

test('a new editor renews a password made under the weaker rule, and all administrators are notified', async () => {
  const [chief, other] = ['chief@example.ru', 'other-chief@example.ru'];
  await addPerson(portal, 'admin', { email: chief });
  await addPerson(portal, 'admin', { email: other });
  const email = 'promoted@example.ru';
  const { id } = await addPerson(portal, 'doctor', { email });
  const admin = await signedIn(portal, chief);
  const change = await admin.post(`/api/editors/users/${id}/role`, { type: 'editor', reason: 'в редакцию' });
  expect(change.status).toBe(200);
  const subjects = async (to: string) => (await lettersTo(portal, to)).map(({ subject }) => subject);
  expect(await subjects(email)).toEqual(['У вас новая роль на портале']);
  expect(await subjects(other)).toEqual(['Новая роль учётной записи']);

  const browser = await signedIn(portal, email);
  expect((await browser.get('/api/user')).data).toMatchObject({ type: 'editor', must_renew_password: true });
  for (const url of ['/api/user/second-factor', '/api/editors/applications', '/api/user/export'])
    expect([url, (await browser.get(url)).status]).toEqual([url, 403]);
  const renew = (chosen: string) =>
    browser.post('/api/user/password', {
      current_password: password,
      password: chosen,
      confirm_password: chosen,
    });
  expect((await renew('жук стол ряд')).errors[0]?.message).toContain('15');
  expect((await renew('жук стол ряд и окно')).status).toBe(200);
  expect((await browser.get('/api/user')).data).toMatchObject({
    must_renew_password: false,
    second_factor: 'required',
  });
  const setup = await browser.post('/api/user/second-factor/setup', { password: 'жук стол ряд и окно' });
  const code = totpOf(setup.data.secret, '').generate();
  expect((await browser.post('/api/user/second-factor/confirm', { code })).status).toBe(200);
  expect((await browser.get('/api/editors/applications')).status).toBe(200);

  const admins = await admin.post(`/api/editors/users/${id}/role`, { type: 'admin', reason: 'главный' });
  expect(admins.status).toBe(200);
  for (const to of [chief, other, email])
    expect((await subjects(to)).at(-1)).toBe('Новый администратор портала');
});

test('a new account of an editor needs nothing more', async () => {
  await addPerson(portal, 'editor', { email: 'born@example.ru' });
  const browser = await signedIn(portal, 'born@example.ru');
  expect((await browser.get('/api/user')).data.must_renew_password).toBe(false);
});
