import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  doctorForm,
  lettersTo,
  openBrowser,
  password,
  withSession,
  type Browser,
} from '../../../tests/sample/people.ts';

let portal: TestPortal;
let admin: Browser;
let adminId = 0;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const user = await addPerson(portal, 'admin', { email: 'admin@example.ru' });
  adminId = user.id;
  admin = await withSession(portal, user);
});
afterAll(() => portal.close());

test(`people are found by name prefix, part of the address, role and state (${dialect})`, async () => {
  await addPerson(portal, 'doctor', { email: 'ivanova_1@med.example', last_name: 'Иванова' });
  await addPerson(portal, 'patient', { email: 'x@med.example', last_name: '100% Иванов' });
  const find = async (query: string) =>
    (await admin.get(`/api/editors/users?${query}`)).data.items.map(({ email }: { email: string }) => email);
  const ivanova = ['ivanova_1@med.example'];
  expect(await find(`query=${encodeURIComponent('Ивано')}`)).toEqual(ivanova);
  expect(await find(`query=${encodeURIComponent('ивано')}`)).toEqual(ivanova);
  expect(await find('query=IVANOVA_1')).toEqual(ivanova);
  const { data } = await admin.get('/api/editors/users?query=IVANOVA_1');
  expect(await find(`query=${data.items[0].id}`)).toEqual(ivanova);
  expect(await find('query=a_1@')).toEqual(ivanova);
  expect(await find('query=ivanova%251')).toEqual([]);
  expect(await find('query=med.example&type=patient')).toEqual(['x@med.example']);
  expect(await find('query=med.example&state=blocked')).toEqual([]);
  const page = (await admin.get('/api/editors/users?page_size=1&page=2')).data;
  expect([page.total, page.items.length, page.page]).toEqual([3, 1, 2]);
});

test('A-6 a block ends all sessions at once, disables codes and gives the reason; unblocking restores access', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'blocked@example.ru' });
  const browsers = [await withSession(portal, user), await withSession(portal, user)];
  const url = `/api/editors/users/${user.id}`;
  await admin.get(url);
  expect((await browsers[0]!.get('/api/user/readings')).data[0]).toMatchObject({ place: 'user' });
  expect((await admin.post(`${url}/block`, { reason: ' ' })).errors[0]?.customData?.field).toBe('reason');
  const blocked = await admin.post(`${url}/block`, { reason: 'Чужой диплом.' });
  expect(blocked.data).toMatchObject({ state: 'blocked', sessions: 0 });
  expect(blocked.data.decisions[0]).toMatchObject({ action: 'blocked', reason: 'Чужой диплом.' });
  for (const browser of browsers) expect((await browser.get('/api/user')).data).toBeNull();
  expect((await openBrowser(portal).post('/api/auth/login', { email: user.email, password })).status).toBe(
    403,
  );
  expect((await lettersTo(portal, user.email))[0]?.text).toContain('Чужой диплом.');
  expect((await admin.post(`${url}/block`, { reason: 'Ещё раз.' })).status).toBe(409);
  expect((await admin.post(`${url}/unblock`, { reason: 'Ошибка.' })).data.state).toBe('active');
  const active = await admin.post(`${url}/unblock`, { reason: 'Ещё раз.' });
  expect([active.status, active.errors[0]?.message]).toEqual([
    409,
    expect.stringContaining('не заблокирована'),
  ]);
  expect((await lettersTo(portal, user.email)).filter(({ kind }) => kind === 'account')).toHaveLength(2);
  expect((await admin.get('/api/editors/users/999999')).status).toBe(404);
  expect((await admin.post('/api/editors/users/999999/block', { reason: 'Никто.' })).status).toBe(404);
  expect((await openBrowser(portal).post('/api/auth/login', { email: user.email, password })).status).toBe(
    200,
  );
});

test('A-6 a role is changed with a reason; the session ends and the verification is lost', async () => {
  const user = await addPerson(portal, 'doctor', {
    email: 'promoted@example.ru',
    verified_at: new Date().toISOString(),
  });
  const browser = await withSession(portal, user);
  const url = `/api/editors/users/${user.id}/role`;
  expect((await admin.post(url, { type: 'root', reason: 'Так.' })).status).toBe(400);
  const { data } = await admin.post(url, { type: 'editor', reason: 'Ведёт новости.' });
  expect(data).toMatchObject({ type: 'editor', verified: false, second_factor: 'required' });
  expect(data.decisions[0].reason).toBe('doctor → editor: Ведёт новости.');
  expect((await browser.get('/api/user')).data).toBeNull();
  expect((await admin.post(url, { type: 'editor', reason: 'Ещё.' })).status).toBe(409);
});

test('administrators cannot decide about themselves or remove the last one', async () => {
  for (const [action, more] of [
    ['role', { type: 'doctor' }],
    ['block', {}],
    ['second-factor/reset', {}],
  ] as const) {
    const own = await admin.post(`/api/editors/users/${adminId}/${action}`, { reason: 'Сам.', ...more });
    expect([action, own.status]).toEqual([action, 409]);
  }
  const other = await addPerson(portal, 'admin', { email: 'second@example.ru' });
  const second = await withSession(portal, other);
  const [one, two] = await Promise.all([
    second.post(`/api/editors/users/${adminId}/block`, { reason: 'Спор.' }),
    admin.post(`/api/editors/users/${other.id}/block`, { reason: 'Спор.' }),
  ]);
  // The later one is last or signed out.
  expect([one.status, two.status].filter((status) => status === 200)).toHaveLength(1);
  const left = await portal.database.kysely
    .selectFrom('users')
    .select('id')
    .where('type', '=', 'admin')
    .where('blocked_at', 'is', null)
    .execute();
  expect(left).toHaveLength(1);
  await portal.database.transaction((tx) => tx.updateTable('users').set({ blocked_at: null }).execute());
  admin = await withSession(portal, { id: adminId });
});

test('after a lost phone the factor is reset and the owner sets up a new one', async () => {
  const user = await addPerson(portal, 'editor', { email: 'lost@example.ru' });
  const url = `/api/editors/users/${user.id}/second-factor/reset`;
  expect((await admin.post(url, { reason: 'Потерян телефон.' })).data.second_factor).toBe('required');
  expect((await admin.post(url, { reason: 'Ещё.' })).status).toBe(409);
  expect((await lettersTo(portal, user.email))[0]?.subject).toBe('Второй фактор снят');
});

test('editors see applications but no lists of people', async () => {
  const editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
  for (const url of ['/api/editors/users', `/api/editors/users/${adminId}`, '/api/editors/consents'])
    expect([url, (await editor.get(url)).status]).toEqual([url, 403]);
  expect((await editor.get('/api/editors/applications')).status).toBe(200);
});

test('152-FZ the consent ledger is exported whole, and the export is audited', async () => {
  const email = 'consents@example.ru';
  const anonymous = openBrowser(portal, { agent: 'Browser;=HYPERLINK("//evil.example","x"),=1+1' });
  await anonymous.post('/api/register/doctor', doctorForm({ email, mailings: 'on' }));
  const { headers, text } = await admin.get('/api/editors/consents');
  expect(headers['content-disposition']).toBe('attachment; filename="consents.csv"');
  const lines = text.split('\r\n').filter((line) => line.includes(email));
  expect(lines).toHaveLength(3);
  // E-8: the User-Agent is arbitrary text.
  for (const line of lines) expect(line).not.toMatch(/[;,]["\s]*[=+@-]/);
  expect(lines[0]).toContain("'=HYPERLINK");
  const [user] = await portal.database.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .execute();
  const readings = await portal.database.kysely
    .selectFrom('readings')
    .selectAll()
    .where('user_id', '=', user?.id ?? 0)
    .execute();
  expect(readings).toMatchObject([{ place: 'consents', reader_id: adminId }]);
});
