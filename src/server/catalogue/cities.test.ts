import { expect, test } from 'vitest';
import { getKind } from '#domain/kinds/index.ts';
import { nearestFirst } from './cities.ts';

const clinic = getKind('clinic');
const cards = [
  { id: 1, title: 'А', city: 'Москва', subject: '77' },
  { id: 2, title: 'Б' },
  { id: 3, title: 'В', city: 'Новосибирск', subject: '54' },
  { id: 4, title: 'Г', city: 'Томск', subject: '70' },
  { id: 5, title: 'Д', city: 'Киров', subject: '40' },
].map((card) => ({ ...card, kind: 'clinic', updated_at: '2026-11-23T00:00:00.000Z' }));
const order = async (city: string) => {
  const { cards: found, near } = await nearestFirst(clinic, cards, city);
  return { ids: found.map(({ id }) => id), ...near };
};

test.each(['Томск', 'томск', ' г. Томск ', 'город Томск', 'Томск 70'])(
  '«%s»: nearest first, unknown cities last',
  async (city) => {
    const { ids, town, kilometres } = await order(city);
    expect(ids).toEqual([4, 3, 1, 5, 2]);
    expect(town).toEqual({ title: 'Томск', subject: '70' });
    expect(kilometres[4]).toBe(0);
    expect(kilometres[3]).toBeGreaterThan(180);
    expect(kilometres[3]).toBeLessThan(230);
    expect(kilometres[2]).toBeUndefined();
  },
);

test('of two namesakes the larger city is meant, unless the subject is given', async () => {
  expect(await order('Киров')).toMatchObject({
    town: { subject: '43' },
    others: [{ title: 'Киров', subject: '40' }],
  });
  expect(await order('Киров 40')).toMatchObject({ town: { subject: '40' }, kilometres: { 5: 0 } });
});

test('an unknown city leaves the list unchanged', async () =>
  expect(await order('Тмутаракань')).toEqual({
    ids: [1, 2, 3, 4, 5],
    town: undefined,
    others: [],
    kilometres: {},
  }));
