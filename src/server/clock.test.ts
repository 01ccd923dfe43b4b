import { msPerDay } from '#domain/durations.ts';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../tests/sample/application.ts';
import { dialect } from '../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  doctorForm,
  openBrowser,
  password,
  signedIn,
  withSession,
} from '../../tests/sample/people.ts';
import { keepBackup } from './backup/schedule.ts';
import { admit, issuePicture } from './captcha/captcha.ts';
import { lastSlot, nextSlot } from './digests/slots.ts';
import { runSchedules } from './editors/schedule.ts';
import { createContext } from './request/context.ts';

/** Real time; `skew` is the portal's offset. */
const start = new Date();
let skew = 0;
let portal: TestPortal;
const now = () => new Date(start.getTime() + skew);
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off', BACKUPS: 'daily' }, now });
});
afterAll(() => portal.close());
beforeEach(() => {
  skew = 0;
});

let people = 0;
const newcomer = () => `clock${(people += 1)}@example.ru`;

test(`C-5 an expired session stays expired after the clock is corrected (${dialect})`, async () => {
  const email = newcomer();
  await addPerson(portal, 'doctor', { email });
  for (const away of [40 * msPerDay, -msPerDay]) {
    skew = 0;
    const browser = await signedIn(portal, email);
    const cookie = browser.cookies.get('sid') ?? '';
    expect((await browser.get('/api/subscribes')).status).toBe(200);
    skew = away;
    expect((await browser.get('/api/subscribes')).status, `${away}`).toBe(401);
    skew = 0;
    // The browser has deleted the cookie, a thief has not.
    const thief = openBrowser(portal);
    thief.cookies.set('sid', cookie);
    expect((await thief.get('/api/subscribes')).status, `${away}, put right`).toBe(401);
  }
});

test('guesses counted by a fast clock do not lock out after its correction (C-5)', async () => {
  const email = newcomer();
  await addPerson(portal, 'doctor', { email });
  const login = (word: string) => openBrowser(portal).post('/api/auth/login', { email, password: word });
  skew = 40 * msPerDay;
  for (let guess = 0; guess < 8; guess += 1) await login('мимо');
  expect((await login(password)).status).toBe(429);
  skew = 0;
  expect((await login(password)).status).toBe(200);
});

test("C-5 a day ahead ends editors' sessions and keeps readers'", async () => {
  const [doctor, editor] = [newcomer(), newcomer()];
  const reader = await withSession(portal, await addPerson(portal, 'doctor', { email: doctor }));
  const desk = await withSession(portal, await addPerson(portal, 'editor', { email: editor }));
  expect([(await reader.get('/api/subscribes')).status, (await desk.get('/api/subscribes')).status]).toEqual([
    200, 200,
  ]);
  skew = msPerDay;
  expect([(await reader.get('/api/subscribes')).status, (await desk.get('/api/subscribes')).status]).toEqual([
    200, 401,
  ]);
});

test.each([
  ['a day ahead', msPerDay],
  ['a day behind', -msPerDay],
  ['forty days ahead', 40 * msPerDay],
])('C-5 %s, no mail code or captcha is accepted', async (_, away) => {
  const email = newcomer();
  await openBrowser(portal).post('/api/register/doctor', doctorForm({ email }));
  const code = await codeIn(portal, email);
  const restoring = newcomer();
  await addPerson(portal, 'doctor', { email: restoring });
  await openBrowser(portal).post('/api/auth/restore/send', { email: restoring });
  const key = await codeIn(portal, restoring);
  const settings = { ...portal.settings, CAPTCHA: 'picture' as const };
  const context = createContext({ settings, database: portal.database, now });
  const client = { network: email } as never;
  const { ssid } = await issuePicture(context, client, { form: 'doctor', word: 'абвге' });
  skew = away;
  const words = { password: 'сорок пять журавлей', confirm_password: 'сорок пять журавлей' };
  const confirmed = await openBrowser(portal).post('/api/user/confirm', { code, ...words });
  expect([confirmed.status, confirmed.data?.state], confirmed.text).not.toEqual([200, 'confirmed']);
  expect((await openBrowser(portal).post('/api/auth/restore', { code: key, ...words })).status).toBe(400);
  await expect(admit(context, { word: 'абвге', ssid }, client, 'doctor')).rejects.toMatchObject({
    status: 400,
  });
});

test.each(['2027-01-01T00:00:00+03:00', '2028-02-29T12:00:00+03:00', '2027-03-28T02:30:00+01:00'])(
  'C-5 work scheduled for %s runs then and once, also when the clock goes back',
  async (moment) => {
    const editor = await withSession(portal, await addPerson(portal, 'editor', { email: newcomer() }));
    const id = portal.sample.clinic;
    const record = async () => (await editor.get(`/api/editors/records/${id}`)).data;
    const seen = await record();
    const saved = await editor.post(
      `/api/editors/records/${id}/draft`,
      {
        fields: JSON.stringify({ about: `С ${moment}` }),
        expected_version: seen.draft?.version ?? 0,
        base_version: seen.version,
      },
      'json',
    );
    expect(saved.status, saved.text).toBe(200);
    const wish = { action: 'publish', due_at: new Date(moment).toISOString() };
    const scheduled = await editor.post(`/api/editors/records/${id}/schedule`, wish);
    expect(scheduled.status, scheduled.text).toBe(200);
    const context = { ...portal, now };
    skew = Date.parse(moment) - start.getTime() - 1000;
    expect(await runSchedules(context)).toBe(0);
    skew += 1000;
    expect(await runSchedules(context)).toBe(1);
    const about = async () => (await portal.get(`/api/clinics/${id}`)).data.about;
    expect(await about()).toBe(`С ${moment}`);
    // An hour back, as in autumn, and forward again.
    for (const back of [3_600_000, 0]) {
      skew = Date.parse(moment) - start.getTime() - back;
      expect(await runSchedules(context)).toBe(0);
    }
  },
);

test('C-5 weekly letters go on Monday at nine in Moscow across leap days, year ends and clock changes', () => {
  const from = Date.parse('2026-12-20T00:00:00Z');
  for (let at = from; at < from + 480 * msPerDay; at += msPerDay / 4) {
    const next = nextSlot('weekly', new Date(at));
    expect([next.getUTCDay(), next.toISOString().slice(11, 19)]).toEqual([1, '06:00:00']);
    expect(next.getTime() - at).toBeLessThanOrEqual(7 * msPerDay);
    expect(lastSlot('weekly', next)).toEqual(next);
  }
});

test.skipIf(dialect === 'postgres')(
  'C-5 a backup made by a clock forty days ahead does not delay the next',
  async () => {
    const context = { settings: portal.settings, now };
    const folder = path.join(portal.settings.DATA_DIR, 'backups');
    const copies = async () => (await readdir(folder)).length;
    skew = 40 * msPerDay;
    await keepBackup(context);
    const [made = ''] = await readdir(folder);
    await utimes(path.join(folder, made), now(), now());
    expect(await copies()).toBe(1);
    skew = 0;
    await keepBackup(context);
    expect(await copies()).toBe(2);
  },
);
