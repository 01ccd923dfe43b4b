import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putTerms } from '#server/catalogue/terms.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  actionLettersTo,
  lettersTo,
  openBrowser,
  password,
  signedIn,
  withSession,
  type Browser,
} from '../../../tests/sample/people.ts';

let portal: TestPortal;
let doctor: Browser;
let partner: Browser;
beforeAll(async () => {
  portal = await startTestPortal();
  await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
  await addPerson(portal, 'patient', { email: 'partner@example.ru' });
  doctor = await signedIn(portal, 'doctor@example.ru');
  partner = await signedIn(portal, 'partner@example.ru');
});
afterAll(() => portal.close());

test(`B235 a doctor changes fields; omitted ones stay (${dialect})`, async () => {
  const changed = await doctor.post('/api/doctor/update', {
    last_name: 'Новикова',
    second_name: '-',
    subject_federation_id: '78',
    'specialization_id[]': 'genetics',
  });
  expect(changed.data).toMatchObject({
    last_name: 'Новикова',
    name: 'Мария',
    second_name: null,
    subject_federation_id: '78',
    specialization_id: ['genetics'],
    therapeutic_area_id: ['metabolic'],
  });
  const emptied = await doctor.post('/api/doctor/update', { specialization_id: '' });
  expect(emptied.data).toMatchObject({ specialization_id: [], last_name: 'Новикова' });
});

test('B235 a partner changes partner fields and has no doctor calls', async () => {
  const changed = await partner.post(
    '/api/patient/update',
    { company: 'АО «Другое»', catalog_disease_id: portal.sample.fabry },
    'json',
  );
  expect(changed.data).toMatchObject({ company: 'АО «Другое»', catalog_disease_id: portal.sample.fabry });
  expect((await partner.post('/api/doctor/update', { city: 'Тверь' })).status).toBe(403);
  expect((await doctor.post('/api/patient/update', { company: 'x' })).status).toBe(403);
});

test.each([
  [{ last_name: '' }, 'last_name'],
  [{ subject_federation_id: '99' }, 'subject_federation_id'],
  [{ therapeutic_area_id: 'nothing' }, 'therapeutic_area_id'],
  [{ city: 'x'.repeat(500) }, 'city'],
])('a profile with %o is rejected at its field and does not change', async (fields, field) => {
  const before = (await doctor.get('/api/user')).data;
  const answer = await doctor.post('/api/doctor/update', fields);
  expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([400, field]);
  expect((await doctor.get('/api/user')).data).toEqual(before);
});

test('B239 areas are added and removed repeatedly, and nothing else changes', async () => {
  // Codes of dictionaries may coincide.
  await portal.database.transaction((tx) =>
    putTerms(tx, 'specialization', [
      { code: 'genetics', title: 'Генетика', position: 0 },
      { code: 'hematology', title: 'Гематолог', position: 1 },
    ]),
  );
  await doctor.post('/api/doctor/update', { 'specialization_id[]': 'hematology' });
  for (let twice = 0; twice < 2; twice += 1)
    expect((await doctor.post('/api/user/terra/set', { id: 'hematology' })).data.therapeutic_area_id).toEqual(
      ['hematology', 'metabolic'],
    );
  for (let twice = 0; twice < 2; twice += 1)
    expect((await doctor.post('/api/user/terra/remove?id=hematology')).data).toMatchObject({
      therapeutic_area_id: ['metabolic'],
      specialization_id: ['hematology'],
    });
  await doctor.post('/api/doctor/update', { specialization_id: '' });
  expect((await doctor.post('/api/user/terra/set', { id: 'nothing' })).errors[0]?.customData?.field).toBe(
    'id',
  );
});

test('B238 G47 mailings are switched on and off together with the consent', async () => {
  expect((await doctor.post('/api/user/subscribe/set', { id: ['news', 'events'] })).data.mailings).toEqual([
    'events',
    'news',
  ]);
  const given = (await doctor.get('/api/user/consents')).data;
  expect(given).toMatchObject([{ purpose: 'mailings', withdrawn_at: null }]);
  await doctor.post('/api/user/subscribe/remove', { id: 'news,events' });
  expect((await doctor.get('/api/user/consents')).data[0].withdrawn_at).not.toBeNull();
  expect((await doctor.post('/api/user/subscribe/set', { id: 'spam' })).status).toBe(400);
  expect((await doctor.post('/api/user/frequency', { frequency: 'now' })).data.frequency).toBe('now');
});

test('B234 G55 an avatar is re-encoded: small, WebP, without metadata', async () => {
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c33' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'тайнаякамера' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
    .toBuffer();
  const answer = await doctor.post(
    '/api/user/avatar/update',
    { avatar: new Blob([new Uint8Array(photo)]) },
    'multipart',
  );
  expect(answer.data.avatar).toMatch(/^\/api\/user\/avatar\?v=[\w-]{16}$/);
  const picture = await portal.app.inject({
    url: answer.data.avatar,
    headers: { cookie: `sid=${doctor.cookies.get('sid')}` },
  });
  expect(picture.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
  const { width, height, exif, format } = await sharp(picture.rawPayload).metadata();
  expect({ width, height, exif, format }).toEqual({
    width: 512,
    height: 341,
    exif: undefined,
    format: 'webp',
  });
  expect((await partner.get('/api/user/avatar')).status).toBe(404);
  expect((await doctor.post('/api/user/avatar/remove')).data.avatar).toBeNull();
});

test('G55 other files and decompression bombs are rejected with a message', async () => {
  const bomb = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();
  const files: [string, Uint8Array, number][] = [
    ['text', Buffer.from('no picture'), 400],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400],
    ['gif', Buffer.from('GIF89a\x01\x00\x01\x00'), 400],
    ['half a png', Buffer.from('\x89PNG\r\n\x1a\nxxxx', 'latin1'), 400],
    ['a bomb', bomb, 400],
    ['6 MB', new Uint8Array(6 * 2 ** 20), 413],
    ['nothing', new Uint8Array(0), 400],
  ];
  for (const [name, bytes, status] of files) {
    const answer = await doctor.post(
      '/api/user/avatar/update',
      { avatar: new Blob([new Uint8Array(bytes)]) },
      'multipart',
    );
    expect([name, answer.status]).toEqual([name, status]);
    expect(answer.errors[0]?.message).toMatch(/[а-я]/i);
  }
  expect((await doctor.post('/api/user/avatar/update', { avatar: 'text' })).status).toBe(400);
  const again = () =>
    partner.post('/api/user/avatar/update', { avatar: new Blob(['no picture']) }, 'multipart');
  for (let count = 0; count < 30; count += 1) expect((await again()).status).toBe(400);
  expect((await again()).status).toBe(429);
});

test('a new password needs the old one, ends other sessions and sends a letter', async () => {
  const email = 'password@example.ru';
  await addPerson(portal, 'doctor', { email });
  const [here, there] = [await signedIn(portal, email), await signedIn(portal, email)];
  const fresh = 'сорок три журавля';
  const change = (current: string, chosen: string) =>
    here.post('/api/user/password', {
      current_password: current,
      password: chosen,
      confirm_password: chosen,
    });
  expect((await change('не тот', fresh)).errors[0]?.customData?.field).toBe('current_password');
  expect((await change(password, 'qwertyuiop12')).errors[0]?.customData?.field).toBe('password');
  expect((await change(password, fresh)).status).toBe(200);
  expect((await here.get('/api/user')).data).not.toBeNull();
  expect((await there.get('/api/user')).data).toBeNull();
  expect((await openBrowser(portal).post('/api/auth/login', { email, password: fresh })).status).toBe(200);
  expect((await actionLettersTo(portal, email)).at(-1)).toMatchObject({
    kind: 'password',
    subject: 'Пароль изменён',
  });
});

test('G63 an address changes when both mailboxes confirm', async () => {
  const [old, fresh] = ['old@example.ru', 'fresh-address@example.ru'];
  await addPerson(portal, 'doctor', { email: old });
  const browser = await signedIn(portal, old);
  const request = await browser.post('/api/user/email', { email: fresh, password });
  expect(request.data).toEqual({ email: fresh });
  const first = await openBrowser(portal).post('/api/user/email/confirm', {
    code: await codeIn(portal, fresh),
  });
  expect(first.data.state).toBe('waiting');
  expect((await browser.get('/api/user')).data.email).toBe(old);
  const second = await browser.post('/api/user/email/confirm', { code: await codeIn(portal, old) });
  expect(second.data.state).toBe('changed');
  expect((await browser.get('/api/user')).data.email).toBe(fresh);
  expect((await lettersTo(portal, old)).at(-1)?.kind).toBe('address');
});

test('«это не я» cancels the change and blocks new ones for seven days', async () => {
  const old = 'mine@example.ru';
  const user = await addPerson(portal, 'doctor', { email: old });
  const browser = await withSession(portal, user);
  const request = () => browser.post('/api/user/email', { email: 'thief@example.ru', password });
  expect((await request()).status).toBe(200);
  const letter = (await lettersTo(portal, old)).at(-1)?.text ?? '';
  const [, stop = ''] = /code=([\w-]+)&stop=1/.exec(letter) ?? [];
  const code = await codeIn(portal, old);
  const anonymous = openBrowser(portal);
  expect((await anonymous.post('/api/user/email/stop', { code: 'x'.repeat(43) })).status).toBe(400);
  for (let press = 0; press < 2; press += 1) {
    const answer = await anonymous.post('/api/user/email/stop', { code: stop });
    expect([answer.status, answer.data?.message]).toEqual([200, expect.stringContaining('остановлена до')]);
  }
  const repeated = await request();
  expect([repeated.status, repeated.errors[0]?.message]).toEqual([
    409,
    expect.stringContaining('остановлена'),
  ]);
  expect((await anonymous.post('/api/user/email/confirm', { code })).status).toBe(400);
  const notifications = (await browser.get('/api/user/notifications')).data.items;
  expect(notifications.map(({ more }: { more: string }) => more)).toEqual([
    expect.stringContaining('остановлена до'),
    'Запрошен новый адрес почты.',
  ]);
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ address_frozen_until: '2020-01-01' }).where('id', '=', user.id).execute(),
  );
  expect((await request()).status).toBe(200);
});

test('an address in use is neither revealed nor taken', async () => {
  const browser = await signedIn(portal, 'doctor@example.ru');
  const answer = await browser.post('/api/user/email', { email: 'partner@example.ru', password });
  expect([answer.status, answer.data]).toEqual([200, { email: 'partner@example.ru' }]);
  expect((await lettersTo(portal, 'partner@example.ru')).at(-1)?.subject).toBe(
    'У вас уже есть учётная запись',
  );
  const half = await browser.post('/api/user/email/confirm', {
    code: await codeIn(portal, 'doctor@example.ru'),
  });
  expect(half.data.state).toBe('waiting');
});

test('sessions are listed and ended, one or all the others', async () => {
  const email = 'sessions@example.ru';
  await addPerson(portal, 'doctor', { email });
  const [here, there, third] = [
    await signedIn(portal, email),
    await signedIn(portal, email),
    await signedIn(portal, email),
  ];
  const list = (await here.get('/api/user/sessions')).data as { id: string; current: boolean }[];
  expect(list[0]?.current).toBe(true);
  expect(list.filter(({ current }) => current)).toHaveLength(1);
  expect(JSON.stringify(list)).not.toContain(here.cookies.get('sid'));
  const there1 = ((await there.get('/api/user/sessions')).data as typeof list).find(({ current }) => current);
  const foreign = await doctor.post('/api/user/sessions/end', { id: there1?.id });
  const missing = await doctor.post('/api/user/sessions/end', { id: 'nothing' });
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect((await here.post('/api/user/sessions/end', { id: there1?.id })).data).toHaveLength(2);
  expect((await there.get('/api/user')).data).toBeNull();
  expect((await here.post('/api/user/sessions/end')).data).toHaveLength(1);
  expect((await third.get('/api/user')).data).toBeNull();
});

test('V7.5.2 half an hour after sign-in, ending sessions requires the password', async () => {
  const { id, email } = await addPerson(portal, 'doctor', { email: 'long-ago@example.ru' });
  const browser = await withSession(portal, { id }, { hoursAgo: 1 });
  const other = await signedIn(portal, email);
  const response = await browser.post('/api/user/sessions/end');
  expect([response.status, response.errors[0]?.customData?.field]).toEqual([400, 'password']);
  expect((await browser.post('/api/user/sessions/end', { password: 'мимо' })).status).toBe(400);
  expect((await other.get('/api/user')).data.email).toBe(email);
  expect((await browser.post('/api/user/sessions/end', { password })).data).toHaveLength(1);
  expect((await other.get('/api/user')).data).toBeNull();
});

test('B236 B237 subscriptions are added, listed and removed by form, JSON or query', async () => {
  const { gaucher, cerezyme, draftDisease, news } = portal.sample;
  const add = (fields: Record<string, unknown>) => doctor.post('/api/subscribes/add', fields);
  expect((await doctor.post(`/api/subscribes/add?id=${gaucher}`)).data).toMatchObject({
    kind: 'disease',
    id: String(gaucher),
    title: 'Болезнь Гоше',
    url: `/deseases/${gaucher}/`,
  });
  expect((await add({ iblock: 'drugs', id: cerezyme, frequency: 'off' })).data.frequency).toBe('off');
  expect((await add({ kind: 'area', id: 'metabolic' })).data.title).toBe('Болезни обмена');
  expect((await add({ kind: 'filter', id: '/research/?status=recruiting' })).status).toBe(200);
  await add({ id: gaucher });
  expect((await doctor.get('/api/subscribes')).data).toHaveLength(4);
  for (const wrong of [
    { id: draftDisease },
    { id: news },
    { id: 999_999 },
    { id: 'x' },
    { kind: 'drug', id: gaucher },
    { kind: 'area', id: 'nothing' },
    { kind: 'filter', id: 'https://example.com/' },
    { kind: 'filter', id: '/cases/?sex=f' },
  ])
    expect([wrong, (await add(wrong)).status]).toEqual([wrong, 404]);
  expect((await add({ kind: 'nothing', id: 1 })).status).toBe(400);
  for (let twice = 0; twice < 2; twice += 1)
    expect((await doctor.post(`/api/subscribes/remove?id=${gaucher}`)).status).toBe(200);
  expect((await doctor.get('/api/subscribes')).data).toHaveLength(3);
  expect((await partner.get('/api/subscribes')).data).toEqual([]);
});

test('G42 an application is sent and shown with its history to its owner only', async () => {
  const sent = await partner.post('/api/applications', {
    type: 'correction',
    text: 'В карточке неточность.\nПроверьте код.',
    record_id: portal.sample.gaucher,
  });
  expect(sent.data).toMatchObject({
    type: 'correction',
    status: 'new',
    record: { kind: 'disease', title: 'Болезнь Гоше' },
    history: [{ status: 'new' }],
  });
  expect((await partner.get('/api/applications')).data).toEqual([sent.data]);
  const foreign = await doctor.get(`/api/applications/${sent.data.id}`);
  const missing = await doctor.get('/api/applications/999999');
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect((await doctor.get('/api/applications')).data).toEqual([]);
  for (const [fields, field] of [
    [{ type: 'other', text: 'x' }, 'type'],
    [{ type: 'correction', text: ' ' }, 'text'],
    [{ type: 'correction', text: 'x', record_id: portal.sample.draftDisease }, 'record_id'],
    [{ type: 'correction', text: 'x', record_id: portal.sample.case }, 'record_id'],
  ] as const)
    expect((await partner.post('/api/applications', fields)).errors[0]?.customData?.field).toBe(field);
});

test('a change of address is refused for the own one, after a day, and once the new one has an account', async () => {
  const own = 'refused-change@example.ru';
  const user = await addPerson(portal, 'doctor', { email: own });
  const browser = await withSession(portal, user);
  const request = (email: string) => browser.post('/api/user/email', { email, password });
  const confirm = async (email: string) => {
    const code = await codeIn(portal, email);
    return await openBrowser(portal).post('/api/user/email/confirm', { code });
  };
  const same = await request('Refused-Change@example.ru');
  expect([same.status, same.errors[0]?.customData?.field]).toEqual([400, 'email']);

  await request('overdue@example.ru');
  await portal.database.transaction((tx) =>
    tx
      .updateTable('address_changes')
      .set({ expires_at: new Date().toISOString() })
      .where('user_id', '=', user.id)
      .execute(),
  );
  const late = await confirm('overdue@example.ru');
  expect([late.status, late.errors[0]?.customData?.field]).toEqual([400, 'code']);

  await request('taken-meanwhile@example.ru');
  expect((await confirm(own)).data.state).toBe('waiting');
  const code = await codeIn(portal, 'taken-meanwhile@example.ru');
  await addPerson(portal, 'doctor', { email: 'taken-meanwhile@example.ru' });
  expect((await openBrowser(portal).post('/api/user/email/confirm', { code })).status).toBe(400);
  expect((await browser.get('/api/user')).data.email).toBe(own);
});

test('a new address gets six letters an hour, and further requests cancel nothing', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'asks-often@example.ru' });
  const browser = await withSession(portal, user);
  for (let count = 0; count < 7; count += 1) {
    const answer = await browser.post('/api/user/email', { email: 'often@example.ru', password });
    expect([answer.status, answer.data]).toEqual([200, { email: 'often@example.ru' }]);
  }
  expect(await lettersTo(portal, 'often@example.ru')).toHaveLength(6);
  const code = await codeIn(portal, 'often@example.ru');
  expect((await browser.post('/api/user/email/confirm', { code })).data.state).toBe('waiting');
});
