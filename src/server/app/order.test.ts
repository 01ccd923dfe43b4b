import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';

const now = new Date();
let portal: TestPortal;
let author: Browser;
let other: Browser;
let fast: Browser;
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now });
  const doctor = async (name: string) =>
    await withSession(portal, await addPerson(portal, 'doctor', { email: `${name}@example.ru` }));
  author = await doctor('author');
  other = await doctor('other');
  fast = await doctor('fast');
});
afterAll(() => portal.close());

/** The detector rejects these words with 400; another status proves that it did not run. */
const named = { complaint: 'Пациент Иванов Иван Иванович жалуется на утомляемость.' };
const add = async (by: Browser) =>
  (await by.post('/api/cases/add', { content: { title: 'Черновик' } }, 'json')).data as {
    id: number;
    version: number;
  };

test('the detector reads only savable drafts', async () => {
  const { id, version } = await add(author);
  const save = async (by: Browser, to: number, over: number) =>
    (await by.put(`/api/user/cases/${to}`, { version: over, content: named })).status;
  expect(await save(other, id, version)).toBe(404);
  expect(await save(author, 98_765_432, 1)).toBe(404);
  expect(await save(author, id, version + 7)).toBe(409);
  expect(await save(author, id, version)).toBe(400);
});

test.each([
  ['user/cases/98765432/close', { outcome: named.complaint }],
  ['user/cases/98765432/remarks', { remark: 1, resolved: true, answer: named.complaint }],
])('the detector reads nothing for a missing case: %s', async (url, fields) => {
  expect((await author.post(`/api/${url}`, fields, 'json')).status).toBe(404);
});

test('an account that saves too fast waits, others do not', async () => {
  // Six units of the rate: ten such saves pass at once.
  const content = Object.fromEntries(
    ['complaint', 'history', 'findings', 'therapy'].map((field) => [field, 'Жалоб нет. '.repeat(2000)]),
  );
  const save = async (by: Browser) => await by.put('/api/user/cases/98765432', { version: 1, content });
  const statuses = [];
  for (let turn = 0; turn < 11; turn += 1) statuses.push((await save(fast)).status);
  expect(statuses).toEqual([...Array<number>(10).fill(404), 429]);
  expect((await save(fast)).headers['retry-after']).toBe('4');
  expect((await save(other)).status).toBe(404);
});

const program = new File(['%PDF-1.7 1 0 obj<</S/JavaScript>>endobj %%EOF'], 'диплом.pdf');

test('files of a second verification are not read', async () => {
  const upload = async (file: File) =>
    (await author.post('/api/user/verification', { files: [file] }, 'multipart')).status;
  expect(await upload(program)).toBe(400);
  expect(await upload(new File([await simplePdf()], 'диплом.pdf'))).toBe(200);
  expect(await upload(program)).toBe(409);
});

test('an account that uploads too many pictures waits', async () => {
  const send = async (by: Browser) =>
    (await by.post('/api/user/avatar/update', { avatar: new File(['x'], 'я.png') }, 'multipart')).status;
  const statuses = [];
  for (let turn = 0; turn < 31; turn += 1) statuses.push(await send(fast));
  expect(statuses).toEqual([...Array<number>(30).fill(400), 429]);
  expect(await send(other)).toBe(400);
});
