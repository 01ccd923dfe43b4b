import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  doctorForm,
  factorCode,
  openBrowser,
  password,
  signedIn,
} from '../../../tests/sample/people.ts';
import { personal } from '../database/personal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await Promise.all(
    Object.keys(personal).map((table) =>
      portal.database.kysely
        .selectFrom(table as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(tables);
}

/** A doctor who has left a trace in every table. */
async function busyDoctor(email: string) {
  const browser = openBrowser(portal);
  await browser.post('/api/register/doctor', doctorForm({ email, last_name: 'Канарейкина', mailings: 'on' }));
  await browser.post('/api/user/confirm', { code: await codeIn(portal, email), password });
  await browser.post('/api/auth/login', { email, password: 'не тот пароль' });
  await browser.post('/api/auth/login', { email, password });
  await browser.post('/api/user/subscribe/set', { id: 'news' });
  await browser.post('/api/subscribes/add', { id: portal.sample.gaucher });
  await browser.post('/api/applications', { type: 'partnership', text: 'От Канарейкиной' });
  await browser.post('/api/user/email', { email: `new-${email}`, password });
  return browser;
}

test(`A-7 the export holds all that the portal knows of a person, and no secret (${dialect})`, async () => {
  const browser = await busyDoctor('export@example.ru');
  const { text, headers } = await browser.get('/api/user/export');
  expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"');
  const exported = JSON.parse(text) as Record<string, Record<string, unknown>[]>;
  expect(exported['users']?.[0]).toMatchObject({ email: 'export@example.ru', last_name: 'Канарейкина' });
  expect(Object.keys(exported)).toEqual(
    expect.arrayContaining([
      'users',
      'user_terms',
      'sessions',
      'consents',
      'audit',
      'subscriptions',
      'mailings',
      'applications',
      'outbox',
    ]),
  );
  expect(text).not.toMatch(/argon2|token_hash|"hash"/);
  const html = (await browser.get('/api/user/export?format=html')).text;
  expect(html).toContain('Канарейкина');
  expect(html).toMatch(/^<!doctype html><html lang="ru">/);
});

test('A-7 after erasure no row of the database names the person', async () => {
  const email = 'erased-canary@example.ru';
  const browser = await busyDoctor(email);
  expect(await dump()).toContain('erased-canary');
  const refused = await browser.post('/api/user/delete', { password: 'не тот пароль' });
  expect([refused.status, refused.errors[0]?.customData?.field]).toEqual([400, 'password']);
  expect((await browser.post('/api/user/delete', { password })).status).toBe(200);
  expect((await browser.get('/api/user')).data).toBeNull();
  expect([...browser.cookies.keys()]).toEqual([]);

  // The last letter says that it is done; when it has gone, it is forgotten too.
  const last = await portal.database.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('user_id', 'is', null)
    .execute();
  expect(last.map(({ recipient, kind }) => [recipient, kind])).toEqual([[email, 'erased']]);
  await portal.database.transaction((tx) => tx.deleteFrom('outbox').where('user_id', 'is', null).execute());
  expect(await dump()).not.toContain('erased-canary');
});

test('the only administrator cannot be erased', async () => {
  await addPerson(portal, 'admin', { email: 'admin@example.ru' });
  const browser = await signedIn(portal, 'admin@example.ru');
  // The code of the sign-in does not work a second time: the next one is awaited.
  const code = factorCode(new Date(Date.now() + 30_000));
  expect((await browser.post('/api/user/delete', { password, code })).status).toBe(409);
});

test('G47 consent to mailings is withdrawn by itself; that to keeping data goes with the account', async () => {
  const browser = await busyDoctor('withdraw@example.ru');
  const left = await browser.post('/api/user/consents/withdraw', { purpose: 'mailings' });
  expect(
    left.data.find(({ purpose }: { purpose: string }) => purpose === 'mailings').withdrawn_at,
  ).not.toBeNull();
  expect((await browser.get('/api/user')).data.mailings).toEqual([]);
  const refused = await browser.post('/api/user/consents/withdraw', { purpose: 'personal' });
  expect(refused.errors[0]?.message).toContain('удалите учётную запись');
});
