import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnCase } from '#contract/cases.ts';
import type { CaseCollection } from '#contract/case-collections.ts';
import { checklist, collectionLimits } from '#domain/cases.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';

let portal: TestPortal;
const browsers: Record<string, Browser> = {};

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' } });
  const at = new Date().toISOString();
  const add = async (name: string, ...[type, more]: [Parameters<typeof addPerson>[1], object?]) => {
    const user = await addPerson(portal, type, { email: `${name}@example.ru`, ...more });
    browsers[name] = await withSession(portal, user);
  };
  await add('author', 'doctor', { verified_at: at });
  await add('reader', 'doctor');
  await add('other', 'doctor');
  await add('partner', 'patient');
  await add('editor', 'editor');
});
afterAll(() => portal.close());

const as = (name: string) => browsers[name] as Browser;
const send = (name: string, path: string, fields: object = {}) =>
  as(name).post(`/api/user/collections${path}`, fields as Record<string, unknown>, 'json');

async function publish(title: string): Promise<OwnCase> {
  const content = {
    title,
    age_band: 'middle',
    sex: 'female',
    complaint: 'Утомляемость.',
    basis: 'anonymised',
    rarity_accepted: true,
  };
  const added = await as('author').post('/api/cases/add', { content }, 'json');
  const { id, version } = added.data as OwnCase;
  const sent = await as('author').post(`/api/user/cases/${id}/submit`, { version }, 'json');
  const checks = Object.keys(checklist);
  const accepted = await as('editor').post(
    `/api/editors/cases/${id}/accept`,
    { version: sent.data.version, checks },
    'json',
  );
  expect([accepted.status, accepted.errors]).toEqual([200, undefined]);
  return (await as('author').get(`/api/user/cases/${id}`)).data;
}

test(`a doctor collects cases with notes and filters the list by them (${dialect})`, async () => {
  const [first, second] = [await publish('Первый случай'), await publish('Второй случай')];
  const made = await send('reader', '/add', { title: 'Для лекции', case: first.id });
  expect(made.data).toMatchObject([{ title: 'Для лекции', cases: [first.id] }]);
  const [{ id }] = made.data as [CaseCollection];
  await send('reader', `/${id}/cases`, { case: second.id, kept: true, note: 'Сравнить дозу.' });
  // Repeating changes nothing.
  await send('reader', `/${id}/cases`, { case: second.id, kept: true });
  const opened = (await as('reader').get(`/api/user/collections/${id}`)).data;
  expect(opened.items.map((item: { case_id: number }) => item.case_id)).toEqual([second.id, first.id]);
  expect(opened.items[0]).toMatchObject({ note: 'Сравнить дозу.', card: { title: 'Второй случай' } });

  const list = (await as('reader').get('/api/cases/filter?mine=saved')).data;
  expect(list.total).toBe(2);
  const mine = list.facets.find(({ field }: { field: string }) => field === 'mine');
  expect(mine.values).toContainEqual({ id: 'saved', value: 'Сохранённые: мои подборки', count: 2 });
  // Authors may collect their own cases.
  await send('author', '/add', { title: 'Мои', case: first.id });
  expect((await as('author').get('/api/cases?mine=saved')).data.total).toBe(1);

  const renamed = await send('reader', `/${id}`, { title: 'Для кафедры' });
  expect(renamed.data).toMatchObject([{ title: 'Для кафедры' }]);
  const less = await send('reader', `/${id}/cases`, { case: first.id, kept: false });
  expect(less.data).toMatchObject([{ cases: [second.id] }]);
  expect((await send('reader', `/${id}/remove`)).data).toEqual([]);
  expect((await as('reader').get('/api/cases?mine=saved')).data.total).toBe(0);
});

test(`an archived case is hidden; the note stays until the account is erased (${dialect})`, async () => {
  const shown = await publish('Случай, который снимут');
  const made = await send('reader', '/add', { title: 'Снятые', case: shown.id });
  const { id } = (made.data as CaseCollection[]).find(({ title }) => title === 'Снятые') as CaseCollection;
  await send('reader', `/${id}/cases`, { case: shown.id, kept: true, note: 'Похож на моего.' });
  const down = await as('author').post(
    `/api/user/cases/${shown.id}/archive`,
    { version: shown.version },
    'json',
  );
  expect(down.status).toBe(200);
  const collection = await as('reader').get(`/api/user/collections/${id}`);
  expect(collection.data.items).toMatchObject([{ case_id: shown.id, note: 'Похож на моего.', card: null }]);
  expect(JSON.stringify(collection.data)).not.toContain('который снимут');
  expect((await as('reader').get('/api/cases?mine=saved')).data.total).toBe(0);
  const removed = await as('author').post(
    `/api/user/cases/${shown.id}/remove`,
    { version: down.data.version },
    'json',
  );
  expect(removed.status).toBe(200);
  expect((await as('reader').get(`/api/user/collections/${id}`)).data.items).toHaveLength(1);

  const rows = () =>
    portal.database.kysely
      .selectFrom('case_collected')
      .select('note')
      .where('case_id', '=', shown.id)
      .execute();
  expect(await rows()).toEqual([{ note: 'Похож на моего.' }]);
  await portal.database.transaction(async (tx) => {
    await tx.deleteFrom('users').where('email', '=', 'reader@example.ru').execute();
  });
  expect(await rows()).toEqual([]);
});

test(`collections are rejected without access to cases, for other users, with patients' names and above the limits (${dialect})`, async () => {
  expect((await as('partner').get('/api/user/collections')).status).toBe(403);
  const shown = await publish('Ещё один случай');
  const made = await send('author', '/add', { title: 'Общие' });
  const { id } = (made.data as CaseCollection[]).find(({ title }) => title === 'Общие') as CaseCollection;
  expect((await as('other').get(`/api/user/collections/${id}`)).status).toBe(404);
  for (const path of ['', '/remove', '/cases'])
    expect(
      (await send('other', `/${id}${path}`, { title: 'Чужая', case: shown.id, kept: true })).status,
    ).toBe(404);

  const duplicate = await send('author', '/add', { title: 'общие' });
  expect([duplicate.status, duplicate.errors?.[0]?.customData?.field]).toEqual([409, 'title']);
  const named = await send('author', `/${id}/cases`, {
    case: shown.id,
    kept: true,
    note: 'Иванова Мария Петровна, похожа на мою пациентку.',
  });
  expect([named.status, named.errors?.[0]?.customData?.field]).toEqual([400, 'note']);
  expect((await send('author', `/${id}/cases`, { case: 999_999, kept: true })).status).toBe(404);

  const { id: user_id } = await portal.database.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'other@example.ru')
    .executeTakeFirstOrThrow();
  const created_at = new Date().toISOString();
  await portal.database.transaction(async (tx) => {
    for (let index = 0; index < collectionLimits.collections; index += 1)
      await tx
        .insertInto('case_collections')
        .values({ id: 900_000 + index, user_id, title: `Подборка ${index}`, created_at })
        .execute();
    for (let index = 0; index < collectionLimits.cases; index += 1)
      await tx
        .insertInto('case_collected')
        .values({ collection_id: 900_000, case_id: 800_000 + index, user_id, note: '', created_at })
        .execute();
  });
  const many = await send('other', '/add', { title: 'Лишняя' });
  expect([many.status, many.errors?.[0]?.message]).toEqual([
    409,
    'Подборок может быть не больше 50: сначала удалите лишнюю.',
  ]);
  const full = await send('other', '/900000/cases', { case: shown.id, kept: true });
  expect([full.status, full.errors?.[0]?.message]).toEqual([
    409,
    'В подборке может быть не больше 200 случаев: начните ещё одну.',
  ]);
});
