import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  lettersTo,
  openBrowser,
  password,
  withSession,
  type Browser,
} from '../../../tests/sample/people.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';

let portal: TestPortal;
let editor: Browser;
let time = new Date();
beforeAll(async () => {
  portal = await startTestPortal({ now: () => time });
  const user = await addPerson(portal, 'editor', { email: 'editor@example.ru', last_name: 'Редакторова' });
  editor = await withSession(portal, user);
});
afterAll(() => portal.close());

const pdf = await simplePdf();
const document = (name = 'диплом врача.pdf', content: BlobPart = pdf) => new File([content], name);
const onDisk = async () => {
  const root = path.join(portal.settings.DATA_DIR, 'uploads');
  const folders = await readdir(root).catch(() => []);
  return (await Promise.all(folders.map((folder) => readdir(path.join(root, folder))))).flat();
};

let people = 0;
async function person(type: 'doctor' | 'patient' = 'doctor') {
  people += 1;
  const user = await addPerson(portal, type, { email: `applicant${people}@example.ru` });
  return { user, browser: await withSession(portal, user) };
}
const send = (browser: Browser, fields: object, url = '/api/applications') =>
  browser.post(url, { ...fields }, 'multipart');

test(`G42 an application with files goes from new to closed, and its owner sees every step (${dialect})`, async () => {
  const { user, browser } = await person('patient');
  const sent = await send(browser, {
    type: 'correction',
    text: 'Исправьте распространённость.',
    record_id: portal.sample.gaucher,
    files: [document('статья.pdf'), document('ещё.pdf')],
  });
  expect([sent.status, sent.data.status, sent.data.record.id]).toEqual([200, 'new', portal.sample.gaucher]);
  expect(sent.data.files.map(({ name }: { name: string }) => name)).toEqual(['статья.pdf', 'ещё.pdf']);
  const { id } = sent.data;
  const queue = await editor.get('/api/editors/applications?type=correction');
  expect(queue.data.items.at(-1)).toMatchObject({
    id,
    age_days: 0,
    editor: null,
    user: { email: user.email },
  });
  expect((await editor.post(`/api/editors/applications/${id}/take`)).data).toMatchObject({
    status: 'work',
    editor: 'Редакторова Мария',
  });
  const other = await withSession(portal, await addPerson(portal, 'editor', { email: 'other@example.ru' }));
  const taken = await other.post(`/api/editors/applications/${id}/take`);
  expect([taken.status, taken.errors[0]?.message]).toEqual([409, expect.stringContaining('другой редактор')]);
  const answered = await editor.post(`/api/editors/applications/${id}/answer`, {
    text: 'Исправлено, спасибо.',
  });
  expect(answered.data.status).toBe('answered');
  const over = await editor.post(`/api/editors/applications/${id}/take`);
  expect([over.status, over.errors[0]?.message]).toEqual([409, expect.stringContaining('уже всё решено')]);
  const [letter] = await lettersTo(portal, user.email);
  expect(letter?.subject).toBe(`Ответ на заявку № ${id}`);
  const bell = await browser.get('/api/user/notifications');
  expect(bell.data.items).toMatchObject([
    { kind: 'application-decision', title: `Заявка № ${id}: есть ответ`, url: '/profile/application/' },
  ]);
  for (let twice = 0; twice < 2; twice += 1)
    expect((await editor.post(`/api/editors/applications/${id}/close`)).data.status).toBe('closed');
  const { data } = await browser.get(`/api/applications/${id}`);
  expect(data).toMatchObject({ status: 'closed', answer: 'Исправлено, спасибо.' });
  const statuses = data.history.map(({ status }: { status: string }) => status);
  expect(statuses).toEqual(['new', 'work', 'answered', 'closed']);
  expect((await editor.get('/api/editors/applications?status=closed')).data.total).toBe(1);
  const late = await editor.post(`/api/editors/applications/${id}/answer`, { text: 'Ещё.' });
  expect(late.status).toBe(409);
});

test('E-6 A-2 a file is for its owner and editors; for others it does not exist', async () => {
  const { browser } = await person();
  const { data } = await send(browser, { type: 'partnership', text: 'Файл.', files: [document()] });
  const { url } = data.files[0];
  for (const reader of [browser, editor]) {
    const file = await reader.get(url);
    expect([file.status, file.text]).toEqual([200, pdf.toString()]);
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-disposition':
        'attachment; filename="______ _____.pdf"; filename*=UTF-8\'\'%D0%B4%D0%B8%D0%BF%D0%BB%D0%BE%D0%BC%20%D0%B2%D1%80%D0%B0%D1%87%D0%B0.pdf',
    });
    expect(file.headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/);
  }
  const anonymous = (await person()).browser;
  const [foreign, missing] = [await anonymous.get(url), await anonymous.get('/api/uploads/999999')];
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect((await openBrowser(portal).get(url)).status).toBe(401);
});

test.each([
  ['a page named as a picture', { files: [document(), document('снимок.jpg', '<html>')] }, '«снимок.jpg»'],
  ['six files', { files: Array.from({ length: 6 }, () => document()) }, '5 файлов'],
  ['a file of more than 10 MB', { files: [document('а.pdf', new Uint8Array(10 * 2 ** 20 + 1))] }, '«а.pdf»'],
  [
    'more than 25 MB together',
    { files: [9, 9, 7.001].map((size) => document('а.pdf', new Uint8Array(size * 2 ** 20))) },
    'вместе больше 25 мб.',
  ],
])('%s is rejected at the field, by name, and nothing is stored', async (_, fields, words) => {
  const { browser } = await person();
  const before = await onDisk();
  const answer = await send(browser, { type: 'partnership', text: 'Файлы.', ...fields });
  expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([400, 'files']);
  expect(answer.errors[0]?.message).toContain(words);
  expect((await browser.get('/api/applications')).data).toEqual([]);
  expect(await onDisk()).toEqual(before);
});

test('G45 a doctor is verified by work address: first the code, then the editor', async () => {
  const { user, browser } = await person();
  const request = (work_email: string) => send(browser, { work_email }, '/api/user/verification');
  const open = await request('anna@gmail.com');
  expect([open.status, open.errors[0]?.customData?.field]).toEqual([400, 'work_email']);
  const { data: sent } = await request('anna@med-genetics.example');
  expect(sent).toMatchObject({ type: 'verification', status: 'new', verification: { way: 'email' } });
  const waiting = async () =>
    (await editor.get('/api/editors/applications?type=verification')).data.items.map(
      ({ id }: { id: number }) => id,
    );
  expect(await waiting()).not.toContain(sent.id);
  const decide = (fields: object) =>
    editor.post(`/api/editors/applications/${sent.id}/decide`, { ...fields });
  expect((await decide({ decision: 'accept' })).status).toBe(409);
  const code = await codeIn(portal, 'anna@med-genetics.example');
  // The link may be opened in another browser without a session.
  const atWork = openBrowser(portal);
  expect((await atWork.post('/api/user/verification/confirm', { code: `${code}x` })).status).toBe(400);
  expect((await atWork.post(`/api/user/verification/confirm?code=${code}`)).data.state).toBe('waiting');
  expect((await atWork.post('/api/user/verification/confirm', { token: code })).data.state).toBe('waiting');
  expect(await waiting()).toContain(sent.id);
  expect((await request('anna@med-genetics.example')).status).toBe(409);
  expect((await decide({ decision: 'accept' })).data.verification.decision).toBe('accept');
  expect((await browser.get('/api/user')).data.verified).toBe(true);
  expect((await lettersTo(portal, user.email)).at(-1)?.subject).toBe('Вы подтверждены как врач');
  expect((await decide({ decision: 'decline', reason: 'Передумали.' })).status).toBe(409);
  expect((await request('anna@med-genetics.example')).status).toBe(409);
});

test('of two requests sent at once one waits; a person who is no longer a doctor is not verified', async () => {
  const { user, browser } = await person();
  const request = (text: string) => send(browser, { text, files: [document()] }, '/api/user/verification');
  const answers = await Promise.all([request('Диплом.'), request('Диплом ещё раз.')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { data: own } = await browser.get('/api/applications');
  expect(own).toHaveLength(1);
  const admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  const role = { type: 'patient', reason: 'Работает в компании.' };
  expect((await admin.post(`/api/editors/users/${user.id}/role`, role)).status).toBe(200);
  const decided = await editor.post(`/api/editors/applications/${own[0].id}/decide`, { decision: 'accept' });
  expect([decided.status, decided.errors[0]?.message]).toEqual([409, expect.stringContaining('не врач')]);
});

test('a work address gets six letters an hour, and an application beyond them is not filed', async () => {
  const { browser } = await person();
  const statuses = [];
  for (let count = 0; count < 7; count += 1) {
    const fields = { work_email: 'flood@hospital.example', text: `Заявка ${count}` };
    statuses.push((await send(browser, fields, '/api/user/verification')).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  expect(await lettersTo(portal, 'flood@hospital.example')).toHaveLength(6);
  expect((await browser.get('/api/applications')).data).toHaveLength(6);
});

test('an application closed without an answer is announced to its owner', async () => {
  const { browser } = await person('patient');
  const { id } = (await send(browser, { type: 'proposal', text: 'Новый центр.' })).data;
  await editor.post(`/api/editors/applications/${id}/close`);
  const { data } = await browser.get('/api/user/notifications');
  expect(data.items).toMatchObject([{ kind: 'application-decision', url: '/profile/application/' }]);
});

test('the code to the work address expires after a day', async () => {
  const { browser } = await person();
  await send(browser, { work_email: 'late@hospital.example' }, '/api/user/verification');
  const code = await codeIn(portal, 'late@hospital.example');
  time = new Date(Date.now() + 24 * 3600_000);
  const late = await openBrowser(portal).post('/api/user/verification/confirm', { code });
  expect([late.status, late.errors[0]?.customData?.field]).toEqual([400, 'code']);
  time = new Date();
});

test('G45 a document is deleted with the decision; a refusal needs a reason, shown to the doctor', async () => {
  const { user, browser } = await person();
  const without = await send(browser, {}, '/api/user/verification');
  expect([without.status, without.errors[0]?.customData?.field]).toEqual([400, 'work_email']);
  const before = await onDisk();
  const { data: sent } = await send(browser, { type: 'verification', text: 'Диплом.', files: [document()] });
  expect(await onDisk()).toHaveLength(before.length + 1);
  const decide = (fields: object) =>
    editor.post(`/api/editors/applications/${sent.id}/decide`, { ...fields });
  expect((await editor.post(`/api/editors/applications/${sent.id}/answer`, { text: 'Да.' })).status).toBe(
    409,
  );
  const silent = await decide({ decision: 'decline' });
  expect([silent.status, silent.errors[0]?.customData?.field]).toEqual([400, 'reason']);
  const declined = await decide({ decision: 'decline', reason: 'На снимке не видно имени.' });
  expect(declined.data).toMatchObject({
    status: 'answered',
    files: [],
    verification: { decision: 'decline' },
  });
  expect(await onDisk()).toHaveLength(before.length);
  expect((await browser.get(sent.files[0].url)).status).toBe(404);
  expect((await lettersTo(portal, user.email)).at(-1)?.text).toContain('На снимке не видно имени.');
  // Bells are visible to others: no reason in it.
  const bell = await browser.get('/api/user/notifications');
  expect(bell.data.items[0].title).toBe('Подтвердить, что вы врач, не удалось');
  expect(bell.text).not.toContain('На снимке');
  expect((await browser.get('/api/user')).data.verified).toBe(false);
  const repeated = await send(browser, { files: [document()] }, '/api/user/verification');
  expect(repeated.status).toBe(200);
});

test('152-FZ reads of personal data by editors are shown to their owner, once each', async () => {
  const { browser } = await person();
  const { data } = await send(browser, { type: 'proposal', text: 'Центр.', files: [document()] });
  for (let look = 0; look < 3; look += 1) await editor.get(`/api/editors/applications/${data.id}`);
  await editor.get(data.files[0].url);
  const readings = (await browser.get('/api/user/readings')).data;
  expect(readings.map(({ place }: { place: string }) => place)).toEqual(['file', 'application']);
  expect(readings[1]).toMatchObject({
    reader: 'Редакторова Мария',
    fields: expect.arrayContaining(['email', 'text']),
  });
  const exported = JSON.parse((await browser.get('/api/user/export')).text);
  expect(exported.readings).toHaveLength(2);
  expect(exported.uploads[0]).toMatchObject({ name: 'диплом врача.pdf' });
  expect(JSON.stringify(exported)).not.toContain('"file":"');
});

test('A-7 erasure deletes the files', async () => {
  const { browser } = await person();
  await send(browser, { type: 'proposal', text: 'Центр.', files: [document(), document()] });
  const before = await onDisk();
  expect((await browser.post('/api/user/delete', { password })).status).toBe(200);
  expect(await onDisk()).toHaveLength(before.length - 2);
});
