import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { setTerms } from '../account/users.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

const follow = (browser: Browser, id: number) => browser.post('/api/subscribes/add', { id });
const suggested = async (browser: Browser): Promise<number[]> =>
  (await browser.get('/api/subscribes/suggested')).data.map(({ id }: { id: number }) => id);

test(`A31 a partner is offered the disease of the registration, then the fullest of its areas, and none twice (${dialect})`, async () => {
  const { gaucher, fabry } = portal.sample;
  const user = await addPerson(portal, 'patient', { email: 'partner@example.ru', disease_id: fabry });
  const partner = await withSession(portal, user);
  const first = await suggested(partner);
  expect(first.slice(0, 2)).toEqual([fabry, gaucher]);
  expect(new Set(first).size).toBe(first.length);
  expect(first.length).toBeLessThanOrEqual(6);
  // They stay when one of them is followed.
  expect((await follow(partner, fabry)).status).toBe(200);
  expect(await suggested(partner)).toEqual(first.filter((id) => id !== fabry));
});

test('A31 a doctor is offered the fullest diseases of their areas, published ones alone', async () => {
  const { gaucher, fabry, draftDisease } = portal.sample;
  const user = await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
  await portal.database.transaction((tx) => setTerms(tx, user.id, 'therapeutic_area_id', ['hematology']));
  const doctor = await withSession(portal, user);
  const offered = await suggested(doctor);
  expect(offered[0]).toBe(gaucher);
  for (const id of [fabry, draftDisease]) expect(offered).not.toContain(id);
});
