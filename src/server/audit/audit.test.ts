import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, doctorForm, openBrowser, password, withSession } from '../../../tests/sample/people.ts';
import { sweep } from '../account/sweep.ts';
import type { Writing } from '../database/database.ts';
import { verifyAudit } from './verify.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

const verify = () => verifyAudit(portal.database.kysely);

/** A hand in the database, and what it finds; then all is as it was. */
async function tampered(hand: (tx: Writing) => Promise<unknown>) {
  class Undone extends Error {}
  let found: Awaited<ReturnType<typeof verify>>['problems'] = [];
  await portal.database
    .transaction(async (tx) => {
      await hand(tx);
      found = (await verifyAudit(tx)).problems;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found;
}

test(`F-3 a row of the audit that was changed, removed or put in is named (${dialect})`, async () => {
  const { rows, problems } = await verify();
  expect(problems).toEqual([]);
  expect(rows).toBeGreaterThan(10);
  const kept = await portal.database.kysely
    .selectFrom('audit')
    .selectAll()
    .where('id', '=', 5)
    .executeTakeFirstOrThrow();
  for (const values of [{ details: 'иначе' }, { at: '2000-01-01' }, { deed: 'иное' }, { ip: '203.0.113.9' }])
    expect(await tampered((tx) => tx.updateTable('audit').set(values).where('id', '=', 5).execute())).toEqual(
      [{ id: 5, what: expect.stringContaining('строка 5 изменена') }],
    );
  expect(await tampered((tx) => tx.deleteFrom('audit').where('id', '=', 5).execute())).toContainEqual({
    id: 6,
    what: 'строка 5 удалена',
  });
  expect(await tampered((tx) => tx.deleteFrom('audit').where('id', '=', rows).execute())).toContainEqual({
    id: rows,
    what: expect.stringContaining('удалены с конца'),
  });
  expect(
    await tampered((tx) =>
      tx
        .insertInto('audit')
        .values({ ...kept, id: rows + 1 })
        .execute(),
    ),
  ).toContainEqual({ id: rows + 1, what: expect.stringContaining('вставлен') });
  expect(
    await tampered((tx) =>
      tx
        .updateTable('audit')
        .set({ salt: null, details: null, actor_id: null, ip: null, agent: null })
        .where('id', '=', 5)
        .execute(),
    ),
  ).toContainEqual({ id: 5, what: expect.stringContaining('не по просьбе') });
});

test('a version of a record that was rewritten in the database is named, too', async () => {
  const id = portal.sample.gaucher;
  const problems = await tampered((tx) =>
    tx.updateTable('revisions').set({ data: '{"title":"Подмена"}' }).where('record_id', '=', id).execute(),
  );
  expect(problems[0]?.what).toBe(`запись ${id}, версия 1: изменена в базе`);
});

test('registrations that nobody confirms are forgotten, and the chain stays whole', async () => {
  const browser = openBrowser(portal);
  await browser.post('/api/register/doctor', doctorForm({ email: 'never@example.ru' }));
  const later = new Date(Date.now() + 8 * 86_400_000);
  await sweep({ settings: portal.settings, database: portal.database, now: () => later });
  expect((await verify()).problems).toEqual([]);
});

test('who asks to be forgotten leaves a whole chain behind', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'leaves@example.ru' });
  const browser = await withSession(portal, user);
  await browser.get('/api/user/export');
  const erased = await browser.post('/api/user/delete', { password });
  expect(erased.status).toBe(200);
  expect((await verify()).problems).toEqual([]);
});
