import { expect, test } from 'vitest';
import { kindsByName, type AnyRecord } from '#domain/kinds/index.ts';
import { openForWriting, type WritableSnapshot } from './snapshot.ts';

test('a record is found by id, and only under its own kind', () => {
  const copy = copyOf(disease(7, 'Болезнь Гоше'));
  expect(copy.record('disease', 7)?.title).toBe('Болезнь Гоше');
  expect(copy.record('drug', 7)).toBeUndefined();
  expect(copy.record('disease', 8)).toBeUndefined();
});

test('a card holds what the kind lists for it and nothing else', () => {
  const copy = copyOf(disease(7, 'Болезнь Гоше', { orpha: 355, therapy: 'длинный текст' }));
  expect(copy.card('disease', 7)).toEqual({
    id: 7,
    kind: 'disease',
    title: 'Болезнь Гоше',
    updated_at: day,
    orpha: 355,
    type: 'disease',
    title_status: 'established',
  });
});

test('a list of titles runs from А to Я, Latin titles after Russian ones', () => {
  const copy = copyOf(
    disease(1, 'Wilson'),
    disease(2, 'Ёлкина синдром'),
    disease(3, 'Ежова синдром'),
    disease(4, 'Ангиома'),
  );
  expect(copy.ids('disease', {})).toEqual([4, 3, 2, 1]);
  expect(copy.letters('disease')).toEqual([
    { letter: 'А', slug: 'a', count: 1 },
    { letter: 'Е', slug: 'e', count: 2 },
    { letter: 'W', slug: 'latin-w', count: 1 },
  ]);
  expect(copy.ids('disease', { letter: 'e' })).toEqual([3, 2]);
});

test('a list of news begins with the newest, the later record first within a day', () => {
  const copy = copyOf(
    news(1, '2026-01-05'),
    news(2, '2026-11-20'),
    news(3, '2026-11-20'),
    news(4, '2025-12-31'),
  );
  expect(copy.ids('news', {})).toEqual([3, 2, 1, 4]);
});

test('a facet narrows a list and counts its values', () => {
  const copy = copyOf(
    disease(1, 'А', { areas: ['metabolic', 'bone'] }),
    disease(2, 'Б', { areas: ['bone'] }),
    disease(3, 'В', { lists: [{ name: 'vzn14', checked_at: '2026-01-01' }] }),
  );
  expect(copy.ids('disease', { facet: { field: 'areas', value: 'bone' } })).toEqual([1, 2]);
  expect(copy.values('disease', 'areas')).toEqual([
    { value: 'bone', count: 2 },
    { value: 'metabolic', count: 1 },
  ]);
  expect(copy.values('disease', 'lists.name')).toEqual([{ value: 'vzn14', count: 1 }]);
});

test('links are seen from the other side, and vanish with the record that made them', () => {
  const copy = copyOf(disease(1, 'Болезнь Гоше'), drug(2, 'Церезим', [1]), drug(3, 'Вприв', [1]));
  expect(copy.linking(1).get('drug')).toEqual([3, 2]);
  copy.change((write) => write.remove(3));
  expect(copy.linking(1).get('drug')).toEqual([2]);
  copy.change((write) => write.put(drug(2, 'Церезим', [])));
  expect(copy.linking(1).get('drug')).toBeUndefined();
});

test('a change that fails midway leaves the copy as it was', () => {
  const copy = copyOf(disease(1, 'Болезнь Гоше'));
  expect(() =>
    copy.change((write) => {
      write.remove(1);
      throw new Error('the API went away');
    }),
  ).toThrow('the API went away');
  expect(copy.count('disease')).toBe(1);
});

const day = '2026-11-21T00:00:00.000Z';

function copyOf(...records: AnyRecord[]): WritableSnapshot {
  const copy = openForWriting(':memory:');
  copy.change((write) => records.forEach((record) => write.put(record)));
  return copy;
}

function envelope(id: number, kind: string) {
  const times = { updated_at: day, reviewed_at: null, reviewer: null, review_due: null };
  return { id, kind, state: 'published' as const, version: 1, ...times, sources: [] };
}

function disease(id: number, title: string, fields: object = {}): AnyRecord {
  return {
    ...envelope(id, kindsByName.disease.name),
    title,
    title_status: 'established',
    type: 'disease',
    ...fields,
  };
}

function news(id: number, date: string): AnyRecord {
  return { ...envelope(id, kindsByName.news.name), title: `Новость ${id}`, date };
}

function drug(id: number, title: string, diseases: number[]): AnyRecord {
  return { ...envelope(id, kindsByName.drug.name), title, diseases };
}
