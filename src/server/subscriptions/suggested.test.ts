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

test(`A31 a partner is offered the disease of the registration, then the most complete of its areas, without duplicates (${dialect})`, async () => {
  const { gaucher, fabry } = portal.sample;
  const user = await addPerson(portal, 'patient', { email: 'partner@example.ru', disease_id: fabry });
  const partner = await withSession(portal, user);
  const first = await suggested(partner);
  expect(first.slice(0, 2)).toEqual([fabry, gaucher]);
  expect(new Set(first).size).toBe(first.length);
  expect(first.length).toBeLessThanOrEqual(6);
  // Others remain when one is followed.
  expect((await follow(partner, fabry)).status).toBe(200);
  expect(await suggested(partner)).toEqual(first.filter((id) => id !== fabry));
});

test('A31 a doctor is offered the most complete published diseases of their areas', async () => {
  const { gaucher, fabry, draftDisease } = portal.sample;
  const user = await addPerson(portal, 'doctor', { email: 'doctor@example.ru' });
  await portal.database.transaction((tx) => setTerms(tx, user.id, { therapeutic_area_id: ['hematology'] }));
  const doctor = await withSession(portal, user);
  const offered = await suggested(doctor);
  expect(offered[0]).toBe(gaucher);
  for (const id of [fabry, draftDisease]) expect(offered).not.toContain(id);
});

test('subscriptions are limited to a thousand', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'thousand@example.ru' });
  const doctor = await withSession(portal, user);
  const row = (object: number) => ({
    user_id: user.id,
    topic: `disease:${object}`,
    frequency: 'off',
    created_at: new Date().toISOString(),
    notified_seq: 0,
  });
  const rows = Array.from({ length: 999 }, (_, index) => row(100_000 + index));
  await portal.database.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += 100)
      await tx
        .insertInto('preferences')
        .values(rows.slice(from, from + 100))
        .execute();
  });
  expect((await follow(doctor, portal.sample.gaucher)).status).toBe(200);
  const beyond = await follow(doctor, portal.sample.fabry);
  expect(beyond.status).toBe(409);
  expect(beyond.errors[0]?.message).toContain('Подписок уже 1000');
});
