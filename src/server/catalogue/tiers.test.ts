import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { writeRecord } from './store.ts';

let portal: TestPortal;
const ids: Record<string, number> = {};
beforeAll(async () => {
  portal = await startTestPortal();
  const write = async (name: string, fields: Record<string, unknown>) => {
    const draft = { kind: 'disease', state: 'published', origins: 'editor', author: 'test' } as const;
    const { id } = await portal.database.transaction((tx) => writeRecord(tx, { ...draft, fields }));
    ids[name] = id;
  };
  await write('group', { title: 'Лизосомные болезни', title_status: 'established', type: 'category' });
  await write('described', {
    title: 'Болезнь Помпе',
    title_status: 'established',
    about: 'Болезнь накопления.',
  });
});
afterAll(() => portal.close());

const request = async (query: string) => {
  const { data } = await portal.get(`/api/diseases/filter?${query}`);
  return data as {
    items: { id: number; title: string; tier: string }[];
    total: number;
    facets: { field: string; values: { id: string; value: string; count: number }[] }[];
  };
};
const valuesOf = ({ facets }: Awaited<ReturnType<typeof request>>, field: string) =>
  facets.find((facet) => facet.field === field)?.values;

test('a record has a tier, in lists and as a filter', async () => {
  const { data } = await portal.get(`/api/diseases/${ids['described']}`);
  expect(data).toMatchObject({ title: 'Болезнь Помпе', tier: 'full' });
  const all = await request('');
  expect(all.items.map(({ title, tier }) => [title, tier])).toEqual([
    ['Болезнь Гоше', 'orphanet'],
    ['Болезнь Помпе', 'full'],
    ['Болезнь Фабри', 'orphanet'],
    ['Ёжиковый синдром', 'brief'],
  ]);
  expect(valuesOf(all, 'tier')).toEqual([
    { id: 'full', value: 'Подробное', count: 1 },
    { id: 'orphanet', value: 'По Orphanet', count: 2 },
    { id: 'brief', value: 'Краткое', count: 1 },
  ]);
  expect((await request('tier=brief')).items).toMatchObject([{ title: 'Ёжиковый синдром' }]);
});

test('groups are hidden from lists unless their type is chosen', async () => {
  const plain = await request('');
  expect([plain.total, valuesOf(plain, 'type')?.map(({ id, count }) => [id, count])]).toEqual([
    4,
    [
      ['disease', 3],
      ['clinical-syndrome', 1],
      ['category', 1],
    ],
  ]);
  expect((await request('letter=l')).total).toBe(0);
  expect((await request('type=category')).items).toMatchObject([{ title: 'Лизосомные болезни' }]);
  const both = await request('type=category&type=clinical-syndrome');
  expect(both.items.map(({ title }) => title)).toEqual(['Ёжиковый синдром', 'Лизосомные болезни']);
  expect((await portal.get('/api/diseases')).data).toMatchObject({ total: 4 });
  const { text } = await portal.get('/api/diseases/list.csv?type=category');
  expect(text).toContain('Лизосомные болезни');
  expect(text).toContain('Описание');
});
