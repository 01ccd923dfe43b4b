import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRecord } from '#server/catalogue/store.ts';
import type { Draft } from '#server/catalogue/draft.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { secrets } from '../../../tests/sample/catalogue.ts';
import { addPublishedCase } from '../../../tests/sample/cases.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { addPerson, lettersTo, openBrowser, withSession } from '../../../tests/sample/people.ts';
import { absent, callerOf } from '../request/caller.ts';
import { signToken } from '../mail/signed-token.ts';
import { notify } from '../notifications/notify.ts';
import { digestHandlers, sendDigests } from './send.ts';

let portal: TestPortal;
const start = new Date('2026-12-02T10:00:00Z');
let time = start;
const minutes = (count: number) => {
  time = new Date(time.getTime() + count * 60_000);
};
beforeAll(async () => {
  // Sessions use the real clock; letters use the test's.
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const context = () => ({ ...portal, now: () => time });
const send = () => sendDigests(context());
const write = (kind: string, fields: Record<string, unknown>, more: Partial<Draft> = {}) =>
  portal.database.transaction((tx) =>
    writeRecord(tx, { kind, fields, state: 'published', origins: 'editor', author: 'editor', ...more }, time),
  );
const change = (id: number, kind: string, fields: Record<string, unknown>, more: Partial<Draft> = {}) =>
  write(kind, fields, { id, ...more });

const rule = {
  programme: 'regional',
  payer: 'Бюджет региона',
  gives: 'Лекарства бесплатно.',
  act: { title: 'Закон' },
};

async function follower(email: string, ...followed: Record<string, unknown>[]) {
  const user = await addPerson(portal, 'doctor', { email, name: 'Анна' });
  const browser = await withSession(portal, user);
  for (const fields of followed) {
    const answer = await browser.post('/api/subscribes/add', { frequency: 'now', ...fields });
    expect(answer.status).toBe(200);
  }
  return { user, browser, letters: () => lettersTo(portal, email) };
}

test(`a changed study is described in a letter, once, within two minutes (${dialect})`, async () => {
  const { trial, gaucher } = portal.sample;
  await change(trial, 'research', { status: 'soon' });
  const { letters } = await follower('words@example.ru', { id: trial }, { id: gaucher });
  await change(trial, 'research', { status: 'active' });
  minutes(0.5);
  await change(trial, 'research', { status: 'recruiting' });
  expect(await send()).toBe(0);
  minutes(1);
  expect(await send()).toBe(1);
  minutes(10);
  expect(await send()).toBe(0);
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter?.text).toContain('Статус: набор скоро → набор открыт');
  expect(letter?.text).not.toContain('идёт');
  expect(letter?.html).toContain('Статус: набор скоро → набор открыт');
  expect(letter?.html).not.toMatch(/<img|<script|<link/);
  expect(letter?.text).toContain(`${portal.settings.SITE_URL}/research/${trial}/`);
  expect(letter?.text).toMatch(/\/unsubscribe\/\?token=[\w.-]+/);
});

test('B010 a publication at the desk reaches subscribers, a draft does not', async () => {
  const { fabry } = portal.sample;
  const { letters } = await follower('desk@example.ru', { id: fabry });
  const editor = await withSession(
    portal,
    await addPerson(portal, 'editor', { email: 'redaktor@example.ru', name: 'Вера' }),
  );
  const url = `/api/editors/records/${fabry}`;
  const { data: seen } = await editor.get(url);
  const saved = await editor.post(`${url}/draft`, {
    fields: JSON.stringify({ inheritance: ['oligogenic'] }),
    expected_version: 0,
    base_version: seen.version,
  });
  // The desk uses the real clock.
  time = new Date(Date.now() + 60 * 60_000);
  await send();
  expect(await letters()).toEqual([]);
  const published = await editor.post(`${url}/publish`, { expected_version: saved.data.draft.version });
  expect(published.status).toBe(200);
  time = new Date(Date.now() + 2 * 60 * 60_000);
  await send();
  const [letter, ...others] = await letters();
  expect(others).toEqual([]);
  expect(letter?.text).toContain('Тип наследования');
  expect(letter?.text).toContain(`${portal.settings.SITE_URL}/deseases/${fabry}/`);
  expect(letter?.text).not.toContain('Вера');
  time = start;
});

test('a reverted change and fields that pages do not show are not reported', async () => {
  const { trial, gaucher } = portal.sample;
  const { letters, browser } = await follower('back@example.ru', { id: trial }, { id: gaucher });
  await change(gaucher, 'disease', { aliases: ['пробное слово'] });
  await change(trial, 'research', { status: 'suspended' });
  await change(trial, 'research', { status: 'recruiting', status_checked_at: '2026-12-01' });
  const preview = await browser.get('/api/subscribes/digest?frequency=now');
  expect(preview.data).toMatchObject({ letter: null, groups: [] });
  minutes(10);
  await send();
  expect(await letters()).toEqual([]);
});

test('subscribers of a withdrawn record get nothing about linked ones, unless subscribed otherwise', async () => {
  const { gaucher } = portal.sample;
  const fields = { title: 'Болезнь Снятая', title_status: 'established' };
  const { id } = await write('disease', fields);
  const withdrawn = await follower('withdrawn@example.ru', { id });
  const ofArea = await follower('withdrawn-and-area@example.ru', { id }, { kind: 'area', id: 'metabolic' });
  await change(id, 'disease', fields, { state: 'archived' });
  await write('research', {
    title: 'Испытание при снятой болезни',
    status: 'recruiting',
    status_checked_at: '2026-12-01',
    study_type: 'interventional',
    diseases: [id, gaucher],
  });
  await write('entitlement', { ...rule, title: 'Для снятой болезни', key: 'withdrawn', diseases: [id] });
  minutes(10);
  await send();
  expect(await withdrawn.letters()).toEqual([]);
  const [letter, ...others] = await ofArea.letters();
  expect(others).toEqual([]);
  expect(letter?.text).toContain('Испытание при снятой болезни');
  expect(letter?.text).not.toContain('Для снятой болезни');
});

test('subscribers of disease, area and filter get a new study, once each', async () => {
  const { gaucher } = portal.sample;
  const people = [
    await follower('disease@example.ru', { id: gaucher }),
    await follower('area@example.ru', { kind: 'area', id: 'metabolic' }),
    await follower('filter@example.ru', { kind: 'filter', id: '/research/?status=recruiting&phase=3' }),
    await follower(
      'all@example.ru',
      { kind: 'filter', id: '/research/?status=recruiting&phase=3' },
      { kind: 'area', id: 'metabolic' },
      { id: gaucher },
    ),
    await follower('open@example.ru', { kind: 'filter', id: '/deseases/?studies=recruiting' }),
    await follower('elsewhere@example.ru', { kind: 'filter', id: '/research/?status=completed' }),
  ];
  await write('research', {
    title: 'Испытание новое',
    status: 'recruiting',
    phase: '3',
    study_type: 'interventional',
    status_checked_at: '2026-12-01',
    diseases: [gaucher],
  });
  minutes(10);
  await send();
  const letters = await Promise.all(people.map((person) => person.letters()));
  expect(letters.map((list) => list.length)).toEqual([1, 1, 1, 1, 1, 0]);
  for (const [letter] of letters.slice(0, 5))
    expect(letter?.text.split('Новое: клиническое исследование: Испытание новое')).toHaveLength(2);
  expect(letters[2]?.[0]?.text).toContain('Исследования: Набор открыт, Фаза III');
  // Under the closest subscription.
  expect(letters[3]?.[0]?.text).toContain('Болезнь Гоше');
  expect(letters[3]?.[0]?.text).not.toContain('Болезни обмена');
});

test('weekly letters go on Mondays; changes already sent are not repeated by another frequency', async () => {
  const { fabry, trial } = portal.sample;
  const { letters, browser, user } = await follower(
    'weekly@example.ru',
    { id: fabry, frequency: 'weekly' },
    { kind: 'filter', id: '/research/?status=completed', frequency: 'now' },
  );
  await change(fabry, 'disease', { synonyms: ['Болезнь Андерсона — Фабри'] });
  await change(trial, 'research', { diseases: [fabry], status: 'completed' });
  minutes(10);
  await send();
  expect((await letters()).map(({ subject }) => subject)).toEqual(['Исследования: Завершено: 1 изменение']);
  const preview = await digestHandlers['GET /api/subscribes/digest'](callerOf(context(), absent(user, {})), {
    path: undefined,
    query: { frequency: 'weekly' },
    input: undefined,
  });
  expect(preview).toMatchObject({
    frequency: 'weekly',
    next_at: '2026-12-07T06:00:00.000Z',
    groups: [{ kind: 'disease', id: String(fabry), more: 0 }],
  });
  expect((await browser.get('/api/subscribes/digest')).data.letter).toEqual(preview.letter);
  time = new Date('2026-12-07T05:59:00Z');
  expect(await send()).toBe(0);
  time = new Date('2026-12-07T06:00:00Z');
  expect(await send()).toBe(1);
  const [, weekly] = await letters();
  expect(weekly?.text).toContain('Синонимы и сокращения — добавлено: Болезнь Андерсона — Фабри');
  // The filter's letter has reported the study, which is also linked to the disease.
  expect(weekly?.text).not.toContain(`/research/${trial}/`);
  expect((await browser.get('/api/subscribes/digest')).data).toMatchObject({ letter: null, groups: [] });
  expect((await browser.get('/api/subscribes/digest?frequency=hourly')).status).toBe(400);
});

test('letters contain nothing unpublished', async () => {
  const { gaucher, cerezyme, draftDisease } = portal.sample;
  const { letters, browser } = await follower(
    'public@example.ru',
    { id: gaucher },
    { id: cerezyme },
    { kind: 'area', id: 'metabolic' },
  );
  // A link to an unpublished record is not named.
  await change(cerezyme, 'drug', {
    dosing: `${secrets.closed} иначе`,
    holder: 'Новый держатель',
    diseases: [gaucher],
  });
  await change(draftDisease, 'disease', { areas: ['metabolic'] }, { state: 'draft' });
  await change(gaucher, 'disease', { parents: [draftDisease], prognosis: 'Новый прогноз' });
  const { id: removed } = await write('news', {
    title: 'Отозванная новость',
    key: 'removed',
    date: '2026-12-07',
    diseases: [gaucher],
  });
  await change(removed, 'news', {}, { state: 'archived' });
  // A case of the followed disease: published, but for doctors.
  await portal.database.transaction((tx) =>
    addPublishedCase(tx, {
      title: `Новый случай ${secrets.case}`,
      diseases: [gaucher],
      complaint: secrets.case,
      history: secrets.case,
    }),
  );
  const preview = (await browser.get('/api/subscribes/digest?frequency=now')).text;
  minutes(20);
  await send();
  const text = `${preview}${JSON.stringify(await letters())}`;
  expect(text).toContain('Держатель регистрационного удостоверения: Новый держатель');
  expect(text).toContain('Прогноз: Новый прогноз');
  for (const secret of [...Object.values(secrets), 'Отозванная']) expect(text).not.toContain(secret);
});

test('subscribers without letters, blocked ones and former ones get none', async () => {
  const { gaucher } = portal.sample;
  const off = await follower('off@example.ru', { id: gaucher, frequency: 'off' });
  const blocked = await follower('blocked@example.ru', { id: gaucher });
  await portal.database.transaction((tx) =>
    tx
      .updateTable('users')
      .set({ blocked_at: time.toISOString() })
      .where('id', '=', blocked.user.id)
      .execute(),
  );
  const gone = await follower('gone@example.ru', { id: gaucher });
  await change(gaucher, 'disease', { prognosis: 'Ещё один прогноз' });
  await gone.browser.post('/api/subscribes/remove', { id: gaucher });
  await off.browser.post('/api/subscribes/add', { id: gaucher, frequency: 'now' });
  minutes(20);
  await send();
  for (const person of [off, blocked, gone]) expect(await person.letters()).toEqual([]);
});

test('changes while letters are stopped by their link are not sent after it is undone', async () => {
  const { gaucher } = portal.sample;
  const { user, letters } = await follower('back-again@example.ru', { id: gaucher });
  const token = await portal.database.transaction((tx) =>
    signToken(tx, { userId: user.id, sort: 'digest' }, time),
  );
  const press = async (call: string) =>
    expect((await openBrowser(portal).post(call, { token })).status).toBe(200);
  await press('/api/unsubscribe');
  await change(gaucher, 'disease', { prognosis: 'Прогноз без писем' });
  await press('/api/unsubscribe/undo');
  minutes(20);
  await send();
  expect(await letters()).toEqual([]);
  await change(gaucher, 'disease', { prognosis: 'Прогноз с письмами' });
  minutes(20);
  await send();
  expect((await letters()).map(({ text }) => text)).toEqual([
    expect.stringContaining('Прогноз: Прогноз без писем → Прогноз с письмами'),
  ]);
});

test('B-10 two processes and a crash report each change exactly once', async () => {
  const { gaucher } = portal.sample;
  const people = [];
  for (let index = 0; index < 6; index += 1)
    people.push(await follower(`many${index}@example.ru`, { id: gaucher }));
  await change(gaucher, 'disease', { therapy: 'Новая терапия' });
  minutes(20);
  const { transaction } = portal.database;
  let left = 3;
  const dying = {
    ...portal.database,
    transaction: (async (action) => {
      if (left === 0) throw new Error('killed');
      left -= 1;
      return await transaction(action);
    }) as typeof transaction,
  };
  await expect(sendDigests({ ...context(), database: dying })).rejects.toThrow('killed');
  await Promise.all([send(), send(), send()]);
  for (const person of people) {
    const letters = await person.letters();
    expect(letters).toHaveLength(1);
    expect(letters[0]?.text).toContain('Терапия: Новая терапия');
  }
});

test('pending notifications join the morning letter once; seen and stopped ones do not', async () => {
  const { trial } = portal.sample;
  await change(trial, 'research', { status: 'active' });
  const one = await follower('morning@example.ru', { id: trial, frequency: 'daily' });
  await one.browser.post('/api/user/notifications/choices', { kind: 'case-published', frequency: 'daily' });
  const other = await follower('seen@example.ru');
  await other.browser.post('/api/user/notifications/choices', { kind: 'case-published', frequency: 'daily' });
  const third = await follower('stopped@example.ru');
  await third.browser.post('/api/user/notifications/choices', { kind: 'case-published', frequency: 'daily' });
  const to = [one.user.id, other.user.id, third.user.id];
  await portal.database.transaction((tx) => notify(tx, context(), { kind: 'case-published', to }));
  await change(trial, 'research', { status: 'recruiting' });
  await other.browser.post('/api/user/notifications/seen', {});
  const token = await portal.database.transaction((tx) =>
    signToken(tx, { userId: third.user.id, sort: 'notice', subject: 'case-published' }, time),
  );
  expect((await openBrowser(portal).post('/api/unsubscribe', { token })).status).toBe(200);
  expect(await send()).toBe(0);
  minutes(24 * 60);
  await send();
  const [letter, ...more] = await one.letters();
  expect(more).toEqual([]);
  expect(letter?.subject).toMatch(/^1\sуведомление и 1\sизменение$/);
  expect(letter?.text).toContain('Новый случай болезни, за которой вы следите');
  expect(letter?.text).toContain('→ набор открыт');
  for (const { letters } of [other, third]) expect(await letters()).toEqual([]);
  minutes(24 * 60);
  await send();
  expect(await one.letters()).toHaveLength(1);
});

test('payer rules have a heading of their own, for subscribers of the diseases and drugs they concern', async () => {
  const { gaucher, fabry, cerezyme, entitlement } = portal.sample;
  const byList = await follower('payer-list@example.ru', { id: gaucher, frequency: 'daily' });
  const byDrug = await follower('payer-drug@example.ru', { id: cerezyme });
  const other = await follower('payer-other@example.ru', { id: fabry });
  await change(entitlement, 'entitlement', { age_from: 16, key: 'vzn-from-16' });
  await write('entitlement', { ...rule, title: 'Для всех редких болезней', key: 'all', everyone: true });
  await write('entitlement', { ...rule, title: 'Для болезни Фабри', key: 'fabry', diseases: [fabry] });
  await write('entitlement', { ...rule, title: 'Для детей', key: 'no-age', list: 'vzn14', age_to: 0 });
  minutes(20);
  await send();
  expect(await byList.letters()).toEqual([]);
  const [ofDrug, ...more] = await byDrug.letters();
  expect(more).toEqual([]);
  const [ofOther] = await other.letters();
  const preview = (await byList.browser.get('/api/subscribes/digest?frequency=daily')).data;
  expect(preview.groups).toMatchObject([{ kind: 'payers', title: 'Кто платит', more: 0 }]);
  minutes(24 * 60);
  await send();
  const [ofList] = await byList.letters();
  for (const letter of [ofDrug, ofList]) {
    expect(letter?.subject).toMatch(/^Кто платит: 2\sизменения$/);
    expect(letter?.text).toContain(`Кто платит\n${portal.settings.SITE_URL}/access/`);
    expect(letter?.text).toContain(
      'Изменения: Лекарства по программе 14 нозологий\n  С какого возраста, лет: 18 → 16',
    );
    expect(letter?.text).toContain(`${portal.settings.SITE_URL}/access/${entitlement}/`);
    expect(letter?.text).toContain('Новое: правило обеспечения: Для всех редких болезней');
    expect(letter?.text).not.toMatch(/Для болезни Фабри|Для детей|vzn-from-16|Не присылать только об этом/);
  }
  expect(ofOther?.text).toContain('Новое: правило обеспечения: Для болезни Фабри');
  expect(ofOther?.text).toContain('Новое: правило обеспечения: Для всех редких болезней');
  expect(ofOther?.text).not.toContain('Для детей');
});

test('a subscriber with a region is notified once of a study recruiting there', async () => {
  const { gaucher } = portal.sample;
  const here = await follower('region-here@example.ru', { id: gaucher });
  const there = await follower('region-there@example.ru', { id: gaucher });
  const nowhere = await follower('region-nowhere@example.ru', { id: gaucher });
  const live = (userId: number, subject: string | null) =>
    portal.database.transaction((tx) =>
      tx.updateTable('users').set({ subject }).where('id', '=', userId).execute(),
    );
  await live(here.user.id, '78');
  await live(there.user.id, '77');
  await live(nowhere.user.id, null);
  const sites = [
    { facility: 'Первый', subject: '78' },
    { facility: 'Второй', subject: '78' },
    { facility: 'Третий', country: 'Italy' },
  ];
  const { id } = await write('research', {
    title: 'Испытание в Петербурге',
    status: 'recruiting',
    phase: '3',
    study_type: 'interventional',
    status_checked_at: '2026-12-01',
    diseases: [gaucher],
    sites,
  });
  minutes(20);
  await send();
  expect((await here.letters()).at(-1)?.text).toMatch(/Набор открыт\n {2}Набор в вашем регионе: 2\sцентра/);
  for (const { letters } of [there, nowhere])
    expect(JSON.stringify(await letters())).not.toContain('регионе');
  await change(id, 'research', { sites: [...sites, { facility: 'Четвёртый', subject: '77' }] });
  minutes(20);
  await send();
  expect((await there.letters()).at(-1)?.text).toMatch(/Набор в вашем регионе: 1\sцентр\n/);
  expect((await here.letters()).at(-1)?.text).not.toContain('регионе');
});
