import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnCase } from '#contract/cases.ts';
import { checklist, savedLimits } from '#domain/cases.ts';
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
  as(name).post(`/api/user/saved${path}`, fields as Record<string, unknown>, 'json');

async function publish(title: string): Promise<OwnCase> {
  const content = {
    title,
    age_band: 'middle',
    sex: 'female',
    complaint: 'Утомляемость.',
    diseases: [portal.sample.gaucher],
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

const saved = async (name: string) => (await as(name).get('/api/user/saved')).data;

test(`a doctor saves cases with folder and note and filters the list by them (${dialect})`, async () => {
  const [first, second] = [await publish('Первый случай'), await publish('Второй случай')];
  await send('reader', `/${first.id}`, { folder: 'Для лекции', following: true });
  const made = await send('reader', `/${second.id}`, { folder: 'Для лекции', note: 'Сравнить дозу.' });
  expect(made.data).toMatchObject([
    {
      case_id: second.id,
      folder: 'Для лекции',
      note: 'Сравнить дозу.',
      card: { title: 'Второй случай', diseases: [{ title: 'Болезнь Гоше' }] },
    },
    { case_id: first.id, following: true },
  ]);

  const list = (await as('reader').get('/api/cases/filter?mine=saved')).data;
  expect(list.total).toBe(2);
  const mine = list.facets.find(({ field }: { field: string }) => field === 'mine');
  expect(mine.values).toContainEqual({ id: 'saved', value: 'Сохранённые случаи', count: 2 });
  expect((await as('reader').get('/api/cases?mine=followed')).data.total).toBe(1);
  // Authors may save their own cases.
  await send('author', `/${first.id}`);
  expect((await as('author').get('/api/cases?mine=saved')).data.total).toBe(1);

  await send('other', `/${first.id}`, { folder: 'Для лекции' });
  const renamed = await send('reader', '/folder', { folder: 'Для лекции', title: 'Для кафедры' });
  expect(renamed.data).toMatchObject([{ folder: 'Для кафедры' }, { folder: 'Для кафедры', following: true }]);
  expect(await saved('other')).toMatchObject([{ folder: 'Для лекции' }]);
  const removed = await send('reader', '/folder', { folder: 'Для кафедры' });
  expect(removed.data).toMatchObject([{ folder: '', note: 'Сравнить дозу.' }, { folder: '' }]);
  await send('reader', `/${first.id}/remove`);
  expect((await send('reader', `/${second.id}/remove`)).data).toEqual([]);
  expect((await as('reader').get('/api/cases?mine=saved')).data.total).toBe(0);
});

test(`an archived case is hidden; the note stays until the account is erased (${dialect})`, async () => {
  const shown = await publish('Случай, который снимут');
  await send('reader', `/${shown.id}`, { note: 'Похож на моего.' });
  const down = await as('author').post(
    `/api/user/cases/${shown.id}/archive`,
    { version: shown.version },
    'json',
  );
  expect(down.status).toBe(200);
  expect(await saved('reader')).toMatchObject([{ case_id: shown.id, note: 'Похож на моего.', card: null }]);
  expect(JSON.stringify(await saved('reader'))).not.toContain('который снимут');
  // Its note can still be changed.
  expect((await send('reader', `/${shown.id}`, { note: 'Похож.' })).data).toMatchObject([{ note: 'Похож.' }]);
  expect((await as('reader').get('/api/cases?mine=saved')).data.total).toBe(0);
  const removed = await as('author').post(
    `/api/user/cases/${shown.id}/remove`,
    { version: down.data.version },
    'json',
  );
  expect(removed.status).toBe(200);
  expect(await saved('reader')).toHaveLength(1);

  await portal.database.transaction(async (tx) => {
    await tx.deleteFrom('users').where('email', '=', 'reader@example.ru').execute();
  });
  const rows = portal.database.kysely.selectFrom('saved_cases').selectAll();
  expect(await rows.where('case_id', '=', shown.id).execute()).toEqual([]);
});

test(`saving is rejected without access to cases, with patients' names and above the limit (${dialect})`, async () => {
  expect((await as('partner').get('/api/user/saved')).status).toBe(403);
  const shown = await publish('Ещё один случай');
  expect((await send('author', `/${shown.id}`, { folder: 'ф'.repeat(101) })).status).toBe(400);
  expect((await send('author', '/folder', { folder: 'Нет такой' })).status).toBe(404);
  const named = await send('author', `/${shown.id}`, {
    note: 'Иванова Мария Петровна, похожа на мою пациентку.',
  });
  expect([named.status, named.errors?.[0]?.customData?.field]).toEqual([400, 'note']);
  expect((await send('author', '/999999')).status).toBe(404);

  const { id: user_id } = await portal.database.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'other@example.ru')
    .executeTakeFirstOrThrow();
  const created_at = new Date().toISOString();
  const { length } = await saved('other');
  await portal.database.transaction(async (tx) => {
    for (let index = length; index < savedLimits.cases; index += 1)
      await tx
        .insertInto('saved_cases')
        .values({ user_id, case_id: 800_000 + index, folder: '', note: '', following: 0, created_at })
        .execute();
  });
  const full = await send('other', `/${shown.id}`);
  expect([full.status, full.errors?.[0]?.message]).toEqual([
    409,
    'Сохранить можно не больше 1000 случаев: сначала уберите лишние.',
  ]);
});
