import * as z from 'zod/mini';
import { expect, test } from 'vitest';
import { caseContent } from '#contract/forms/cases.ts';
import { startTestPortal } from '../../../tests/sample/application.ts';
import { addPerson, openBrowser, withSession } from '../../../tests/sample/people.ts';
import { addDemonstration, fitDemonstration, readExamples, removeDemonstration } from './demonstration.ts';
import { findingsOf } from '../cases/findings.ts';
import { findSigns } from '../cases/signs.ts';

test('the invented cases are complete and anonymous and use HPO signs', async () => {
  const examples = await readExamples();
  expect(examples).toHaveLength(12);
  for (const { content } of examples) {
    const whole = z.parse(caseContent, content);
    expect([whole.title, (await findingsOf({ user: { id: 0 } }, whole)).map(({ words }) => words)]).toEqual([
      whole.title,
      [],
    ]);
    expect(whole.complaint && whole.age_band && whole.sex && whole.basis).toBeTruthy();
    for (const { hpo, title } of whole.signs)
      expect([hpo, (await findSigns(hpo)).map((sign) => sign.title)]).toEqual([hpo, [title]]);
  }
});

test('a demonstration shows its cases, marked; a normal start hides them; neither counts them', async () => {
  const portal = await startTestPortal();
  const before = (await portal.get('/api/page/home')).data.cases;
  const accounts = await addDemonstration(portal);
  expect(accounts).toHaveLength(4);
  expect(await addDemonstration(portal)).toEqual([]);
  const doctor = await withSession(portal, await addPerson(portal, 'doctor', { email: 'reader@example.ru' }));
  const look = async () => ({
    listed: (await doctor.get('/api/cases?page_size=100')).data.items.filter(
      ({ demo }: { demo: boolean }) => demo,
    ).length,
    found: (await doctor.get(`/api/fast-search?query=${encodeURIComponent('большая селезёнка')}`)).data
      .length,
    counted: (await portal.get('/api/page/home')).data.cases,
    known: (await portal.get('/api/cases/teaser')).data.total,
  });
  expect(await look()).toEqual({ listed: 12, found: 1, counted: before, known: before });
  expect(await fitDemonstration(portal.database, false)).toEqual([
    expect.stringContaining('npm run user -- remove-demo'),
  ]);
  expect(await look()).toEqual({ listed: 0, found: 0, counted: before, known: before });
  expect(await fitDemonstration(portal.database, true)).toEqual([]);
  expect(await look()).toEqual({ listed: 12, found: 1, counted: before, known: before });
  await portal.close();
});

test('each account of a demonstration signs in, and removal leaves nothing that they wrote', async () => {
  const portal = await startTestPortal();
  const reader = await addPerson(portal, 'doctor', { email: 'reader@example.ru' });
  const doctor = await withSession(portal, reader);
  const rowsOfPeople = async () => {
    const { kysely } = portal.database;
    const count = async (
      table: 'users' | 'cases' | 'case_answers' | 'factors' | 'recovery_codes' | 'outbox',
    ) => (await kysely.selectFrom(table).selectAll().execute()).length;
    return {
      users: await count('users'),
      cases: await count('cases'),
      comments: await count('case_answers'),
      factors: await count('factors'),
      codes: await count('recovery_codes'),
      letters: await count('outbox'),
    };
  };
  const before = await rowsOfPeople();

  const accounts = await addDemonstration(portal);
  const browsers = new Map<string, ReturnType<typeof openBrowser>>();
  for (const { email, password, role, codes } of accounts) {
    const browser = openBrowser(portal);
    expect((await browser.post('/api/auth/login', { email, password })).status).toBe(200);
    if (codes.length > 0)
      expect((await browser.post('/api/auth/second-factor', { code: codes[0] })).status).toBe(200);
    expect((await browser.get('/api/user')).data, role).toMatchObject({ email });
    browsers.set(role, browser);
  }
  expect((await browsers.get('редактор')!.get('/api/editors/overview')).status).toBe(200);
  expect((await browsers.get('администратор')!.get('/api/editors/users')).status).toBe(200);
  const { items } = (await doctor.get('/api/cases?page_size=100')).data;
  const packet = await doctor.get(`/api/cases/${items[0].id}/phenopacket`);
  expect(packet.text).toContain('Демонстрационный пример');
  const comment = { opinion: 'Мнение демонстрационного врача о случае.' };
  expect(
    (await browsers.get('врач')!.post(`/api/cases/${items[1].id}/answers`, comment, 'json')).status,
  ).toBe(200);

  expect(await removeDemonstration(portal)).toEqual({ accounts: 4, cases: 12 });
  expect(await rowsOfPeople()).toEqual(before);
  expect((await doctor.get('/api/cases?page_size=100')).text).not.toContain('"demo":true');
  expect((await browsers.get('врач')!.get('/api/user')).data).toBeNull();
  expect(await removeDemonstration(portal)).toEqual({ accounts: 0, cases: 0 });
  // A new one has new passwords.
  expect(await addDemonstration(portal)).toHaveLength(4);
  await portal.close();
});
