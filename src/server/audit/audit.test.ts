import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect, openTestDatabase, testSettings } from '../../../tests/sample/database.ts';
import {
  addPerson,
  doctorForm,
  factorCode,
  lettersTo,
  openBrowser,
  password,
  withSession,
} from '../../../tests/sample/people.ts';
import { sweep } from '../app/sweep.ts';
import {
  openDatabase,
  type Database,
  type ReadDatabase,
  type WriteTransaction,
} from '../database/database.ts';
import { startServer } from '../main.ts';
import { readSettings } from '../settings.ts';
import { sealRow } from '../base/chain.ts';
import { headOf, headText, parseHead } from './heads.ts';
import { auditKeysOf, keysOfWriting } from '../base/audit-keys.ts';
import { forgetPlaces } from './places.ts';
import { verifyAudit } from './verify.ts';
import { appendToAudit, sealAudit } from './append.ts';
import { createContext } from '../request/context.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
});
afterAll(() => portal.close());

const emptyRow = { user_id: null, actor_id: null, ip: null, agent: null, details: null };

const verify = () => verifyAudit(portal.database.kysely, { keys: portal.database.auditKeys });

/** Changes the database, verifies, and restores. */
async function tampered(hand: (tx: WriteTransaction) => Promise<unknown>) {
  class Undone extends Error {}
  let found: Awaited<ReturnType<typeof verify>>['problems'] = [];
  await portal.database
    .transaction(async (tx) => {
      await hand(tx);
      found = (await verifyAudit(tx, { keys: portal.database.auditKeys })).problems;
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return found;
}

test(`F-3 a changed, removed or inserted audit row is detected (${dialect})`, async () => {
  const { rows, problems } = await verify();
  expect(problems).toEqual([]);
  expect(rows).toBeGreaterThan(10);
  const kept = await portal.database.kysely
    .selectFrom('audit')
    .selectAll()
    .where('id', '=', 5)
    .executeTakeFirstOrThrow();
  for (const values of [
    { details: 'иначе' },
    { at: '2000-01-01' },
    { action: 'иное' },
    { ip: '203.0.113.9' },
  ])
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

/** A forgery by anyone with write access: changes a row and rehashes the rest by the public rule. */
async function forge(tx: WriteTransaction, changed: { id: number; ip: string }, more: object = {}) {
  let last = '';
  for (const row of await tx.selectFrom('audit').selectAll().orderBy('id').execute()) {
    const isForged = row.id >= changed.id;
    const facts = row.id === changed.id ? { ...row, ip: changed.ip } : row;
    const { seal, hash } = sealRow(facts, last, row.salt ?? '');
    last = isForged ? hash : (row.hash ?? '');
    if (isForged)
      await tx
        .updateTable('audit')
        .set({ ip: facts.ip, seal, hash, ...more })
        .where('id', '=', row.id)
        .execute();
  }
}

test('a chain rehashed from a changed row on by the public rule is detected', async () => {
  const forged = { id: 5, ip: '203.0.113.9' };
  expect(await tampered((tx) => forge(tx, forged))).toContainEqual({
    id: 5,
    what: expect.stringContaining('строка 5 изменена или вставлена'),
  });
  // With key ids removed.
  expect(await tampered((tx) => forge(tx, forged, { key: null }))).toContainEqual({
    id: 5,
    what: expect.stringContaining('без ключа после строк под ключом'),
  });
  expect(await tampered((tx) => forge(tx, { ...forged, id: 1 }, { key: null }))).toContainEqual({
    id: expect.any(Number),
    what: expect.stringContaining('без ключа: их может подделать всякий'),
  });
  // With another key id.
  expect(await tampered((tx) => forge(tx, forged, { key: '0123456789ab' }))).toContainEqual({
    id: 5,
    what: expect.stringContaining('ключа 0123456789ab здесь нет'),
  });
});

test('rows before the key follow the old rule up to the sealing row, and not if rewritten', async () => {
  const keys = portal.database.auditKeys;
  const row = (action: string) => ({ ...emptyRow, at: '2026-01-01T00:00:00.000Z', action, ip: '192.0.2.1' });
  const database = await openTestDatabase();
  await database.transaction(async (tx) => {
    keysOfWriting.give(tx, []);
    await appendToAudit(tx, ['published', 'blocked', 'verified'].map(row));
  });
  const check = () => verifyAudit(database.kysely, { keys });
  expect((await check()).problems).toEqual([
    { id: 3, what: expect.stringContaining('строки 1–3 без ключа') },
  ]);
  await database.transaction((tx) => sealAudit(tx, new Date()));
  await database.transaction((tx) => appendToAudit(tx, [row('unblocked')]));
  expect(await check()).toMatchObject({ rows: 5, key: 'keyed', problems: [] });
  const { action } = await database.kysely
    .selectFrom('audit')
    .select('action')
    .where('id', '=', 4)
    .executeTakeFirstOrThrow();
  expect(action).toBe('audit sealed');
  await database.transaction(async (tx) => {
    const rows = await tx.selectFrom('audit').selectAll().where('id', '<=', 3).orderBy('id').execute();
    let last = '';
    for (const one of rows) {
      const sealed = sealRow(
        { ...one, action: one.id === 2 ? 'signed in' : one.action },
        last,
        one.salt ?? '',
      );
      last = sealed.hash;
      await tx
        .updateTable('audit')
        .set({ ...sealed, action: one.id === 2 ? 'signed in' : one.action })
        .where('id', '=', one.id)
        .execute();
    }
  });
  expect((await check()).problems).toEqual([
    { id: 4, what: 'строка 4 изменена или вставлена: она не продолжает строку 3' },
  ]);
});

test('a replaced key still verifies; without it the portal says that it cannot', async () => {
  const [old, fresh] = ['о'.repeat(40), 'н'.repeat(40)] as const;
  const { settings, drop } = await testSettings({ AUDIT_KEY: old });
  onTestFinished(drop);
  const row = { ...emptyRow, at: '2026-01-01T00:00:00.000Z', action: 'published' };
  const under = async (AUDIT_KEY: string, action: (database: Database) => Promise<unknown>) => {
    const database = await openDatabase({ ...settings, AUDIT_KEY });
    try {
      await action(database);
    } finally {
      await database.close();
    }
  };
  const append = (database: Database) => database.transaction((tx) => appendToAudit(tx, [row]));
  const check = (database: Database) => verifyAudit(database.kysely, { keys: database.auditKeys });
  await under(old, append);
  // A command with another key must not write.
  await under(fresh, (database) => expect(append(database)).rejects.toThrow(/ведётся под ключом/));
  await under(fresh, async (database) =>
    expect(await check(database)).toMatchObject({
      key: 'missing',
      problems: [{ id: 1, what: expect.stringContaining('строки 1–1 проверить нельзя') }],
    }),
  );
  // A server that can read no key must not continue the log without one.
  await under(fresh, (database) =>
    expect(
      database.transaction(async (tx) => {
        keysOfWriting.give(tx, []);
        await sealAudit(tx, new Date());
      }),
    ).rejects.toThrow(/ведётся под ключом/),
  );
  await under(`${fresh} ${old}`, append);
  await under(`${fresh} ${old}`, async (database) =>
    expect(await check(database)).toMatchObject({ rows: 3, key: 'keyed', problems: [] }),
  );
  // On another machine, whose server creates its own key.
  const other = 'д'.repeat(40);
  await under(other, (database) => database.transaction((tx) => sealAudit(tx, new Date())));
  await under(other, async (database) => {
    const { key, problems } = await check(database);
    expect(key).toBe('keyed');
    expect(problems.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^ключа \w+ здесь нет, строки 1–1 проверить нельзя/),
      expect.stringMatching(/^ключа \w+ здесь нет, строки 2–3 проверить нельзя/),
    ]);
  });
});

test.skipIf(dialect === 'sqlite')(
  'a server with another key than a shared database does not start, since others could not continue (skipped without TEST_DATABASE_URL)',
  async () => {
    const { settings, drop } = await testSettings();
    onTestFinished(drop);
    const others = await openDatabase({ ...settings, AUDIT_KEY: 'о'.repeat(40) });
    await others.transaction((tx) =>
      appendToAudit(tx, [{ ...emptyRow, at: '2026-01-01T00:00:00.000Z', action: 'published' }]),
    );
    await others.close();
    await expect(startServer({ settings })).rejects.toThrow(/^Журнал в этой базе ведётся под ключом/);
  },
);

test('a key is rejected next to the audit log, and when short', () => {
  const settings = readSettings({ DATA_DIR: '/srv/data', AUDIT_KEY_FILE: '/srv/data/audit.key' });
  expect(() => auditKeysOf(settings)).toThrow(/лежит в DATA_DIR/);
  expect(() => auditKeysOf({ AUDIT_KEY_FILE: path.join(tmpdir(), randomUUID()) })).toThrow(
    /^Ключа журнала в \//,
  );
  expect(() => readSettings({ AUDIT_KEY: 'коротко' })).toThrow('Настройка AUDIT_KEY задана неверно');
  const former = readSettings({ AUDIT_KEY: `${'k'.repeat(40)} коротко` });
  expect(() => auditKeysOf(former)).toThrow(/нужно не меньше \d+ знаков/);
});

test('a kept head reveals a cut end, or a rewrite with the key', async () => {
  const { database } = portal;
  const keys = database.auditKeys;
  const head = parseHead(headText((await headOf(database.kysely))!));
  const heads = async (tx: ReadDatabase) => (await verifyAudit(tx, { keys, heads: [head!] })).problems;
  expect(await heads(database.kysely)).toEqual([]);
  await expect(
    database.transaction(async (tx) => {
      await tx
        .deleteFrom('audit')
        .where('id', '=', head?.row ?? 0)
        .execute();
      await tx
        .updateTable('meta')
        .set((eb) => ({ value: eb('value', '-', 1) }))
        .where('name', '=', 'audit')
        .execute();
      expect((await verifyAudit(tx, { keys })).problems).toEqual([]);
      expect(await heads(tx)).toEqual([{ id: head?.row, what: expect.stringMatching(/журнал стал короче/) }]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  const admin = await withSession(portal, await addPerson(portal, 'admin', { email: 'head@example.ru' }));
  const compared = await admin.post('/api/editors/audit/check', { head: headText(head!) });
  expect(compared.data).toMatchObject({ key: 'keyed', problems: [] });
  const other = await admin.post('/api/editors/audit/check', { head: `${head?.row}:${'0'.repeat(24)}` });
  expect(other.data.problems).toEqual([
    {
      id: head?.row,
      what: `строка ${head?.row} не та, что была записана вами: журнал переписан на ней или раньше`,
    },
  ]);
  const wrong = await admin.post('/api/editors/audit/check', { head: 'да' });
  expect([wrong.status, wrong.errors[0]?.customData?.field]).toEqual([400, 'head']);
});

test('network addresses and browsers older than a year leave the log, and the chain stays valid', async () => {
  const { settings, database } = portal;
  const browser = openBrowser(portal, { ip: '198.51.100.77', agent: 'Обозреватель примет 1.0' });
  await browser.post('/api/register/doctor', doctorForm({ email: 'aged@example.ru' }));
  const placed = async () =>
    await database.kysely
      .selectFrom('audit')
      .select(['id', 'user_id'])
      .where('ip', '=', '198.51.100.77')
      .execute();
  expect(await placed()).not.toEqual([]);
  await database.transaction((tx) => forgetPlaces(tx, new Date(Date.now() + 300 * 86_400_000)));
  const [kept] = await placed();
  await database.transaction((tx) => forgetPlaces(tx, new Date(Date.now() + 370 * 86_400_000)));
  expect(await placed()).toEqual([]);
  expect(JSON.stringify(await database.kysely.selectFrom('audit').selectAll().execute())).not.toMatch(
    /198\.51\.100\.77|Обозреватель примет/,
  );
  expect((await verify()).problems).toEqual([]);
  // The rest of such a row is still protected.
  expect(
    await tampered((tx) =>
      tx
        .updateTable('audit')
        .set({ details: 'иначе' })
        .where('id', '=', kept?.id ?? 0)
        .execute(),
    ),
  ).toEqual([{ id: kept?.id, what: `строка ${kept?.id} изменена` }]);
  await sweep(createContext({ settings, database }));
  expect((await verify()).problems).toEqual([]);
});

test('unconfirmed registrations are deleted, and the chain stays valid', async () => {
  const browser = openBrowser(portal);
  await browser.post('/api/register/doctor', doctorForm({ email: 'never@example.ru' }));
  const later = new Date(Date.now() + 8 * 86_400_000);
  await sweep(createContext({ settings: portal.settings, database: portal.database, now: () => later }));
  expect((await verify()).problems).toEqual([]);
});

test('erasure leaves a valid chain', async () => {
  const user = await addPerson(portal, 'doctor', { email: 'leaves@example.ru' });
  const browser = await withSession(portal, user);
  await browser.get('/api/user/export');
  const erased = await browser.post('/api/user/delete', { password });
  expect(erased.status).toBe(200);
  expect((await verify()).problems).toEqual([]);
});

test(`an administrator erases the account after losing the role; actions on others stay (${dialect})`, async () => {
  const now = new Date();
  const own = await startTestPortal({ now: () => now });
  onTestFinished(() => own.close());
  const { database, settings } = own;
  const add = async (type: 'admin' | 'doctor', name: string) =>
    await addPerson(own, type, { email: `${name}@example.ru`, last_name: name });
  const leaving = await add('admin', 'Уходящева');
  const other = await withSession(own, await add('admin', 'stays'));
  const doctors = [await add('doctor', 'first'), await add('doctor', 'second')];
  const browser = await withSession(own, leaving);
  for (const { id } of doctors)
    expect((await browser.post(`/api/editors/users/${id}/block`, { reason: 'Проверка' })).status).toBe(200);

  const refused = await browser.post('/api/user/delete', { password });
  expect([refused.status, refused.errors[0]?.message]).toEqual([
    409,
    expect.stringContaining('администратора'),
  ]);
  const role = { type: 'doctor', reason: 'Уходит' };
  expect((await other.post(`/api/editors/users/${leaving.id}/role`, role)).status).toBe(200);
  const code = factorCode(now);
  const erased = await (await withSession(own, leaving)).post('/api/user/delete', { password, code });
  expect([erased.status, erased.errors]).toEqual([200, undefined]);

  const rows = await database.kysely
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'blocked')
    .execute();
  expect(rows.map(({ user_id, details, actor_id, ip }) => ({ user_id, details, actor_id, ip }))).toEqual(
    doctors.map(({ id }) => ({ user_id: id, details: 'Проверка', actor_id: null, ip: null })),
  );
  expect(new Set(rows.map(({ pseudonym }) => pseudonym))).toEqual(
    new Set([expect.stringMatching(/^[0-9a-f]{12}$/)]),
  );
  const { items } = (await other.get('/api/editors/audit?action=blocked')).data;
  expect(items[0]).toMatchObject({ actor: null, pseudonym: rows[0]?.pseudonym, details: 'Проверка' });
  const letters = await lettersTo(own, 'stays@example.ru');
  expect(letters.map(({ subject }) => subject)).toEqual([
    'Новая роль учётной записи',
    'Удалена учётная запись бывшего редактора',
  ]);

  const look = async () => (await verifyAudit(database.kysely, { keys: database.auditKeys })).problems;
  expect(await look()).toEqual([]);
  const setPseudonym = (pseudonym: string) =>
    database.transaction((tx) =>
      tx.updateTable('audit').set({ pseudonym }).where('id', '=', rows[0]!.id).execute(),
    );
  await setPseudonym('000000000000');
  expect((await look()).map(({ id }) => id)).toEqual([rows[0]?.id]);
  await setPseudonym(rows[0]!.pseudonym!);
  const later = new Date(Date.now() + 3 * 366 * 86_400_000);
  await sweep(createContext({ settings, database, now: () => later }));
  const kept = await database.kysely
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'blocked')
    .execute();
  expect(kept).toMatchObject(doctors.map(() => ({ pseudonym: null, details: null, user_id: null })));
  expect(await look()).toEqual([]);
});
