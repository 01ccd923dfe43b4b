import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
let admin: Browser;
let anna: Browser;
let boris: Browser;

beforeAll(async () => {
  portal = await startTestPortal({ settings: { PURGE_URL: 'http://127.0.0.1:9/purge' } });
  const sign = async (type: 'admin' | 'editor', email: string) =>
    await withSession(portal, await addPerson(portal, type, { email }));
  admin = await sign('admin', 'admin@example.ru');
  anna = await sign('editor', 'anna@example.ru');
  boris = await sign('editor', 'boris@example.ru');
});
afterAll(() => portal.close());

/** A publication of everything so far. */
async function addPublication(state: string, id: number): Promise<void> {
  const at = new Date().toISOString();
  await portal.database.transaction(async (tx) => {
    const { seq } = await tx
      .selectFrom('changes')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('publications')
      .values({
        id,
        mode: 'content',
        state,
        started_at: at,
        live_at: state === 'live' ? at : null,
        milliseconds: null,
        release: null,
        seq,
        pages: 0,
        rendered: 0,
        changed: 0,
        removed: 0,
        changed_addresses: '[]',
        removed_addresses: '[]',
        message: null,
      })
      .execute();
  });
}

const drug = () => `/api/editors/records/${portal.sample.cerezyme}`;
async function edit(holder: string): Promise<number> {
  const { data: seen } = await anna.get(drug());
  const { data } = await anna.post(`${drug()}/draft`, {
    fields: JSON.stringify({ holder }),
    expected_version: 0,
    base_version: seen.version,
  });
  return data.draft.version;
}

test('a rollback changes nothing while one record refuses, and is of a publication that took place', async () => {
  await addPublication('live', 1);
  await addPublication('broken', 2);
  await anna.post(`${drug()}/submit`, { expected_version: await edit('Новый держатель'), note: '' });
  const { data: seen } = await boris.get(drug());
  expect((await boris.post(`${drug()}/publish`, { expected_version: seen.draft.version })).status).toBe(200);
  await edit('Держатель в работе');
  const rollBack = (publication: number, more: object = {}) =>
    admin.post('/api/admin/rollback', { publication, reason: 'Проверка', ...more }, 'json');
  const { data: tried } = await rollBack(1, { dry_run: true });
  expect(tried).toMatchObject({
    changed: 0,
    refused: [{ id: portal.sample.cerezyme, message: expect.stringContaining('начатая правка') }],
  });
  const before = (await anna.get(drug())).data;
  for (const [publication, status, words] of [
    [1, 409, 'Ничего не изменено'],
    [2, 422, 'не состоялась'],
    [3, 404, 'публикации нет'],
  ] as const) {
    const answer = await rollBack(publication);
    expect([answer.status, answer.errors[0]?.customData?.field]).toEqual([status, 'publication']);
    expect(answer.errors[0]?.message).toContain(words);
  }
  expect((await anna.get(drug())).data).toEqual(before);
});

test('a purge of the cache is sent again by an editor, and that is audited', async () => {
  await portal.database.transaction((tx) =>
    tx
      .insertInto('purges')
      .values({
        id: 7,
        publication_id: 1,
        addresses: '["/"]',
        created_at: '2026-11-01T00:00:00.000Z',
        due_at: '2026-11-01T00:00:00.000Z',
        attempts: 3,
        sent_at: '2026-11-01T00:00:00.000Z',
        problem: null,
        status: 200,
      })
      .execute(),
  );
  const repeated = await anna.post('/api/editors/purges/7/repeat', {});
  expect(repeated.data).toMatchObject({ id: 7, attempts: 0, sent_at: null });
  expect((await anna.post('/api/editors/purges/8/repeat', {})).status).toBe(404);
  const audited = await portal.database.kysely
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'purge repeated')
    .execute();
  expect(audited).toEqual([{ details: 'сообщение 7' }]);
});
