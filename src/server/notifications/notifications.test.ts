import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, lettersTo, withSession, type Browser } from '../../../tests/sample/people.ts';
import { createContext } from '../request/context.ts';
import { notify, type NewNotification } from './notify.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

const send = (notice: NewNotification) =>
  portal.database.transaction((tx) => notify(tx, createContext(portal), notice));

async function person(email: string, type: 'doctor' | 'editor' = 'doctor') {
  const user = await addPerson(portal, type, { email });
  return { id: user.id, email, browser: await withSession(portal, user) };
}
const listOf = async (browser: Browser) => (await browser.get('/api/user/notifications')).data;

test(`notifications are in the bell of their recipients until seen (${dialect})`, async () => {
  const one = await person('one@example.ru');
  const other = await person('other@example.ru');
  const recordId = portal.sample.gaucher;
  await send({ kind: 'report', to: [one.id, other.id], except: other.id, recordId });
  expect(await listOf(one.browser)).toMatchObject({
    total: 1,
    unseen: 1,
    items: [{ kind: 'report', title: 'Сообщение о неточности: «Болезнь Гоше»', seen: false }],
  });
  expect((await listOf(other.browser)).total).toBe(0);
  const [{ id }] = (await listOf(one.browser)).items;
  await other.browser.post('/api/user/notifications/seen', { id });
  expect((await one.browser.get('/api/user/notifications/count')).data).toEqual({ unseen: 1 });
  await one.browser.post('/api/user/notifications/seen', { id });
  expect((await one.browser.get('/api/user/notifications/count')).data).toEqual({ unseen: 0 });
  expect((await listOf(one.browser)).items[0].seen).toBe(true);
});

test('a notification replaces an unseen one about the same record, and follows a seen one', async () => {
  const { id, browser } = await person('again@example.ru');
  const recordId = portal.sample.gaucher;
  await send({ kind: 'report', to: [id], recordId });
  await send({ kind: 'report', to: [id], recordId });
  await send({ kind: 'report', to: [id], recordId: portal.sample.fabry });
  expect((await listOf(browser)).total).toBe(2);
  expect((await browser.post('/api/user/notifications/seen', {})).data).toEqual({ unseen: 0 });
  await send({ kind: 'report', to: [id], recordId });
  expect(await listOf(browser)).toMatchObject({ total: 3, unseen: 1 });
});

test('letters follow the chosen frequency; security letters are always sent', async () => {
  const { id, email, browser } = await person('letters@example.ru', 'editor');
  const to = [id];
  await send({ kind: 'second-review', to, recordId: portal.sample.gaucher });
  expect((await lettersTo(portal, email)).map(({ subject }) => subject)).toEqual([
    '«Болезнь Гоше» ждёт второго редактора',
  ]);
  const answer = await browser.post('/api/user/notifications/choices', {
    kind: 'second-review',
    frequency: 'off',
  });
  expect(answer.data).toContainEqual(
    expect.objectContaining({ kind: 'second-review', frequency: 'off', fixed: false }),
  );
  await send({ kind: 'second-review', to, recordId: portal.sample.fabry });
  expect(await lettersTo(portal, email)).toHaveLength(1);
  expect((await listOf(browser)).total).toBe(2);
  const refused = await browser.post('/api/user/notifications/choices', { kind: 'role', frequency: 'off' });
  expect(refused.status).toBe(409);
  await send({ kind: 'role', to });
  expect(await lettersTo(portal, email)).toHaveLength(2);
});

test('doctors have no desk switches, and blocked accounts get nothing', async () => {
  const { id, browser } = await person('blocked@example.ru');
  const kinds = (await browser.get('/api/user/notifications/choices')).data;
  expect(kinds.map(({ kind }: { kind: string }) => kind)).not.toContain('case-waiting');
  const response = await browser.post('/api/user/notifications/choices', {
    kind: 'case-waiting',
    frequency: 'now',
  });
  expect(response.status).toBe(400);
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ blocked_at: '2026-01-01' }).where('id', '=', id).execute(),
  );
  await send({ kind: 'role', to: [id] });
  const rows = await portal.database.kysely
    .selectFrom('notifications')
    .where('user_id', '=', id)
    .selectAll()
    .execute();
  expect(rows).toEqual([]);
});
