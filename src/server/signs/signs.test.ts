import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Output } from '#contract/contract.ts';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({
    settings: { RATE_LIMIT: '20' },
    now: () => new Date('2026-11-22T09:00:00Z'),
  });
});
afterAll(() => portal.close());

const request = (payload: object, remoteAddress = '127.0.0.1') =>
  portal.app.inject({ method: 'POST', url: '/api/signs/rank', payload, remoteAddress });
const requestNext = async (payload: object) =>
  (
    await portal.app.inject({
      method: 'POST',
      url: '/api/signs/ask',
      payload,
      remoteAddress: '198.51.100.8',
    })
  ).json<{ data: Output<'POST /api/signs/ask'> }>().data;
const gaucher = ['HP:0001744', 'HP:0002240', 'HP:0001873', 'HP:0002653'];

test('signs of Gaucher disease rank it among the first, with its record and contributions', async () => {
  const response = await request({ present: gaucher, absent: ['HP:0001250'], sex: 'male', age: 4 });
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-store');
  const lines = response.json<{ data: Output<'POST /api/signs/rank'> }>().data;
  expect(lines).toHaveLength(50);
  const place = lines.findIndex(({ orpha }) => orpha === 355);
  expect(place).toBeGreaterThanOrEqual(0);
  expect(place).toBeLessThan(10);
  const line = lines[place]!;
  expect(line).toMatchObject({ id: portal.sample.gaucher, title: expect.stringContaining('Гоше') });
  expect(line.signs).toContainEqual(
    expect.objectContaining({ hpo: 'HP:0001744', kind: 'for', value: expect.any(Number) }),
  );
  expect(line.signs.filter(({ kind }) => kind === 'expected').length).toBeLessThanOrEqual(5);
  expect(lines.map(({ score }) => score)).toEqual(
    lines.map(({ score }) => score).toSorted((one, other) => other - one),
  );
});

test('a disease without a record has a name and no id', async () => {
  const lines = (await request({ present: ['HP:0001083', 'HP:0002616'] })).json<{
    data: Output<'POST /api/signs/rank'>;
  }>().data;
  for (const { id, title } of lines.filter((line) => line.id === null)) {
    expect(id).toBeNull();
    expect(title).not.toMatch(/^ORPHA:/);
  }
});

test.each([
  [{ present: [] }],
  [{ present: ['Спленомегалия'] }],
  [{ present: gaucher, age: -1 }],
  [{ present: gaucher, name: 'Иванов' }],
  [{}],
])('an invalid request is rejected: %j', async (payload) => {
  expect((await request(payload)).statusCode).toBe(400);
});

test('too many requests wait, other users do not', async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 31; turn++)
    statuses.push((await request({ present: ['HP:0001744'] }, '203.0.113.9')).statusCode);
  expect(statuses.indexOf(429)).toBe(30);
  expect((await request({ present: ['HP:0001744'] }, '198.51.100.7')).statusCode).toBe(200);
});

/** Distinct signs, mostly without a disease. */
const signs = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `HP:${String(1000 + from + index).padStart(7, '0')}`);

test('more signs cost more of the limit', async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn++)
    statuses.push((await request({ present: signs(15), absent: signs(15, 15) }, '203.0.113.10')).statusCode);
  expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
});

test('thirty signs are ranked, one more is rejected with the limit, absent ones included', async () => {
  for (const [payload, field] of [
    [{ present: signs(31) }, 'present'],
    [{ present: signs(16), absent: signs(15, 16) }, 'absent'],
  ] as const) {
    const refused = await request(payload, '198.51.100.9');
    const [error] = refused.json<{ errors: { message: string; customData: { field: string } }[] }>().errors;
    expect([refused.statusCode, error?.customData.field]).toEqual([400, field]);
    expect(error?.message).toContain('не больше 30 признаков');
  }
  expect((await request({ present: signs(30) }, '198.51.100.9')).statusCode).toBe(200);
});

test('the first ten diseases have contributions, others only names', async () => {
  const lines = (await request({ present: gaucher }, '198.51.100.10')).json<{
    data: Output<'POST /api/signs/rank'>;
  }>().data;
  expect(lines.map((line) => line.signs.length > 0)).toEqual(lines.map((_, place) => place < 10));
});

test('visitors of all networks share a short queue', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => request({ present: gaucher }, `192.0.2.${index + 1}`)),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 503]));
  expect((await request({ present: gaucher }, '192.0.2.100')).statusCode).toBe(200);
});

test('suggested signs are new and separate the first diseases', async () => {
  const { ask: questions, telling } = await requestNext({ present: gaucher, absent: ['HP:0001250'] });
  expect(questions).toHaveLength(5);
  for (const { hpo, gain } of questions) {
    expect([...gaucher, 'HP:0001250']).not.toContain(hpo);
    expect(gain).toBeGreaterThan(0);
  }
  expect(telling).toBeGreaterThan(0);
});

test('more signs are more informative, vaguer ones add nothing', async () => {
  const few = await requestNext({ present: ['HP:0001744'] });
  const more = await requestNext({ present: gaucher });
  // Splenomegaly and its ancestor «Abnormal spleen morphology».
  const vague = await requestNext({ present: ['HP:0001744', 'HP:0025408'] });
  expect(more.telling).toBeGreaterThan(few.telling);
  expect(more.found_in_ten).toBeGreaterThan(few.found_in_ten);
  expect(vague.telling).toBe(few.telling);
});
