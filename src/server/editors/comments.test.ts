import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let anna: Browser;
let boris: Browser;
let borisId: number;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const person = (email: string, name: string, last_name: string) =>
    addPerson(portal, 'editor', { email, name, last_name });
  anna = await withSession(portal, await person('anna@example.ru', 'Анна', 'Иванова'));
  const other = await person('boris@example.ru', 'Борис', 'Орлов');
  borisId = other.id;
  boris = await withSession(portal, other);
});
afterAll(() => portal.close());

const bell = async (browser: Browser) =>
  (await browser.get('/api/user/notifications')).data.items as { kind: string; title: string; url: string }[];

test(`a comment on a field mentions a colleague, who is notified, replies and resolves it (${dialect})`, async () => {
  const id = portal.sample.fabry;
  const address = `/api/editors/records/${id}/comments`;
  const comment = await anna.post(address, {
    field: 'about',
    text: 'Откуда эта цифра?',
    mentioned: String(borisId),
  });
  expect(comment.status).toBe(200);
  expect(comment.data.colleagues.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Анна Иванова', 'Борис Орлов']),
  );
  const [thread] = comment.data.threads;
  expect(thread).toMatchObject({
    field: 'about',
    text: 'Откуда эта цифра?',
    author: { name: 'Анна Иванова' },
    mentioned: [{ id: borisId }],
    replies: [],
    resolved: null,
  });
  const [notification] = await bell(boris);
  expect(notification).toMatchObject({
    kind: 'record-comment',
    url: `/profile/editors/record/?id=${id}&field=about`,
  });
  expect(notification?.title).toContain('Вас назвали в замечании');
  expect(await bell(anna)).toEqual([]);

  const answered = await boris.post(address, {
    field: 'about',
    text: 'Из регистра.',
    thread: String(thread.id),
  });
  expect(answered.data.threads[0].replies).toMatchObject([{ text: 'Из регистра.', author: { id: borisId } }]);
  expect((await bell(anna))[0]?.title).toContain('Ответ на замечание');
  const open = async () => (await anna.get('/api/editors/overview')).data.comments;
  expect(await open()).toMatchObject({ total: 1, items: [{ id, open: 1 }] });

  const settle = (resolved: string) =>
    boris.post(`${address}/settle`, { thread: String(thread.id), resolved });
  expect((await settle('true')).data.threads[0].resolved.by).toEqual({ id: borisId, name: 'Борис Орлов' });
  expect(await open()).toEqual({ total: 0, items: [] });
  // A new comment reopens the thread.
  await anna.post(address, { field: 'about', text: 'Из какого?', thread: String(thread.id) });
  expect((await anna.get(address)).data.threads[0].resolved).toBeNull();
});

test(`a comment is rejected on an unknown field, for non-editors, and in another record's thread (${dialect})`, async () => {
  const doctor = await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
  const address = `/api/editors/records/${portal.sample.fabry}/comments`;
  expect((await anna.post(address, { field: 'no_such', text: 'Слова' })).status).toBe(422);
  expect((await anna.post(address, { field: 'about', text: '  ' })).status).toBe(400);
  expect(
    (await anna.post(address, { field: 'about', text: 'Слова', mentioned: String(doctor.id) })).status,
  ).toBe(422);
  const { data } = await anna.post(`/api/editors/records/${portal.sample.gaucher}/comments`, {
    field: 'about',
    text: 'О другой',
  });
  const thread = String(data.threads[0].id);
  expect((await anna.post(address, { field: 'about', text: 'Слова', thread })).status).toBe(404);
  expect((await anna.post(`${address}/settle`, { thread, resolved: 'true' })).status).toBe(404);
  expect((await (await withSession(portal, doctor)).get(address)).status).toBe(403);
});
