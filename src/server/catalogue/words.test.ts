import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { ageRecords } from './derived.ts';
import { writeRecord } from './store.ts';

let portal: TestPortal;
let now = new Date('2026-11-22T12:00:00Z');
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now });
});
afterAll(() => portal.close());

const write = (kind: string, fields: Record<string, unknown>) =>
  portal.database.transaction((tx) =>
    writeRecord(tx, { kind, fields, state: 'published', origins: 'editor', author: 'test' }, now),
  );
const titlesOf = async (address: string): Promise<string[]> => {
  const { data } = await portal.get(`/api/${address}`);
  return (data as { items: { title: string }[] }).items.map(({ title }) => title);
};

test.each([
  ['diseases', 'гоше', ['Болезнь Гоше']],
  ['diseases', 'ujit', ['Болезнь Гоше']],
  ['diseases', 'болезнь', ['Болезнь Гоше', 'Болезнь Фабри']],
  ['diseases', 'фабри гоше', []],
  ['diseases', 'щщщщ', []],
])('the list of %s filtered by %j has %j', async (api, words, titles) => {
  expect(await titlesOf(`${api}?q=${encodeURIComponent(words)}`)).toEqual(titles);
});

test('institutions are found by city and region, together with other filters', async () => {
  await write('clinic', { title: 'Центр Икс', subject: '70', city: 'Томск', roles: ['genetics'] });
  expect(await titlesOf(`clinics?q=${encodeURIComponent('томск')}`)).toEqual(['Центр Икс']);
  expect(await titlesOf(`clinics?q=${encodeURIComponent('Томская область')}`)).toEqual(['Центр Икс']);
  expect(await titlesOf(`clinics?q=${encodeURIComponent('томск')}&roles=treatment`)).toEqual([]);
  const { data } = await portal.get(`/api/clinics/filter?q=${encodeURIComponent('томск')}&roles=treatment`);
  expect((data as { removals: unknown }).removals).toEqual([
    { field: 'roles', value: 'treatment', count: 1 },
    { field: 'q', value: 'томск', count: expect.any(Number) },
  ]);
});

test('queries of one letter are rejected', async () => {
  expect(await portal.get('/api/diseases?q=a')).toMatchObject({ status: 400 });
});

test('a status unread for a year expires in lists', async () => {
  const study = { study_type: 'interventional', status: 'recruiting' };
  const query = async (status: string) =>
    (await titlesOf(`researches?status=${status}`)).filter((title) => title.startsWith('Набор'));
  await write('research', { ...study, title: 'Набор, давний', status_checked_at: '2025-07-03' });
  await write('research', { ...study, title: 'Набор, свежий', status_checked_at: '2026-11-01' });
  expect(await query('recruiting')).toEqual(['Набор, свежий']);
  expect(await query('stale')).toEqual(['Набор, давний']);
  now = new Date('2027-11-02T12:00:00Z');
  await ageRecords(portal.database, now);
  await expect.poll(() => query('recruiting')).toEqual([]);
  await expect
    .poll(async () => (await query('stale')).toSorted())
    .toEqual(['Набор, давний', 'Набор, свежий']);
  now = new Date('2026-11-22T12:00:00Z');
});

test('recruiting studies come first, those with Russian centres before all', async () => {
  const study = { study_type: 'interventional', status_checked_at: '2026-11-10' };
  await write('research', { ...study, title: 'Порядок 1', status: 'recruiting', sites_in_russia: 2 });
  await write('research', { ...study, title: 'Порядок 2', status: 'recruiting', started_at: '2020-01' });
  await write('research', { ...study, title: 'Порядок 3', status: 'active', started_at: '2026-10-01' });
  const own = await titlesOf('researches?page_size=100');
  expect(own.filter((title) => title.startsWith('Порядок'))).toEqual(['Порядок 1', 'Порядок 2', 'Порядок 3']);
  const dated = await titlesOf('researches?page_size=100&sort=-started_at');
  expect(dated.filter((title) => title.startsWith('Порядок'))).toEqual([
    'Порядок 3',
    'Порядок 2',
    'Порядок 1',
  ]);
});
