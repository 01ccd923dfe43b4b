import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditLine } from '#contract/desk.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, password, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let admin: Browser;
let doctor: Browser;
let doctorId = 0;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  const user = await addPerson(portal, 'doctor', { email: 'lidia@med.example', last_name: 'Журавлёва' });
  doctorId = user.id;
  await admin.post(`/api/editors/users/${user.id}/block`, { reason: 'Проверка.' });
  await admin.post(`/api/editors/users/${user.id}/unblock`, { reason: 'Проверено.' });
  doctor = await withSession(portal, user);
});
afterAll(() => portal.close());

type Row = Pick<AuditLine, 'actor' | 'user' | 'case'>;
const find = async (query: string) => (await admin.get(`/api/editors/audit?${query}`)).data;
const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);

test.each([
  ['who=lidia', ['Блокировка снята', 'Учётная запись заблокирована']],
  [`who=${encodeURIComponent('журавл')}`, ['Блокировка снята', 'Учётная запись заблокирована']],
  ['who=unknown-name', []],
  ['action=blocked', ['Учётная запись заблокирована']],
  [`action=blocked&since=${today}&until=${today}`, ['Учётная запись заблокирована']],
  ['action=blocked&until=2020-01-01', []],
  ['action=blocked&since=2090-01-01', []],
])(`the log narrowed by %s tells %j (${dialect})`, async (query, titles) => {
  const { items, total } = await find(query);
  expect(items.map(({ title }: { title: string }) => title)).toEqual(titles);
  expect(total).toBe(titles.length);
});

test('the log is filtered to one record', async () => {
  const id = portal.sample.gaucher;
  const { items } = await find(`record=${id}`);
  expect(items.length).toBeGreaterThan(0);
  for (const { record } of items) expect(record.id).toBe(id);
});

test('A33 namesakes in the log have ids, and a row about a case links to it', async () => {
  const namesakes = [];
  for (const email of ['one@med.example', 'other@med.example']) {
    const user = await addPerson(portal, 'doctor', { email, last_name: 'Однофамильцева', name: 'Анна' });
    const browser = await withSession(portal, user);
    const { data } = await browser.post('/api/cases/add', { content: { title: 'Случай' } }, 'json');
    namesakes.push({ id: user.id, name: 'Анна Однофамильцева', case: data.id as number });
  }
  const { items } = await find('action=case%20created');
  expect(items.map(({ actor, user, case: linkedCase }: Row) => ({ actor, user, case: linkedCase }))).toEqual(
    namesakes.toReversed().map(({ id, name, case: linkedCase }) => ({
      actor: { id, name },
      user: { id, name },
      case: { id: linkedCase, published: false },
    })),
  );
  expect((await find(`who=${namesakes[0]!.id}&action=case%20created`)).total).toBe(1);
});

test('A33 an erased account is distinguished from the portal itself', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'leaves@med.example' });
  const browser = await withSession(portal, user);
  await browser.post('/api/cases/add', { content: { title: 'Черновик' } }, 'json');
  const [made] = (await find(`who=${user.id}`)).items as AuditLine[];
  expect(made).toMatchObject({ actor: { id: user.id }, is_forgotten: false });
  expect((await browser.post('/api/user/delete', { password })).status).toBe(200);
  const { items } = await find('');
  const rowOf = (fits: (row: AuditLine) => boolean) => (items as AuditLine[]).find(fits);
  expect(rowOf(({ id }) => id === made?.id)).toMatchObject({ actor: null, user: null, is_forgotten: true });
  expect(rowOf(({ action }) => action === 'erased')).toMatchObject({ actor: null, is_forgotten: false });
});

test('people in the log see that an administrator has looked', async () => {
  await find(`who=${doctorId}`);
  const { data } = await doctor.get('/api/user/readings');
  expect(data.map(({ place }: { place: string }) => place)).toContain('log');
});

test('the filtered log is exported as JSON lines, which is audited', async () => {
  const answer = await admin.get('/api/editors/audit.jsonl?action=blocked');
  const rows = answer.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toMatchObject([
    { action: 'blocked', user_id: doctorId, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect((await find('action=audit%20exported')).items[0]).toMatchObject({ details: 'строк: 1' });
});

test('the state of the chain is that of its last verification', async () => {
  expect((await admin.get('/api/editors/audit/check')).data).toBeNull();
  const checked = (await admin.post('/api/editors/audit/check', {})).data;
  expect(checked).toMatchObject({ problems: [] });
  expect((await admin.get('/api/editors/audit/check')).data).toEqual(checked);
});
