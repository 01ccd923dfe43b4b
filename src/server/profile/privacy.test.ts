import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  doctorForm,
  openBrowser,
  password,
  withSession,
} from '../../../tests/sample/people.ts';
import { startPostman } from '../mail/postman.ts';
import { sweep } from '../app/sweep.ts';
import { tables } from '../database/tables.ts';
import { createContext } from '../request/context.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const rows = await Promise.all(
    Object.keys(tables).map((table) =>
      portal.database.kysely
        .selectFrom(table as 'users')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

async function findIn(folder: string, words: readonly string[]): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(path.join(entry.parentPath, entry.name))),
  );
  // Letters are base64 or quoted-printable and are decoded for the search.
  const all = files.map((bytes) => `${bytes.toString()}${decodedLetter(bytes.toString())}`).join('\n');
  return words.filter((word) => all.includes(word));
}

const decodedLetter = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
    'latin1',
  ).toString();

/** A doctor with data in every table. */
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

test(`A-7 the export has all data of a person, and no secret (${dialect})`, async () => {
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
      'preferences',
      'applications',
      'outbox',
    ]),
  );
  expect(text).not.toMatch(/argon2|token_hash|"hash"/);
  const html = (await browser.get('/api/user/export?format=html')).text;
  expect(html).toContain('Канарейкина');
  expect(html).toMatch(/^<!doctype html><html lang="ru">/);
  // A25 readable: no column names, hashes or ISO times.
  expect(html).toContain('<th scope="col">Почта</th>');
  expect(html).not.toMatch(/email_key|user_id|sha256|T\d\d:\d\d:|[0-9a-f]{64}/);
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

  // The final letter is deleted after sending.
  const last = await portal.database.kysely
    .selectFrom('outbox')
    .selectAll()
    .where('user_id', 'is', null)
    .execute();
  expect(last.map(({ recipient, kind }) => [recipient, kind])).toEqual([[email, 'erased']]);
  await portal.database.transaction((tx) => tx.deleteFrom('outbox').where('user_id', 'is', null).execute());
  expect(await dump()).not.toContain('erased-canary');
});

test.runIf(dialect === 'sqlite')(
  'A-7 after erasure no byte of DATA_DIR names the person: free pages, WAL, letters',
  async () => {
    const own = await startTestPortal({ settings: { CAPTCHA: 'off' } });
    onTestFinished(() => own.close());
    const { settings, database } = own;
    let now = new Date();
    const postman = startPostman(createContext({ settings, database }), { log: () => undefined });
    onTestFinished(() => postman.stop());
    const markers = Array.from({ length: 30 }, (_, index) => `Примета${index}ъ`);
    const email = 'marked-person@example.ru';
    const person = await addPerson(own, 'doctor', {
      email,
      last_name: markers[0]!,
      name: markers[1]!,
      med: markers[2]!,
      city: markers[3]!,
    });
    const browser = await withSession(own, person);
    await browser.post('/api/applications', { type: 'partnership', text: markers.slice(4, 10).join(' ') });
    const content = {
      title: markers[10],
      complaint: markers.slice(11, 20).join(' '),
      history: markers.slice(20).join(' ').repeat(200),
    };
    expect((await browser.post('/api/cases/add', { content }, 'json')).status).toBe(200);
    await browser.post('/api/user/email', { email: `new-${email}`, password });
    await postman.deliver();
    expect(await findIn(settings.DATA_DIR, [...markers, email])).toHaveLength(markers.length + 1);
    expect((await browser.post('/api/user/delete', { password })).status).toBe(200);
    await postman.deliver();
    now = new Date(now.getTime() + 2 * 86_400_000);
    await sweep(createContext({ settings, database, now: () => now }));
    await database.settle();
    expect(await findIn(settings.DATA_DIR, [...markers, email])).toEqual([]);
  },
);

test('G47 consent to mailings is withdrawn separately; that to data storage only with the account', async () => {
  const browser = await busyDoctor('withdraw@example.ru');
  const left = await browser.post('/api/user/consents/withdraw', { purpose: 'mailings' });
  expect(
    left.data.find(({ purpose }: { purpose: string }) => purpose === 'mailings').withdrawn_at,
  ).not.toBeNull();
  expect((await browser.get('/api/user')).data.mailings).toEqual([]);
  const refused = await browser.post('/api/user/consents/withdraw', { purpose: 'personal' });
  expect(refused.errors[0]?.message).toContain('удалите учётную запись');
});
