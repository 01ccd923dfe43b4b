import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import type { OutboxRow } from '../database/tables.ts';
import { putLetter } from '../mail/outbox.ts';
import { startPostman } from '../mail/postman.ts';
import { createContext } from '../request/context.ts';
import { maskedEmail } from './letters.ts';

let portal: TestPortal;
let admin: Browser;
let editor: Browser;
let owner: Browser;
let clock = Date.now();
const now = () => new Date(clock);
/** A mail server that is down at first, and its received letters. */
let isAway = true;
const taken: string[] = [];

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  editor = await withSession(portal, await addPerson(portal, 'editor', { email: 'editor@example.ru' }));
  const user = await addPerson(portal, 'doctor', { email: 'olga.petrova@example.ru' });
  owner = await withSession(portal, user);
  await portal.database.transaction(async (tx) => {
    await tx.deleteFrom('outbox').execute();
    await putLetter(
      tx,
      { settings: portal.settings, now },
      { kind: 'account', to: user },
      { subject: 'Тайное', before: ['код 0123456789'] },
    );
  });
});
afterAll(() => portal.close());

const postman = () =>
  startPostman(createContext({ settings: portal.settings, database: portal.database, now }), {
    log: () => undefined,
    transport: {
      async send(letter: OutboxRow) {
        if (isAway) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
        taken.push(letter.recipient);
      },
      close: () => undefined,
    },
  });
const list = async (query = '') => (await editor.get(`/api/editors/letters${query}`)).data;

test(`editors see an unsent letter, the reason and the next attempt, and never its text (${dialect})`, async () => {
  expect((await list()).items[0]).toMatchObject({ state: 'waiting', attempts: 0, problem: null });
  const one = postman();
  await one.deliver();
  await one.stop();
  const answer = await editor.get('/api/editors/letters?state=failed');
  const [letter] = answer.data.items;
  expect(letter).toMatchObject({
    subject: 'Тайное',
    recipient: 'o…@example.ru',
    state: 'failed',
    attempts: 1,
    problem: 'Почтовый сервер не принимает соединение (ECONNREFUSED)',
  });
  expect(Date.parse(letter.due_at)).toBeGreaterThan(clock);
  expect(answer.data.counts).toContainEqual({ state: 'failed', count: 1 });
  expect(answer.text).not.toContain('0123456789');
  expect(answer.text).not.toContain('petrova');
});

test('a letter that is being sent is not sent a second time', async () => {
  const [{ id }] = (await list()).items;
  const change = (values: Partial<OutboxRow>) =>
    portal.database.transaction((tx) => tx.updateTable('outbox').set(values).where('id', '=', id).execute());
  const { problem } = await portal.database.kysely
    .selectFrom('outbox')
    .select('problem')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await change({ problem: null });
  const refused = await editor.post(`/api/editors/letters/${id}/repeat`, {});
  expect([refused.status, refused.errors[0]?.message]).toEqual([409, expect.stringContaining('как раз')]);
  await change({ problem });
});

test('a digest is not sent again to a blocked account, and is after the block is lifted', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'reads-digests@example.ru' });
  const id = await portal.database.transaction(async (tx) => {
    await putLetter(
      tx,
      { settings: portal.settings, now: () => new Date(clock + 365 * 86_400_000) },
      { kind: 'digest', to: user },
      { subject: 'Сводка', before: ['новости'] },
    );
    const letter = await tx
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', user.email)
      .executeTakeFirstOrThrow();
    return letter.id;
  });
  const repeat = () => editor.post(`/api/editors/letters/${id}/repeat`, {});
  await admin.post(`/api/editors/users/${user.id}/block`, { reason: 'Проверка' });
  const refused = await repeat();
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    409,
    expect.stringContaining('заблокирована'),
  ]);
  await admin.post(`/api/editors/users/${user.id}/unblock`, { reason: 'Ошибка' });
  expect((await repeat()).data).toMatchObject({ state: 'waiting', attempts: 0 });
  // Later tests send the letter of another account alone.
  await portal.database.transaction((tx) => tx.deleteFrom('outbox').where('user_id', '=', user.id).execute());
});

test('whole addresses are for administrators, and the owner sees who looked', async () => {
  const { id } = (await list()).items[0];
  expect((await editor.get(`/api/editors/letters/${id}`)).status).toBe(403);
  expect((await admin.get(`/api/editors/letters/${id}`)).data.email).toBe('olga.petrova@example.ru');
  const { data } = await owner.get('/api/user/readings');
  expect(data[0]).toMatchObject({ place: 'letter', fields: ['email'] });
});

test('a failed letter is sent again by an editor, and a sent one cannot be repeated', async () => {
  for (let round = 0; round < 20; round += 1) {
    clock += 7 * 3_600_000;
    const one = postman();
    await one.deliver();
    await one.stop();
  }
  const [letter] = (await list('?state=given-up')).items;
  expect(letter).toMatchObject({ state: 'given-up', due_at: null });
  isAway = false;
  const repeated = await editor.post(`/api/editors/letters/${letter.id}/repeat`, {});
  expect(repeated.data).toMatchObject({ state: 'waiting', attempts: 0 });
  const one = postman();
  await one.deliver();
  await one.stop();
  expect(taken).toEqual(['olga.petrova@example.ru']);
  const refused = await editor.post(`/api/editors/letters/${letter.id}/repeat`, {});
  expect([refused.status, refused.errors[0]?.message]).toEqual([409, expect.stringContaining('уже ушло')]);
  const { data } = await admin.get('/api/editors/audit?action=letter%20repeated');
  expect(data.items[0]).toMatchObject({ title: 'Письмо отправлено снова', actor: { name: 'Мария Тестова' } });
});

test.each([
  ['anna.ivanova@example.ru', 'a…@example.ru'],
  ['a@example.ru', '…@example.ru'],
  ['"a@b"@example.ru', '"…@example.ru'],
])('%s becomes %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown);
});
