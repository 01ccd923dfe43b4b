import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { dialect } from '../../../tests/sample/database.ts';
import { writeRecord } from '../catalogue/store.ts';

let portal: TestPortal;
let at = '2026-11-22T09:00:00Z';
beforeAll(async () => {
  portal = await startTestPortal({ settings: { RATE_LIMIT: '20' }, now: () => new Date(at) });
  await portal.database.transaction(async (tx) => {
    const write = (key: string, fields: Record<string, unknown>) =>
      writeRecord(tx, {
        kind: 'entitlement',
        fields: {
          title: key,
          key,
          programme: 'regional',
          payer: 'Бюджет региона',
          gives: 'Лекарства бесплатно.',
          act: { title: 'Закон' },
          ...fields,
        },
        state: 'published',
        origins: 'editor',
        author: 'test',
      });
    await write('child', { list: 'vzn14', age_to: 18, valid_to: '2026-12-31' });
    await write('petersburg', { list: 'vzn14', subjects: ['78'] });
    await write('draft-of-a-rule', { everyone: true }).then(({ id }) =>
      writeRecord(tx, {
        kind: 'entitlement',
        id,
        fields: {},
        state: 'archived',
        origins: 'editor',
        author: 'test',
      }),
    );
  });
});
afterAll(() => portal.close());

const request = (query: string) => portal.get(`/api/access?disease=${portal.sample.gaucher}&${query}`);
const titles = (part: { rule: { title: string } }[]) => part.map(({ rule }) => rule.title);

test(`rules are found by a disease of their list (${dialect})`, async () => {
  const { data } = await portal.get(`/api/entitlements?q=${encodeURIComponent('гоше')}`);
  const found = (data as { items: { title: string }[] }).items.map(({ title }) => title);
  expect(found.toSorted()).toEqual(['child', 'petersburg', 'Лекарства по программе 14 нозологий'].toSorted());
});

test(`payers are evaluated for age and region, with what is unknown (${dialect})`, async () => {
  const { status, data, headers } = await request('age=19&subject=77');
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(titles(data.applies)).toEqual(['Лекарства по программе 14 нозологий']);
  expect(data.applies[0]).toMatchObject({
    rule: {
      url: `/access/${portal.sample.entitlement}/`,
      payer: 'Федеральный бюджет',
      steps: ['Врач подаёт сведения в регистр.'],
      act: { title: 'Постановление № 1416' },
    },
  });
  expect(titles(data.not)).toEqual(['child', 'petersburg']);
  expect(data).toMatchObject({ age: 19, subject: '77', day: '2026-11-22', maybe: [] });
  expect(data.answer).toBe(
    'Возраст 19, Москва: платит федеральный бюджет («Лекарства по программе 14 нозологий»). Не подходит по возрасту: «child» — до 18 лет.',
  );
  expect(data.unknown.map(({ code }: { code: string }) => code)).toEqual(['edition', 'region', 'lists']);
});

test('without age and region nothing that depends on them is decided', async () => {
  const { data } = await portal.get(`/api/access?disease=${portal.sample.gaucher}`);
  expect(data).toMatchObject({ age: null, subject: null, applies: [] });
  expect(data.maybe).toHaveLength(3);
});

test('a rule ends after its last day', async () => {
  at = '2026-12-31T09:00:00Z';
  expect(titles((await request('age=5')).data.applies)).toEqual(['child']);
  at = '2027-01-01T09:00:00Z';
  expect(titles((await request('age=5')).data.applies)).toEqual([]);
  at = '2026-11-22T09:00:00Z';
});

test.each([
  ['age=19.5', 400, 'age', /целое число от 0 до 120/],
  ['age=121', 400, 'age', /от 0 до 120/],
  ['subject=99', 400, 'subject', /Такого субъекта Федерации нет/],
  ['subject=77&subject=78', 400, 'subject', /дважды/],
])('?%s is rejected with a message and the field', async (query, status, field, words) => {
  const answer = await request(query);
  expect(answer.status).toBe(status);
  expect(answer.errors[0]?.customData?.field).toBe(field);
  expect(answer.errors[0]?.message).toMatch(words);
});

test('an unknown id, or one of another kind, is rejected', async () => {
  for (const id of [999_999, portal.sample.cerezyme, portal.sample.draftDisease])
    expect((await portal.get(`/api/access?disease=${id}`)).status).toBe(404);
  expect((await portal.get('/api/access')).errors[0]?.customData?.field).toBe('disease');
});

test('too many requests are slowed down', async () => {
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await request('age=1')).status));
  expect(statuses).toContain(429);
});
