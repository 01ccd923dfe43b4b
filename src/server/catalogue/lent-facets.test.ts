import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/sample/application.ts';
import { writeRecord } from './store.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

const titles = (items: { title: string }[]) => items.map(({ title }) => title);

test('B224 diseases are filtered by linked records: therapy, recruiting studies, institutions of a region', async () => {
  const request = async (query: string) => {
    const { data } = await portal.get(`/api/diseases/filter?${query}`);
    return data as {
      items: { title: string }[];
      facets: { field: string; values: { id: string; value: string; count: number }[] }[];
      removals: unknown[];
    };
  };
  const valuesOf = async (field: string, query = '') =>
    (await request(query)).facets.find((facet) => facet.field === field)?.values;
  const therapy = 'Есть препарат, зарегистрированный в России';
  expect(await valuesOf('drugs')).toEqual([{ id: 'registered', value: therapy, count: 1 }]);
  expect(await valuesOf('studies')).toMatchObject([{ id: 'recruiting', count: 1 }]);
  expect(await valuesOf('clinics')).toEqual([{ id: '77', value: 'Москва', count: 1 }]);
  expect(titles((await request('drugs=registered&studies=recruiting&clinics=77')).items)).toEqual([
    'Болезнь Гоше',
  ]);
  expect(await request('drugs=registered&title_status=translated')).toMatchObject({
    items: [],
    removals: [
      { field: 'drugs', value: 'registered', count: 1 },
      { field: 'title_status', value: 'translated', count: 1 },
    ],
  });
  // Two drugs count a disease once; unregistered drugs do not count.
  const write = (fields: Record<string, unknown>, id?: number) =>
    portal.database.transaction((tx) =>
      writeRecord(tx, {
        kind: 'drug',
        ...(id === undefined ? {} : { id }),
        fields,
        state: 'published',
        origins: 'editor',
        author: 'test',
      }),
    );
  const { gaucher, fabry } = portal.sample;
  const { id } = await write({
    title: 'Второй',
    title_en: 'Second',
    diseases: [gaucher, fabry],
    registration: { state: 'registered' },
  });
  expect(await valuesOf('drugs')).toMatchObject([{ count: 2 }]);
  expect(await valuesOf('drugs', 'areas=hematology')).toMatchObject([{ count: 1 }]);
  await write({ registration: { state: 'expired' }, diseases: [] }, id);
  expect(await valuesOf('drugs')).toMatchObject([{ count: 1 }]);
  expect((await portal.get('/api/diseases/list.csv?studies=recruiting')).text).toContain('Болезнь Гоше');
  const feed = (await portal.get('/api/diseases/feed.xml?studies=recruiting')).text;
  expect(feed).not.toContain('Болезнь Фабри');
  expect(feed).toMatch(/<atom:link rel="self"[^>]*\/api\/diseases\/feed\.xml\?studies=recruiting"/);
  expect(feed).toMatch(/<link>[^<]*\/deseases\/\?studies=recruiting<\/link>/);
});

test('a facet of records lists the twenty most frequent with titles', async () => {
  await portal.database.transaction(async (tx) => {
    const write = (kind: string, fields: Record<string, unknown>) =>
      writeRecord(tx, { kind, fields, state: 'published', origins: 'editor', author: 'test' });
    const diseases: number[] = [];
    for (let number = 1; number <= 25; number += 1)
      diseases.push(
        (await write('disease', { title: `Редкость ${number}`, title_status: 'established' })).id,
      );
    for (let number = 1; number <= 2; number += 1)
      await write('drug', {
        title: `Лекарство ${number}`,
        diseases: number === 1 ? diseases : diseases.slice(5),
      });
  });
  const { data } = await portal.get('/api/drugs/filter');
  const { values } = data.facets.find(({ field }: { field: string }) => field === 'diseases');
  expect(values).toHaveLength(20);
  for (const { value, count } of values)
    expect([value, count]).toEqual([expect.stringMatching(/^Редкость/), 2]);
});
