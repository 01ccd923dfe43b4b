import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAfter, portalDay } from '#domain/dates.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { addPerson, withSession, type Browser } from '../../../tests/sample/people.ts';
import { writeRecord } from '../catalogue/store.ts';
import { putTerms } from '../catalogue/terms.ts';
import { runSchedules } from './schedule.ts';

let portal: TestPortal;
let anna: Browser;
/** Adjustable clock for schedules. */
let time = Date.now();
const now = () => new Date(time);

beforeAll(async () => {
  portal = await startTestPortal({ settings: { CAPTCHA: 'off' }, now });
  anna = await withSession(portal, await addPerson(portal, 'editor', { email: 'anna@example.ru' }));
});
afterAll(() => portal.close());

const record = async (id: number) => (await anna.get(`/api/editors/records/${id}`)).data;

async function save(id: number, fields: Record<string, unknown>) {
  const { draft, version } = await record(id);
  return await anna.post(
    `/api/editors/records/${id}/draft`,
    { fields: JSON.stringify(fields), expected_version: draft?.version ?? 0, base_version: version },
    'json',
  );
}

async function publish(id: number) {
  const { draft } = await record(id);
  return await anna.post(`/api/editors/records/${id}/publish`, { expected_version: draft?.version ?? 0 });
}

/** How often each action was audited. */
const audited = async (action: string) =>
  (await portal.database.kysely.selectFrom('audit').select('id').where('action', '=', action).execute())
    .length;

test('what an editor cannot do with a record is refused, with the reason', async () => {
  const { fabry, clinic, ezhevika, draftDisease } = portal.sample;
  const made = await anna.post('/api/editors/records', {
    kind: 'news',
    fields: JSON.stringify({ title: 'Новость для отказов', date: '2026-11-20' }),
  });
  const unpublished: number = made.data.id;
  const at = (id: number, rest: string) => `/api/editors/records/${id}/${rest}`;
  const reason = 'Проверка отказа';
  const long = JSON.stringify({ title: 'я'.repeat(20_000), date: '2026-11-20' });
  const due_at = new Date(time + 3_600_000).toISOString();
  await anna.post(at(ezhevika, 'schedule'), { action: 'unpublish', due_at });
  const refusals: [string, Record<string, unknown>, number, string | undefined, string][] = [
    ['/api/editors/records', { kind: 'news', fields: long }, 422, 'title', 'вмещается'],
    [
      at(fabry, 'draft'),
      { fields: '{"about":"x"}', expected_version: 0 },
      400,
      'base_version',
      'base_version',
    ],
    [at(fabry, 'submit'), { note: '', expected_version: 0 }, 409, undefined, 'правок нет'],
    [at(fabry, 'return'), { note: reason }, 409, undefined, 'не на проверке'],
    [at(fabry, 'publish'), { expected_version: 999_999 }, 409, 'version', 'уже опубликован или удалён'],
    [at(fabry, 'restore'), { version: 999_999, expected_version: 0 }, 404, undefined, 'версии нет'],
    [at(unpublished, 'unpublish'), { reason }, 409, undefined, 'и так не опубликовано'],
    [at(fabry, 'unpublish'), { reason, successor: fabry }, 422, 'successor', 'своим преемником'],
    [at(fabry, 'unpublish'), { reason, successor: clinic }, 422, 'successor', 'того же вида'],
    [at(fabry, 'unpublish'), { reason, successor: draftDisease }, 422, 'successor', 'опубликованная запись'],
    [at(ezhevika, 'schedule'), { action: 'unpublish', due_at }, 409, undefined, 'уже назначено'],
    ['/api/editors/records/change', { ids: [fabry], fields: '{}' }, 400, 'action', 'Выберите, что изменить'],
    ['/api/editors/navigation/nowhere', { items: '[]' }, 404, undefined, 'меню нет'],
  ];
  const before = await record(fabry);
  const answers = [];
  for (const [url, fields] of refusals) {
    const { status, errors } = await anna.post(url, fields);
    answers.push([url, status, errors?.[0]?.customData?.field, errors?.[0]?.message]);
  }
  expect(answers).toEqual(
    refusals.map(([url, , status, field, words]) => [url, status, field, expect.stringContaining(words)]),
  );
  expect(await record(fabry)).toEqual(before);
  const [{ id: schedule }] = (await record(ezhevika)).schedule;
  await anna.post(at(ezhevika, 'schedule/cancel'), { schedule });
});

test('a bulk change names the records that do not exist or need no change', async () => {
  const { fabry } = portal.sample;
  const { title } = (await record(fabry)).fields;
  const { data } = await anna.post('/api/editors/records/change', {
    ids: [999_999, fabry],
    fields: JSON.stringify({ title }),
  });
  expect(data.items).toMatchObject([
    { id: 999_999, title: '№ 999999', refusal: 'Такой записи нет.' },
    { id: fabry, title, refusal: 'Здесь так и есть: менять нечего.' },
  ]);
});

test('what changes nothing leaves no draft and no entry of the audit', async () => {
  const { fabry } = portal.sample;
  const { about } = (await record(fabry)).fields;
  await save(fabry, { about: 'Передумаю.' });
  expect((await save(fabry, { about: about ?? null })).data.draft).toBeNull();
  const discarded = await audited('draft discarded');
  const again = await anna.post(`/api/editors/records/${fabry}/discard`, { expected_version: 0 });
  expect([again.status, await audited('draft discarded')]).toEqual([200, discarded]);
  const owner = await addPerson(portal, 'editor', { email: 'owner@example.ru' });
  const assigned = await audited('owner changed');
  for (const _ of [1, 2]) {
    const { status } = await anna.post(`/api/editors/records/${fabry}/owner`, { owner: owner.id });
    expect(status).toBe(200);
  }
  expect(await audited('owner changed')).toBe(assigned + 1);
});

test('published news of a later day may be corrected before it', async () => {
  const date = daysAfter(portalDay(now()), 5);
  const { id } = await portal.database.transaction((tx) =>
    writeRecord(tx, {
      kind: 'news',
      fields: { title: 'Новость наперёд', date },
      origins: 'editor',
      state: 'published',
      author: 'import news',
    }),
  );
  await save(id, { title: 'Новость заранее' });
  expect((await publish(id)).status).toBe(200);
  await save(id, { date: daysAfter(date, 1) });
  expect((await publish(id)).status).toBe(422);
});

test('what a former editor has scheduled is not done', async () => {
  const { clinic } = portal.sample;
  const user = await addPerson(portal, 'editor', { email: 'former@example.ru' });
  const former = await withSession(portal, user);
  const due_at = new Date(time + 60_000).toISOString();
  const scheduled = await former.post(`/api/editors/records/${clinic}/schedule`, {
    action: 'unpublish',
    due_at,
  });
  expect(scheduled.status).toBe(200);
  await portal.database.transaction((tx) =>
    tx.updateTable('users').set({ type: 'doctor' }).where('id', '=', user.id).execute(),
  );
  time += 60_000;
  expect(await runSchedules({ ...portal, now })).toBe(1);
  expect((await record(clinic)).state).toBe('published');
  const done = await portal.database.kysely
    .selectFrom('schedules')
    .select('outcome')
    .where('author_id', '=', user.id)
    .execute();
  expect(done).toEqual([{ outcome: 'Кто это назначил, больше не редактор.' }]);
});

test('an editor keeps at most 50 views; one of the same name is replaced', async () => {
  const keep = (title: string) => anna.post('/api/editors/views', { title, query: '?kind=news' });
  for (let index = 0; index < 50; index += 1) expect((await keep(`Вид ${index}`)).status).toBe(200);
  const refused = await keep('Лишний');
  expect([refused.status, refused.errors[0]?.message]).toEqual([409, expect.stringContaining('уже 50')]);
  expect((await keep('Вид 7')).data).toHaveLength(50);
});

test('a dictionary is edited by hand while it is short, and loses no value in use', async () => {
  const { data: all } = await anna.get('/api/editors/dictionaries');
  const { items } = all.find(({ code }: { code: string }) => code === 'therapeuticarea') as {
    items: { code: string; usage: number }[];
  };
  const used = items.find(({ usage }) => usage > 0)?.code;
  const codes = items.map(({ code }) => code);
  await portal.database.transaction(async (tx) => {
    const long = Array.from({ length: 501 }, (_, index) => ({
      code: `c${index}`,
      title: `Значение ${index}`,
      position: index + 1,
    }));
    await putTerms(tx, 'official', long);
    await putTerms(tx, 'short', [{ code: 'only', title: 'Единственное', position: 1 }]);
  });
  const refusals: [string, Record<string, unknown>, number, string][] = [
    ['therapeuticarea/remove', { item: used }, 409, 'называют'],
    ['therapeuticarea/order', { items: codes.slice(1) }, 409, 'тем временем'],
    ['therapeuticarea/order', { items: [...codes.slice(1), 'nowhere'] }, 409, 'тем временем'],
    ['official/remove', { item: 'c1' }, 409, 'государственного справочника'],
    ['nowhere', { item: 'x', title: 'Икс' }, 404, 'словаря нет'],
  ];
  const changes = await audited('dictionary changed');
  const answers = [];
  for (const [rest, fields] of refusals) {
    const { status, errors } = await anna.post(`/api/editors/dictionaries/${rest}`, fields, 'json');
    answers.push([rest, status, errors?.[0]?.message]);
  }
  expect(answers).toEqual(
    refusals.map(([rest, , status, words]) => [rest, status, expect.stringContaining(words)]),
  );
  expect(await audited('dictionary changed')).toBe(changes);
  const last = await anna.post('/api/editors/dictionaries/short/remove', { item: 'only' }, 'json');
  expect([last.status, last.data.items]).toEqual([200, []]);
});

test('a dictionary of forms that was emptied stays in the list and is filled again by hand', async () => {
  const list = async () =>
    ((await anna.get('/api/editors/dictionaries')).data as { code: string; total: number }[]).find(
      ({ code }) => code === 'scientificstatus',
    );
  await portal.database.transaction((tx) =>
    tx.deleteFrom('terms').where('vocabulary', '=', 'scientificstatus').execute(),
  );
  expect(await list()).toMatchObject({ total: 0 });
  const added = await anna.post('/api/editors/dictionaries/scientificstatus', {
    item: 'phd',
    title: 'К. м. н.',
  });
  expect([added.status, added.data.items]).toEqual([200, [{ code: 'phd', title: 'К. м. н.', usage: 0 }]]);
  expect(await list()).toMatchObject({ total: 1 });
});
