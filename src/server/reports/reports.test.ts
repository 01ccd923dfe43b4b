import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, lettersTo, openBrowser, password, withSession } from '../../../tests/sample/people.ts';
import { sweep } from '../account/sweep.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  await addPerson(portal, 'editor', { email: 'editor@example.ru' });
});
afterAll(() => portal.close());

const reports = () => portal.database.kysely.selectFrom('reports').selectAll().orderBy('id').execute();
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
  // The address is for the letter alone.
  expect(JSON.stringify(data)).not.toContain('reader@example.ru');

  const decided = await browser.post(`/api/editors/reports/${item.id}`, {
    status: 'answered',
    answer: 'Спасибо, исправили.',
  });
  expect(decided.data).toMatchObject({ status: 'answered', answer: 'Спасибо, исправили.' });
  const letters = await lettersTo(portal, 'reader@example.ru');
  expect(letters.map(({ text }) => text).join()).toContain('Спасибо, исправили.');
  expect(letters.map(({ text }) => text).join()).toContain(`/deseases/${portal.sample.gaucher}/`);

  // Saying the same once more sends no second letter.
  await browser.post(`/api/editors/reports/${item.id}`, { status: 'closed', answer: 'Спасибо, исправили.' });
  expect(await lettersTo(portal, 'reader@example.ru')).toHaveLength(1);
});

test('a program that fills in the hidden field, an unknown record and a closed field are not kept', async () => {
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

test('pressing twice keeps one message, and one network may send ten in an hour', async () => {
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

test('without scripts the form is answered with a page that leads back', async () => {
  const headers = { accept: 'text/html', referer: `http://localhost/deseases/${portal.sample.ezhevika}/` };
  const fields = { record_id: portal.sample.ezhevika, field: '', text: 'Опечатка в названии.', email: '' };
  const answer = await openBrowser(portal).post('/api/reports', fields, 'form', headers);
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('Сообщение получено');
  expect(answer.text).toContain(`href="/deseases/${portal.sample.ezhevika}/"`);
});

test('an address goes with its owner, and some time after the answer by itself', async () => {
  await addPerson(portal, 'patient', { email: 'owner@example.ru' });
  const owner = openBrowser(portal);
  await owner.post('/api/auth/login', { email: 'owner@example.ru', password });
  const text = 'Моё сообщение.';
  await owner.post('/api/reports', { record_id: portal.sample.news, text, email: 'Owner@example.ru' });
  expect((await owner.get('/api/user/export')).text).toContain('Моё сообщение.');
  expect((await owner.post('/api/user/delete', { password })).status).toBe(200);
  expect((await reports()).map(({ email_key }) => email_key)).not.toContain('owner@example.ru');

  const { database, settings } = portal;
  expect((await reports()).map(({ email }) => email)).toContain('reader@example.ru');
  await sweep({ database, settings, now: () => new Date(Date.now() + 91 * 86_400_000) });
  expect((await reports()).map(({ email }) => email)).not.toContain('reader@example.ru');
});
