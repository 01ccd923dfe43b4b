import { afterAll, beforeAll, expect, test } from 'vitest';
import { site } from '#domain/site.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  factorCode,
  password,
  lettersTo,
  openBrowser,
  withSession,
  type Browser,
  type Fields,
} from '../../../tests/sample/people.ts';
import { never } from '../database/outbox.ts';
import { createContext } from '../request/context.ts';
import { sendBroadcasts } from './send.ts';

let portal: TestPortal;
let editor: Browser;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off', OPERATOR_NAME: 'Общество «Пример»' } });
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
});
afterAll(() => portal.close());

/** Like the schedule, after the seconds of the undo. */
const run = (seconds = 11) =>
  sendBroadcasts(createContext({ ...portal, now: () => new Date(Date.now() + seconds * 1000) }));
const text = (more: object = {}) => ({
  mailing: 'news',
  subject: 'Новости ноября',
  body: 'Абзац с [ссылкой](/news/) и 10^9^/л.\n\n- первое\n- второе',
  ...more,
});
async function reader(email: string, mailing = 'news') {
  const user = await addPerson(portal, 'doctor', { email });
  const browser = await withSession(portal, user);
  await browser.post('/api/user/subscribe/set', { id: [mailing] });
  return { user, browser };
}
const create = async (more: object = {}) => {
  const made = await editor.post('/api/editors/broadcasts', text(more), 'json');
  expect(made.status, made.text).toBe(200);
  return made.data as { id: number; version: number };
};
const action = (id: number, name: string, json: Fields = {}, by = editor) =>
  by.post(`/api/editors/broadcasts/${id}/${name}`, json, 'json');
/** With reauthentication; tests send more often than every half minute. */
async function send(id: number, version: number, by = editor) {
  await portal.database.transaction(async (tx) => {
    await tx.updateTable('factors').set({ used_steps: null }).execute();
    await tx.deleteFrom('limits').execute();
  });
  return await action(id, 'send', { version, password, code: factorCode() }, by);
}
/** All broadcast letters are sent. */
const gone = () =>
  portal.database.transaction((tx) =>
    tx
      .updateTable('outbox')
      .set({ sent_at: new Date().toISOString() })
      .where('kind', '=', 'mailing')
      .where('sent_at', 'is', null)
      .execute(),
  );
const mailingsTo = async (email: string) =>
  (await lettersTo(portal, email)).filter(({ kind }) => kind === 'mailing');

test(`a broadcast goes to subscribers with consent, with its editor's text, and is counted (${dialect})`, async () => {
  const one = await reader('one@example.ru');
  const other = await reader('other@example.ru', 'events');
  const without = await reader('without@example.ru');
  const blocked = await reader('blocked@example.ru');
  await portal.database.transaction((tx) =>
    tx
      .updateTable('consents')
      .set({ withdrawn_at: '2026-01-01' })
      .where('user_id', '=', without.user.id)
      .execute(),
  );
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ blocked_at: '2026-01-01' }).where('id', '=', blocked.user.id).execute(),
  );
  const { id, version } = await create();
  expect((await one.browser.get('/api/editors/broadcasts')).status).toBe(403);
  const saved = await editor.post(
    `/api/editors/broadcasts/${id}`,
    text({ version, subject: 'Ноябрь' }),
    'json',
  );
  expect(saved.data).toMatchObject({ state: 'draft', subject: 'Ноябрь', left: 1 });
  expect((await editor.post(`/api/editors/broadcasts/${id}`, text({ version }), 'json')).status).toBe(409);

  const { data: letter } = await editor.get(`/api/editors/broadcasts/${id}/letter`);
  expect(letter.html).toContain('<li style="margin:0 0 4px">первое</li>');
  expect(letter.html).toContain(`href="${portal.settings.SITE_URL}/news/"`);
  expect(letter.text).toContain('10⁹/л');
  // As delivered: with the portal's and operator's names, and the signature.
  expect(letter.text).toContain(`${site.title}\n${portal.settings.SITE_URL}/\n\nОбщество «Пример»`);
  expect(letter.html).toMatch(new RegExp(`${site.title}[^]*<br>Общество «Пример»`));
  expect((await action(id, 'test')).data).toEqual({ email: 'editor@example.ru' });
  const tried = (await lettersTo(portal, 'editor@example.ru')).at(-1);
  expect(tried?.subject).toBe('Проба: Ноябрь');
  expect(tried?.text).not.toContain('Общество «Пример»');

  expect((await send(id, version)).status).toBe(409);
  expect((await send(id, saved.data.version)).data.state).toBe('sending');
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  const [sent] = await mailingsTo('one@example.ru');
  expect(sent).toMatchObject({ subject: 'Ноябрь', unsubscribe: expect.stringContaining('mailings~news') });
  expect(await mailingsTo(other.user.email)).toEqual([]);
  expect(await mailingsTo(without.user.email)).toEqual([]);
  await gone();
  const state = async () => (await editor.get(`/api/editors/broadcasts/${id}`)).data;
  expect(await state()).toMatchObject({ state: 'sent', sent: 1, waiting: 0, failed: 0, unsubscribed: 0 });
  expect((await action(id, 'stop')).errors[0]?.message).toBe('Рассылка уже ушла вся.');
  expect((await state()).state).toBe('sent');

  await one.browser.post('/api/user/subscribe/set', { id: ['events'] });
  await openBrowser(portal).post('/api/unsubscribe', { token: sent?.unsubscribe });
  expect((await one.browser.get('/api/user')).data.mailings).toEqual(['events']);
  expect(await state()).toMatchObject({ unsubscribed: 1 });
  await openBrowser(portal).post('/api/unsubscribe/undo', { token: sent?.unsubscribe });
  expect((await one.browser.get('/api/user')).data.mailings).toEqual(['events', 'news']);
  expect((await send(id, saved.data.version)).status).toBe(409);
});

test('letters are sent in portions; a restart repeats none, and a stopped broadcast continues', async () => {
  const emails = Array.from({ length: 60 }, (_, at) => `many${at}@example.ru`);
  for (const email of emails) await reader(email, 'research');
  const { id, version } = await create({ mailing: 'research' });
  await send(id, version);
  // Two servers at once, or a restart.
  const laid = await Promise.all([run(), run()]);
  expect(laid.toSorted((one, next) => one - next)).toEqual([0, 50]);
  expect(await run()).toBe(0);
  expect((await editor.get(`/api/editors/broadcasts/${id}`)).data).toMatchObject({
    state: 'sending',
    waiting: 50,
    left: 10,
  });
  expect((await action(id, 'remove')).status).toBe(409);
  expect((await editor.post(`/api/editors/broadcasts/${id}`, text({ version }), 'json')).status).toBe(409);

  const [first] = await mailingsTo(emails[0] ?? '');
  await portal.database.transaction(async (tx) => {
    await tx
      .updateTable('outbox')
      .set({ sent_at: new Date().toISOString(), attempts: 1 })
      .where('id', '=', first?.id ?? 0)
      .execute();
    const [second] = await mailingsTo(emails[1] ?? '');
    await tx
      .updateTable('outbox')
      .set({ due_at: never, attempts: 20 })
      .where('id', '=', second?.id ?? 0)
      .execute();
  });
  expect((await action(id, 'stop')).data).toMatchObject({ state: 'stopped', sent: 1, failed: 1, left: 58 });
  expect(await run()).toBe(0);
  expect((await send(id, version)).data.state).toBe('sending');
  expect(await run()).toBe(50);
  await gone();
  expect(await run()).toBe(8);
  expect((await editor.get(`/api/editors/broadcasts/${id}`)).data).toMatchObject({ state: 'sent', left: 0 });
  for (const email of emails) expect(await mailingsTo(email)).toHaveLength(1);
});

test('a short broadcast can be withdrawn before its first letter, and stopped while one waits', async () => {
  await reader('short@example.ru', 'events');
  const { id, version } = await create({ mailing: 'events' });
  await send(id, version);
  expect(await run(0)).toBe(0);
  expect((await action(id, 'stop')).data).toMatchObject({
    state: 'draft',
    sent: 0,
    waiting: 0,
    started_at: null,
  });
  expect(await run()).toBe(0);
  const mended = await editor.post(
    `/api/editors/broadcasts/${id}`,
    text({ mailing: 'events', version }),
    'json',
  );
  expect((await send(id, mended.data.version)).data.state).toBe('sending');
  expect(await run()).toBeGreaterThan(0);
  expect((await editor.get(`/api/editors/broadcasts/${id}`)).data).toMatchObject({ state: 'sent' });
  expect((await action(id, 'stop')).data).toMatchObject({ state: 'draft', waiting: 0 });
  expect(await mailingsTo('short@example.ru')).toEqual([]);
});

test('an empty broadcast is rejected, a draft can be deleted, and a broadcast needs recipients', async () => {
  const empty = await editor.post('/api/editors/broadcasts', text({ subject: ' ', body: '' }), 'json');
  expect(empty.errors.map(({ customData }) => customData?.field)).toEqual(['subject', 'body']);
  const { id, version } = await create({ mailing: 'surveys' });
  expect((await send(id, version)).status).toBe(409);
  expect((await action(id, 'remove')).status).toBe(200);
  expect((await editor.get(`/api/editors/broadcasts/${id}`)).status).toBe(404);
});

test('sending needs password and second factor', async () => {
  await reader('shown@example.ru', 'surveys');
  const { id, version } = await create({ mailing: 'surveys' });
  expect((await action(id, 'send', { version })).status).toBe(400);
  expect((await action(id, 'send', { version, password: 'другой пароль', code: factorCode() })).status).toBe(
    400,
  );
  const { errors } = await action(id, 'send', { version, password });
  expect(errors[0]?.customData?.field).toBe('code');
  expect((await editor.get(`/api/editors/broadcasts/${id}`)).data.state).toBe('draft');
  expect((await send(id, version)).data.state).toBe('sending');
  expect((await action(id, 'stop')).data.state).toBe('draft');
  expect((await action(id, 'remove')).status).toBe(200);
});

test('administrators write to all accounts about changed documents, with portal links only and no unsubscribe', async () => {
  const admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  const notice = text({ mailing: 'documents', subject: 'Новая политика', body: 'Изменился раздел 2.' });
  const blockedAt = new Date().toISOString();
  await addPerson(portal, 'doctor', { email: 'plain@example.ru' });
  await addPerson(portal, 'patient', { email: 'barred@example.ru', blocked_at: blockedAt });
  await addPerson(portal, 'doctor', { email: 'pending@example.ru', confirmed_at: null });
  expect((await editor.post('/api/editors/broadcasts', notice, 'json')).status).toBe(403);
  const body = 'Подробнее [здесь](https://example.org/).';
  expect((await admin.post('/api/editors/broadcasts', { ...notice, body }, 'json')).status).toBe(400);
  const made = await admin.post('/api/editors/broadcasts', notice, 'json');
  expect(made.status, made.text).toBe(200);
  const { id, version } = made.data;
  for (const name of ['remove', 'stop']) expect((await action(id, name)).status).toBe(403);
  expect((await send(id, version)).status).toBe(403);
  expect((await editor.post(`/api/editors/broadcasts/${id}`, text({ version }), 'json')).status).toBe(403);
  expect((await send(id, version, admin)).data.state).toBe('sending');
  let laid = 1;
  while (laid > 0) {
    laid = await run();
    await portal.database.transaction((tx) =>
      tx.updateTable('outbox').set({ sent_at: blockedAt }).where('sent_at', 'is', null).execute(),
    );
  }
  const noticesTo = async (email: string) =>
    (await lettersTo(portal, email)).filter(({ subject }) => subject === 'Новая политика');
  for (const email of ['plain@example.ru', 'barred@example.ru', 'admin@example.ru'])
    expect(await noticesTo(email), email).toHaveLength(1);
  expect(await noticesTo('pending@example.ru')).toEqual([]);
  const { data: letter } = await admin.get(`/api/editors/broadcasts/${id}/letter`);
  expect(letter.text).toContain(
    'потому что у вас есть учётная запись на портале, а его документы изменились',
  );
  expect(letter.text).toContain('/upload/doc/policy.pdf');
  expect(letter.text).not.toContain('/unsubscribe/');
  const audit = await portal.database.kysely
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'mailing sent')
    .execute();
  expect(audit.map(({ details }) => details)).toContainEqual(expect.stringContaining('Изменение документов'));
});
