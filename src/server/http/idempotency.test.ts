import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, doctorForm, lettersTo, openBrowser, withSession } from '../../../tests/sample/people.ts';
import { sweep } from '../app/sweep.ts';
import { issuePicture } from '../captcha/captcha.ts';
import { createApplication } from '../app/application.ts';
import { createContext } from '../request/context.ts';

let portal: TestPortal;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ now: () => time });
});
afterAll(() => portal.close());

const keyed = (key: string) => ({ 'idempotency-key': key });
const application = (text: string) => ({ type: 'correction', text });
const countOf = async (userId: number) =>
  (
    await portal.database.kysely
      .selectFrom('applications')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
  ).length;

test(`D-10 of 30 concurrent equal requests one runs, and all get its response (${dialect})`, async () => {
  const user = await addPerson(portal, 'doctor', { email: 'burst@example.ru' });
  const browser = await withSession(portal, user);
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      browser.post('/api/applications', application('Исправьте.'), 'form', keyed('one-and-only')),
    ),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(200);
  expect(await countOf(user.id)).toBe(1);
});

test('D-10 two processes on one database run it once too', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'two@example.ru' });
  const app = createApplication(createContext({ settings: portal.settings, database: portal.database }));
  await app.ready();
  const [here, there] = [await withSession(portal, user), await withSession({ ...portal, app }, user)];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? here : there).post('/api/applications', application('Раз.'), 'json', keyed('shared')),
    ),
  );
  await app.close();
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await countOf(user.id)).toBe(1);
});

test('another body under the same key is rejected; another key, call or person is another request', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'same@example.ru' });
  const other = await addPerson(portal, 'doctor', { email: 'other@example.ru' });
  const browser = await withSession(portal, user);
  const send = (text: string, key: string, by = browser) =>
    by.post('/api/applications', application(text), 'form', keyed(key));
  const first = await send('Первая.', 'key-1');
  const changed = await send('Вторая.', 'key-1');
  expect([changed.status, changed.errors[0]?.message]).toEqual([422, expect.stringContaining('новый ключ')]);
  expect((await send('Первая.', 'key-1')).text).toBe(first.text);
  expect((await send('Первая.', 'key-2')).data.id).not.toBe(first.data.id);
  const theirs = await send('Первая.', 'key-1', await withSession(portal, other));
  expect(theirs.data.id).not.toBe(first.data.id);
  const subscription = { kind: 'disease', id: portal.sample.gaucher };
  expect((await browser.post('/api/subscribes/add', subscription, 'form', keyed('key-1'))).status).toBe(200);
  expect((await send('Третья.', 'ключ')).status).toBe(400);
});

test('a rejected request frees its key; a key expires after a day', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'free@example.ru' });
  const browser = await withSession(portal, user);
  const send = (text: string) => browser.post('/api/applications', application(text), 'form', keyed('again'));
  expect((await send(' ')).status).toBe(400);
  const first = await send('Теперь с текстом.');
  expect(first.status).toBe(200);
  const context = { ...portal, now: () => time };
  time = new Date(Date.now() + 23 * 3600_000);
  await sweep(context);
  expect((await send('Теперь с текстом.')).data.id).toBe(first.data.id);
  time = new Date(Date.now() + 25 * 3600_000);
  await sweep(context);
  expect((await send('Теперь с текстом.')).data.id).not.toBe(first.data.id);
  time = new Date();
});

test('D-10 a repeated registration needs no second captcha and sends no second letter', async () => {
  const context = createContext({ settings: portal.settings, database: portal.database });
  const { ssid } = await issuePicture(
    context,
    { network: 'repeats' },
    {
      form: 'doctor',
      word: 'абвге',
    },
  );
  const email = 'repeated@example.ru';
  const browser = openBrowser(portal);
  const form = doctorForm({ email, word: 'абвге', ssid });
  const send = () => browser.post('/api/register/doctor', form, 'form', keyed('registration'));
  const answers = await Promise.all(Array.from({ length: 8 }, send));
  answers.push(await send());
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
    new Set([`200 {"status":"success","data":{"email":"${email}"}}`]),
  );
  expect(await lettersTo(portal, email)).toHaveLength(1);
  const rows = await portal.database.kysely.selectFrom('idempotency_keys').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(email);
});
