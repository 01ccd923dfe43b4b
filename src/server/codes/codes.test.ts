import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import type { FoundCodes } from '#domain/codes.ts';
import { writeRecord } from '../catalogue/store.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { RATE_LIMIT: '0' } });
  await portal.database.transaction(async (tx) => {
    const write = (fields: Record<string, unknown>, state: 'published' | 'draft' = 'published') =>
      writeRecord(tx, {
        kind: 'disease',
        fields: { title_status: 'established', ...fields },
        state,
        origins: 'editor',
        author: 'test',
        sources: [{ title: 'ORDO', version: '2.6', date: '2018-07-12', fields: ['icd10'] }],
      });
    const icd10 = [{ code: 'E74.0', title: 'Болезни накопления гликогена', relation: 'narrower' }];
    await write({ title: 'Болезнь Помпе', orpha: 365, icd10, omim: [{ code: '232300', relation: 'exact' }] });
    await write({ title: 'Болезнь Форбса', orpha: 366, icd10: [{ code: 'E74.1', relation: 'exact' }] });
    await write({ title: 'Черновик', orpha: 367, icd10 }, 'draft');
  });
});
afterAll(() => portal.close());

async function find(q: string): Promise<FoundCodes> {
  const answer = await portal.app.inject(`/api/codes?q=${encodeURIComponent(q)}`);
  expect([q, answer.statusCode]).toEqual([q, 200]);
  return answer.json<{ data: FoundCodes }>().data;
}

test.each([
  ['E74.0', ['365']],
  ['мкб-10: e74.0', ['365']],
  ['ORPHA:365', ['365']],
  ['orpha 366', ['366']],
  ['232300', ['365']],
  ['помпе', ['365']],
  ['E74', ['365', '366']],
  ['E76', []],
  ['A00.0', []],
  ['ORPHA:367', []],
  ['слово без ответа', []],
])('«%s» finds the diseases %j', async (q, expected) => {
  expect((await find(q)).items.map(({ orpha }) => orpha)).toEqual(expected);
});

test('a code comes with its relation, and with the source and its day', async () => {
  const { total, items } = await find('помпе');
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({
    title: 'Болезнь Помпе',
    url: expect.stringMatching(/^\/deseases\/\d+\/$/) as string,
    codes: [
      { system: 'icd10', code: 'E74.0', title: 'Болезни накопления гликогена', relation: 'narrower' },
      { system: 'omim', code: '232300', title: null, relation: 'exact' },
    ],
    sources: [{ title: 'ORDO', date: '2018-07-12', url: null, fields: ['icd10'] }],
  });
});

test.each(['', '?q=', '?q=a&q=b', `?q=${'я'.repeat(101)}`])('%s is refused with a reason', async (query) => {
  const answer = await portal.app.inject(`/api/codes${query}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.body).toMatch(/[а-я]/);
});

test('pages of other sites may read the answer', async () => {
  const { headers } = await portal.app.inject({
    url: '/api/codes?q=E74.0',
    headers: { origin: 'https://hospital.example' },
  });
  expect(headers['access-control-allow-origin']).toBe('*');
});
