import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, openBrowser, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ now: () => time });
});
afterAll(() => portal.close());

const keyOf = async (browser: Browser, query = '') => await browser.get(`/api/user/drafts/key${query}`);

test(`the drafts key is the same in all browsers of a person, differs between people, and is not given to anonymous visitors (${dialect})`, async () => {
  const author = await addPerson(portal, 'doctor', { email: 'author@example.ru' });
  const [home, ward] = [await withSession(portal, author), await withSession(portal, author)];
  const first = await keyOf(home);
  expect(first.status).toBe(200);
  expect(first.headers['cache-control']).toBe('no-store');
  expect(first.data.person).toBe(author.id);
  expect(Buffer.from(first.data.key, 'base64url')).toHaveLength(32);
  expect((await keyOf(ward)).data).toEqual(first.data);
  for (const type of ['doctor', 'patient', 'editor'] as const) {
    const other = await withSession(portal, await addPerson(portal, type, { email: `${type}2@example.ru` }));
    expect((await keyOf(other)).data.key).not.toBe(first.data.key);
  }
  expect((await keyOf(openBrowser(portal))).status).toBe(401);
});

test('the key changes monthly, and earlier ones are returned to the same person only', async () => {
  time = new Date('2026-11-30T12:00:00Z');
  const author = await addPerson(portal, 'doctor', { email: 'monthly@example.ru' });
  const { data: november } = await keyOf(await withSession(portal, author));
  expect(november.of).toBe('2026-11');
  time = new Date('2026-12-01T12:00:00Z');
  await portal.database.transaction((tx) =>
    tx
      .updateTable('sessions')
      .set({ seen_at: time.toISOString(), expires_at: '2027-01-01T00:00:00Z' })
      .execute(),
  );
  const browser = await withSession(portal, author);
  const { data: december } = await keyOf(browser);
  expect(december.of).toBe('2026-12');
  expect(december.key).not.toBe(november.key);
  expect((await keyOf(browser, '?of=2026-11')).data).toEqual(november);
  expect((await keyOf(browser, '?of=tomorrow')).status).toBe(400);
});

test('drafts of one person are not readable by the next user of the browser', async () => {
  const [author, other] = [
    await addPerson(portal, 'doctor', { email: 'writes@example.ru' }),
    await addPerson(portal, 'doctor', { email: 'enters@example.ru' }),
  ];
  const browser = await withSession(portal, other);
  const add = async (person: number) =>
    await portal.app.inject({
      method: 'POST',
      url: '/api/cases/add',
      headers: {
        cookie: `sid=${browser.cookies.get('sid') ?? ''}`,
        origin: portal.settings.SITE_URL,
        'x-person': String(person),
      },
      payload: { content: { title: 'Чужой случай' } },
    });
  expect((await add(author.id)).statusCode).toBe(401);
  expect((await browser.get('/api/user/cases')).data.total).toBe(0);
  expect((await add(other.id)).statusCode).toBe(200);
});
