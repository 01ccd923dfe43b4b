import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import {
  addPerson,
  codeIn,
  lettersTo,
  openBrowser,
  password,
  signedIn,
  withSession,
} from '../../../tests/sample/people.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

const register = (email: string, more: object = {}) =>
  openBrowser(portal).post('/api/register/family', { email, consent: 'on', ...more });

test(`a patient registers with an address alone, sets a password by letter, and gets the initial subscription (${dialect})`, async () => {
  const email = 'mama@example.ru';
  const follow = { follow_kind: 'disease', follow_id: portal.sample.gaucher };
  const bare = await openBrowser(portal).post('/api/register/family', { email });
  expect(bare.errors[0]?.customData?.field).toBe('consent');
  expect((await register(email, follow)).data).toEqual({ email });
  const [letter] = await lettersTo(portal, email);
  expect(letter?.text).toContain('придумайте пароль');
  expect(letter?.text).not.toContain('который вы придумали');

  const browser = openBrowser(portal);
  const code = await codeIn(portal, email);
  const confirm = (fields: object) => browser.post('/api/user/confirm', { code, ...fields });
  expect((await confirm({})).data).toMatchObject({
    state: 'password-needed',
    wanted: ['password', 'confirm_password'],
  });
  expect((await confirm({ password })).errors[0]?.customData?.field).toBe('password');
  const weak = await confirm({ password: 'кратко', confirm_password: 'кратко' });
  expect(weak.errors[0]?.customData?.field).toBe('password');
  expect((await confirm({ password, confirm_password: password })).data).toMatchObject({
    state: 'confirmed',
  });

  const person = await signedIn(portal, email);
  expect((await person.get('/api/user')).data).toMatchObject({
    type: 'patient',
    family: true,
    last_name: '',
    name: '',
    company: null,
    mailings: [],
  });
  expect((await person.get('/api/subscribes')).data).toMatchObject([
    { kind: 'disease', id: String(portal.sample.gaucher), frequency: 'weekly' },
  ]);
  expect((await person.get('/api/user/consents')).data).toMatchObject([{ purpose: 'personal' }]);
});

test('accounts with an address alone read no cases and have no partner data', async () => {
  const user = await addPerson(portal, 'patient', {
    email: 'father@example.ru',
    is_family: 1,
    last_name: '',
    name: '',
  });
  const browser = await withSession(portal, user);
  expect((await browser.get('/api/cases')).status).toBe(403);
  expect((await browser.post('/api/cases/add', {}, 'json')).status).toBe(403);
  expect((await browser.post('/api/patient/update', { company: 'ООО' })).status).toBe(403);
  const partner = await addPerson(portal, 'patient', { email: 'firm@example.ru', company: 'ООО «Пример»' });
  expect(
    (await (await withSession(portal, partner)).post('/api/family/update', { name: 'Пётр' })).status,
  ).toBe(403);

  const updated = await browser.post('/api/family/update', { name: 'Олег', subject_federation_id: '77' });
  expect(updated.data).toMatchObject({ name: 'Олег', subject_federation_id: '77' });
  expect((await browser.post('/api/family/update', { subject_federation_id: '199' })).status).toBe(400);
  const back = await browser.post('/api/family/update', { name: '', subject_federation_id: '' });
  expect(back.data).toMatchObject({ name: '', subject_federation_id: null });

  const exported = await browser.get('/api/user/export?format=json');
  expect(JSON.parse(exported.text)).toMatchObject({ users: [{ email: 'father@example.ru', is_family: 1 }] });
  expect((await browser.post('/api/user/delete', { password })).status).toBe(200);
  const left = await portal.database.kysely
    .selectFrom('users')
    .select('id')
    .where('id', '=', user.id)
    .execute();
  expect(left).toEqual([]);
});

test('such a doctor gives a name and becomes a doctor', async () => {
  const user = await addPerson(portal, 'patient', {
    email: 'late-doctor@example.ru',
    is_family: 1,
    last_name: '',
    name: '',
  });
  const browser = await withSession(portal, user);
  const work = {
    type: 'doctor',
    password,
    subject_federation_id: '77',
    city: 'Москва',
    med: 'Центр',
    therapeutic_area_id: ['metabolic'],
    scientific_status_id: ['none'],
    specialist: 'on',
  };
  const nameless = await browser.post('/api/user/type', work);
  expect(nameless.errors.map(({ customData }) => customData?.field)).toEqual(['last_name', 'name']);
  const changed = await browser.post('/api/user/type', {
    ...work,
    last_name: 'Иванова',
    name: 'Анна',
    second_name: '-',
  });
  expect(changed.data).toMatchObject({
    type: 'doctor',
    family: false,
    last_name: 'Иванова',
    second_name: null,
  });
});

test('administrators can distinguish them from partners', async () => {
  await addPerson(portal, 'patient', { email: 'near@example.ru', is_family: 1, last_name: '', name: '' });
  await addPerson(portal, 'admin', { email: 'chief@example.ru' });
  const admin = await signedIn(portal, 'chief@example.ru');
  const listed = async (type: string) =>
    (await admin.get(`/api/editors/users?type=${type}&page_size=100`)).data.items.map(
      ({ email, family }: { email: string; family: boolean }) => [email, family] as const,
    );
  expect(await listed('family')).toContainEqual(['near@example.ru', true]);
  expect((await listed('patient')).filter(([, family]: [string, boolean]) => family)).toEqual([]);
});
