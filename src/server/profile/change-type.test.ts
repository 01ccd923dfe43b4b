import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, password, withSession } from '../../../tests/sample/people.ts';
import { simplePdf } from '../../../tests/sample/pdf.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

const fieldsOf = (errors: { customData?: { field?: string } }[]) =>
  errors.map(({ customData }) => customData?.field);

test(`G63 a partner becomes a doctor with a doctor's data, and sees cases from the next request (${dialect})`, async () => {
  const user = await addPerson(portal, 'patient', { email: 'partner@example.ru', company: 'ООО «Пример»' });
  const browser = await withSession(portal, user);
  const change = (fields: object) => browser.post('/api/user/type', { type: 'doctor', password, ...fields });
  const bare = await change({});
  expect([bare.status, fieldsOf(bare.errors)]).toEqual([
    400,
    ['subject_federation_id', 'city', 'med', 'therapeutic_area_id', 'scientific_status_id'],
  ]);
  const doctor = {
    subject_federation_id: '77',
    city: 'Москва',
    med: 'Центр',
    therapeutic_area_id: ['metabolic'],
    scientific_status_id: ['none'],
  };
  expect(fieldsOf((await change(doctor)).errors)).toEqual(['specialist']);
  const ticked = { ...doctor, specialist: 'on' };
  expect(fieldsOf((await change({ ...ticked, subject_federation_id: '99' })).errors)).toEqual([
    'subject_federation_id',
  ]);
  expect(fieldsOf((await change({ ...ticked, password: 'мимо' })).errors)).toEqual(['password']);
  expect((await browser.get('/api/cases')).status).toBe(403);
  expect((await change(ticked)).data).toMatchObject({ type: 'doctor', verified: false, city: 'Москва' });
  expect((await browser.get('/api/cases')).status).toBe(200);
  const consents = (await browser.get('/api/user/consents')).data;
  expect(consents).toMatchObject([{ purpose: 'specialist', withdrawn_at: null }]);
  expect((await change(ticked)).status).toBe(409);
});

test('G63 a verified doctor becomes a partner and back: known data is kept, the verification is lost', async () => {
  const user = await addPerson(portal, 'doctor', {
    email: 'doctor@example.ru',
    verified_at: new Date().toISOString(),
    subject: '77',
    city: 'Москва',
    med: 'Центр',
  });
  const browser = await withSession(portal, user);
  const pdf = new File([await simplePdf()], 'а.pdf');
  await portal.database.transaction((tx) => tx.updateTable('users').set({ verified_at: null }).execute());
  const response = await browser.post('/api/user/verification', { files: [pdf] }, 'multipart');
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ verified_at: user.verified_at }).where('id', '=', user.id).execute(),
  );
  const partner = { company: 'ООО', position: 'Врач', catalog_disease_id: portal.sample.gaucher };
  const changed = await browser.post('/api/user/type', { type: 'patient', password, ...partner });
  expect(changed.data).toMatchObject({ type: 'patient', verified: false, company: 'ООО' });
  expect((await browser.get('/api/cases')).status).toBe(403);
  expect((await browser.get(`/api/applications/${response.data.id}`)).data.status).toBe('closed');
  const back = { type: 'doctor', password, specialist: true, scientific_status_id: ['none'] };
  const repeated = await browser.post('/api/user/type', back, 'json');
  expect(repeated.data).toMatchObject({
    type: 'doctor',
    verified: false,
    therapeutic_area_id: ['metabolic'],
  });
});

test('editors cannot change their own role', async () => {
  const browser = await withSession(
    portal,
    await addPerson(portal, 'editor', { email: 'editor@example.ru' }),
  );
  expect((await browser.post('/api/user/type', { type: 'doctor', password })).status).toBe(409);
});
