import { afterAll, beforeAll, expect, test } from 'vitest';
import { useReplica } from '#data/current.ts';
import { openWritableReplica } from '#data/writable-replica.ts';
import { kindsByName, type AnyRecord } from '#domain/kinds/index.ts';
import {
  findList,
  findListAt,
  listAddress,
  listPaths,
  namesOfCatalogue,
  pageAddress,
  sayChoice,
} from './listing.ts';

const { disease } = kindsByName;
const snapshot = openWritableReplica(':memory:');
const record = (id: number): AnyRecord => ({
  id,
  kind: 'disease',
  state: 'published',
  version: 1,
  updated_at: '2026-11-21T00:00:00Z',
  reviewed_at: null,
  reviewer: null,
  review_due: null,
  sources: [],
  title: id === 1 ? 'Аниридия' : `Болезнь ${id}`,
  title_status: 'established',
  areas: id === 1 ? ['eye'] : ['metabolic'],
});

beforeAll(() => {
  snapshot.change((write) => {
    write.putTerms('therapeuticarea', [{ code: 'eye', title: 'Офтальмология' }]);
    for (let id = 1; id <= disease.pageSize + 1; id += 1) write.put(record(id));
  });
  useReplica(snapshot);
});
afterAll(() => snapshot.close());

test('a list has the pages that its records fill and no more', () => {
  expect(findList('disease')).toMatchObject({ page: 1, pages: 2, total: 61 });
  expect(findList('disease', { page: '2' })?.cards).toHaveLength(1);
  for (const page of ['0', '3', '-1', '1e3', '2.5', 'x', '9999999'])
    expect(findList('disease', { page }), page).toBeUndefined();
});

test('a letter or a value that nothing has makes no list', () => {
  expect(findList('disease', { letter: 'a' })?.cards.map(({ title }) => title)).toEqual(['Аниридия']);
  expect(findList('disease', { letter: 'zz' })).toBeUndefined();
  expect(findList('disease', { facet: 'areas', value: 'eye' })?.total).toBe(1);
  expect(findList('disease', { facet: 'areas', value: '__proto__' })).toBeUndefined();
});

test('every listed address of a list leads to its page, and no other word does', () => {
  const listed = listPaths().filter(({ params }) => params.section === 'deseases');
  expect(listed.map(({ params }) => params.list)).toEqual([
    undefined,
    'page/2',
    'letter/a',
    'letter/b',
    'areas/eye',
    'areas/metabolic',
  ]);
  for (const { params } of listed) {
    const list = findListAt(disease, params.list);
    expect(list && pageAddress(list, list.page)).toBe(
      `/${['deseases', params.list ?? []].flat().join('/')}/`,
    );
  }
  for (const rest of ['page', 'page/1/page/2', 'eye', 'areas', 'prevalence/rare', 'letter/a/b', 'letter/b/'])
    expect(findListAt(disease, rest), rest).toBeUndefined();
  expect(findListAt(kindsByName.news, 'letter/a')).toBeUndefined();
});

test('an empty list still has its first page', () =>
  expect(findList('news')).toMatchObject({ cards: [], total: 0, page: 1, pages: 1 }));

test('page 1 has no number in its address', () => {
  const list = { kind: 'disease' as const, selection: {}, pages: 3 };
  expect(listAddress(disease, {})).toBe('/deseases/');
  expect(pageAddress(list, 1)).toBe('/deseases/');
  expect(pageAddress(list, 2)).toBe('/deseases/page/2/');
  expect(pageAddress({ ...list, selection: { letter: 'b' } }, 2)).toBe('/deseases/letter/b/page/2/');
  expect(listAddress(disease, { facet: { field: 'areas', value: 'eye' } })).toBe('/deseases/areas/eye/');
});

test('rows name the records of whatever kinds their cards point to', () => {
  snapshot.change((write) => write.put({ ...record(900), kind: 'clinic', title: 'Центр генетики' }));
  const { titleOf } = namesOfCatalogue(kindsByName.diagnostic);
  expect([titleOf(1), titleOf(900), titleOf(901)]).toEqual(['Аниридия', 'Центр генетики', undefined]);
});

test('the choice is said in words', () => {
  expect(sayChoice('disease', {})).toBeUndefined();
  expect(sayChoice('disease', { letter: 'b' })).toBe('Буква Б');
  expect(sayChoice('disease', { facet: { field: 'areas', value: 'eye' } })).toBe('Офтальмология');
});

test('lists of the newest are numbered from their oldest end, so that a full page stays what it is', () => {
  const { pageSize } = kindsByName.news;
  const put = (from: number, to: number) =>
    snapshot.change((write) => {
      for (let id = from; id <= to; id += 1)
        write.put({ ...record(id), kind: 'news', date: '2026-01-01', title: `Новость ${id}` });
    });
  const idsOn = (page?: string) => findList('news', page ? { page } : {})?.cards.map(({ id }) => id);
  put(1001, 1000 + 2 * pageSize + 5);
  expect(findList('news')).toMatchObject({ page: 1, pages: 2, total: 2 * pageSize + 5 });
  expect(idsOn()).toHaveLength(pageSize + 5);
  const oldest = idsOn('1');
  expect(oldest).toEqual(Array.from({ length: pageSize }, (_, index) => 1000 + pageSize - index));
  put(1000 + 2 * pageSize + 6, 1000 + 3 * pageSize);
  expect(idsOn('1')).toEqual(oldest);
  expect(findList('news', { page: '1' })).toMatchObject({ page: 3, pages: 3 });
  expect(pageAddress(findList('news')!, 2)).toBe('/news/page/2/');
  expect(pageAddress(findList('news')!, 3)).toBe('/news/page/1/');
  expect(idsOn()).toHaveLength(pageSize);
});
