import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, lettersTo, openBrowser, password, withSession } from '../../../tests/sample/people.ts';
import { hashOf } from '../base/secret.ts';
import { sweep } from '../app/sweep.ts';
import { createContext } from '../request/context.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  await addPerson(portal, 'editor', { email: 'editor@example.ru' });
});
afterAll(() => portal.close());

const reports = () => portal.database.kysely.selectFrom('reports').selectAll().orderBy('id').execute();
const consents = () => portal.database.kysely.selectFrom('report_consents').selectAll().execute();
const editor = async () => {
  const { id } = await portal.database.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'editor@example.ru')
    .executeTakeFirstOrThrow();
  return await withSession(portal, { id });
};

test(`a reader without an account reports an error, an editor sees it and answers by letter (${dialect})`, async () => {
  const sent = await openBrowser(portal).post('/api/reports', {
    record_id: portal.sample.gaucher,
    field: 'genes',
    text: 'Ген назван по-старому.',
    email: 'reader@example.ru',
    consent: 'on',
    website: '',
  });
  expect([sent.status, sent.data]).toEqual([200, null]);
  const browser = await editor();
  const { data } = await browser.get('/api/editors/reports?status=new');
  expect(data.total).toBe(1);
  const [item] = data.items;
  expect(item).toMatchObject({
    record: { title: 'Болезнь Гоше', url: `/deseases/${portal.sample.gaucher}/` },
    field: 'genes',
    field_title: 'Гены',
    text: 'Ген назван по-старому.',
    has_email: true,
    status: 'new',
  });
  // The address is for the letter only.
  expect(JSON.stringify(data)).not.toContain('reader@example.ru');

  // A12 the reader was promised a letter: an empty answer is rejected.
  const silent = await browser.post(`/api/editors/reports/${item.id}`, { status: 'answered', answer: '' });
  expect([silent.status, silent.errors[0]?.message]).toEqual([
    400,
    'Напишите ответ: приславший ждёт письма. Чтобы не отвечать, закройте сообщение.',
  ]);
  const decided = await browser.post(`/api/editors/reports/${item.id}`, {
    status: 'answered',
    answer: 'Спасибо, исправили.',
  });
  expect(decided.data).toMatchObject({ status: 'answered', answer: 'Спасибо, исправили.' });
  const letters = await lettersTo(portal, 'reader@example.ru');
  expect(letters.map(({ text }) => text).join()).toContain('Спасибо, исправили.');
  expect(letters.map(({ text }) => text).join()).toContain(`/deseases/${portal.sample.gaucher}/`);

  const missing = await browser.post('/api/editors/reports/999999', { status: 'closed', answer: '' });
  expect([missing.status, missing.errors[0]?.message]).toEqual([404, 'Такого сообщения нет.']);

  // Repeating sends no second letter.
  await browser.post(`/api/editors/reports/${item.id}`, { status: 'closed', answer: 'Спасибо, исправили.' });
  expect(await lettersTo(portal, 'reader@example.ru')).toHaveLength(1);
});

test('robots, unknown records and closed fields are not stored', async () => {
  const before = (await reports()).length;
  const browser = openBrowser(portal);
  const text = 'Здесь ошибка.';
  const send = (fields: object) => browser.post('/api/reports', { text, ...fields });
  expect((await send({ record_id: portal.sample.gaucher, website: 'https://spam.example' })).status).toBe(
    200,
  );
  expect((await send({ record_id: portal.sample.draftDisease })).status).toBe(400);
  expect((await send({ record_id: portal.sample.case })).status).toBe(400);
  expect((await send({ record_id: portal.sample.cerezyme, field: 'dosing' })).status).toBe(400);
  expect((await send({ record_id: portal.sample.cerezyme, field: '__proto__' })).status).toBe(400);
  expect((await send({ record_id: portal.sample.cerezyme, text: ' ' })).errors[0]?.message).toBe(
    'Напишите, что неточно.',
  );
  expect((await send({ record_id: portal.sample.cerezyme, email: 'a@b, c@d' })).status).toBe(400);
  expect(await reports()).toHaveLength(before);
});

test('a double click stores one report, and a network may send ten an hour', async () => {
  const before = (await reports()).length;
  const browser = openBrowser(portal);
  const send = (text: string) => browser.post('/api/reports', { record_id: portal.sample.fabry, text });
  await Promise.all([send('Дважды.'), send('Дважды.')]);
  expect(await reports()).toHaveLength(before + 1);
  const statuses = [];
  for (let number = 0; number < 10; number += 1) statuses.push((await send(`Ошибка ${number}`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(8);
  expect(statuses.at(-1)).toBe(429);
});

test('without scripts the form gets a page with a back link', async () => {
  const headers = { accept: 'text/html', referer: `http://localhost/deseases/${portal.sample.ezhevika}/` };
  const fields = { record_id: portal.sample.ezhevika, field: '', text: 'Опечатка в названии.', email: '' };
  const answer = await openBrowser(portal).post('/api/reports', fields, 'form', headers);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('Сообщение получено');
  expect(answer.text).toContain(`href="/deseases/${portal.sample.ezhevika}/"`);
});

test('an address is deleted with its account, and some time after the answer', async () => {
  await addPerson(portal, 'patient', { email: 'owner@example.ru' });
  const owner = openBrowser(portal);
  await owner.post('/api/auth/login', { email: 'owner@example.ru', password });
  const text = 'Моё сообщение.';
  await owner.post('/api/reports', {
    record_id: portal.sample.news,
    text,
    email: 'Owner@example.ru',
    consent: 'on',
  });
  expect((await owner.get('/api/user/export')).text).toContain('Моё сообщение.');
  expect((await owner.post('/api/user/delete', { password })).status).toBe(200);
  expect((await reports()).map(({ email_key }) => email_key)).not.toContain('owner@example.ru');

  const { database, settings } = portal;
  expect((await reports()).map(({ email }) => email)).toContain('reader@example.ru');
  expect((await consents()).map(({ ip }) => ip)).toEqual([expect.stringMatching(/^10\./)]);
  await sweep(createContext({ database, settings, now: () => new Date(Date.now() + 91 * 86_400_000) }));
  expect((await reports()).map(({ email }) => email)).not.toContain('reader@example.ru');
  expect((await consents()).map(({ ip, agent }) => [ip, agent])).toEqual([['', '']]);
});

test('an address needs a separate consent, which the ledger stores', async () => {
  const browser = openBrowser(portal);
  const send = (fields: object) =>
    browser.post('/api/reports', { record_id: portal.sample.fabry, text: 'Опечатка.', ...fields });
  const before = (await reports()).length;
  const refused = await send({ email: 'asks@example.ru' });
  expect([refused.status, refused.errors[0]?.customData?.field]).toEqual([400, 'consent']);
  expect(await reports()).toHaveLength(before);
  expect((await send({ email: 'asks@example.ru', consent: 'on' })).status).toBe(200);
  const [row] = await portal.database.kysely
    .selectFrom('reports')
    .innerJoin('report_consents', 'report_id', 'reports.id')
    .selectAll('report_consents')
    .where('email', '=', 'asks@example.ru')
    .execute();
  expect(row).toMatchObject({
    document: '/upload/doc/report.pdf',
    version: expect.stringMatching(/^2026-\d\d-\d\d [0-9a-f]{12}$/),
    text: 'Согласен, чтобы на этот адрес прислали ответ',
  });
  const admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'admin@example.ru' }));
  const ledger = (await admin.get('/api/editors/consents')).text.split('\r\n');
  expect(ledger.find((line) => line.includes('asks@example.ru'))).toContain(';report;');
});

test('a hundred flooding addresses do not silence others', async () => {
  const crowd = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  onTestFinished(() => crowd.close());
  const at = new Date().toISOString();
  await crowd.database.transaction((tx) =>
    tx
      .insertInto('limits')
      .values({ key: hashOf('reports of everybody'), count: 1000, since: at, until: at })
      .execute(),
  );
  const send = async (ip: string, text: string) => {
    const fields = { record_id: crowd.sample.fabry, text };
    return (await openBrowser(crowd, { ip }).post('/api/reports', fields)).status;
  };
  expect(await send('203.0.113.1', 'Первое')).toBe(200);
  expect(await send('203.0.113.1', 'Второе')).toBe(200);
  expect(await send('203.0.113.1', 'Третье')).toBe(429);
  for (const last of [2, 3, 4, 5]) expect(await send(`203.0.113.${last}`, `Соседи ${last}`)).toBe(200);
  expect(await send('203.0.113.6', 'Ещё сосед')).toBe(429);
  expect(await send('198.51.100.1', 'Издалека')).toBe(200);
});
