import { expect, test } from 'vitest';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import { countable, createFailedQueries, sweepMisses } from './failed-queries.ts';
import { rateLimiterOf } from '../base/rate-limiter.ts';

const guess = { match: 'similar', shown: [7] };

test(`failed queries of several networks are counted, ignoring case and double spaces (${dialect})`, async () => {
  const database = await openTestDatabase();
  const misses = createFailedQueries(database);
  for (const network of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
    misses.note('Болезнь  Икс', network, guess);
    misses.note('другая', network, guess);
  }
  await misses.flush();
  misses.note('болезнь икс', '192.0.2.1', guess);
  expect(await misses.list({ page: 1, page_size: 10 })).toMatchObject({
    total: 2,
    items: [
      { query: 'болезнь икс', count: 4, ...guess },
      { query: 'другая', count: 3 },
    ],
  });
  expect((await misses.list({ page: 2, page_size: 1 })).items).toMatchObject([{ query: 'другая' }]);
});

test('a query of one person is neither shown nor stored, and a rare one is deleted after half a year', async () => {
  const database = await openTestDatabase();
  const misses = createFailedQueries(database);
  const stored = () => database.kysely.selectFrom('search_misses').selectAll().execute();
  for (let count = 0; count < 10; count += 1) {
    misses.note('Синичкина Аграфена', '192.0.2.1', guess);
    await misses.flush();
  }
  misses.note('синичкина аграфена', '192.0.2.2', guess);
  expect(await misses.list({ page: 1, page_size: 10 })).toMatchObject({ items: [], total: 0 });
  expect(await stored()).toEqual([]);
  misses.note('синичкина аграфена', '192.0.2.3', guess);
  expect((await misses.list({ page: 1, page_size: 10 })).items).toMatchObject([
    { query: 'синичкина аграфена', count: 12 },
  ]);
  const sweepIn = (days: number) =>
    database.transaction((tx) => sweepMisses(tx, new Date(Date.now() + days * 86_400_000)));
  await sweepIn(170);
  expect(await stored()).toHaveLength(1);
  await sweepIn(190);
  expect(await stored()).toEqual([]);
});

test.each(['ivanov@example.ru', '+7 903 123-45-67', '112-233-445 95', '01.02.1980', 'аб', '  '])(
  'query %j is not counted: possibly a name, or too short',
  (query) => {
    expect(countable(query)).toBeUndefined();
  },
);

test('a long query is counted by its first hundred characters', () => {
  expect(countable('я'.repeat(500))).toBe('я'.repeat(100));
});

test('fast typing stays below the limit, a script does not, and recovers after a second', () => {
  let now = 0;
  const limitRate = rateLimiterOf(20, () => now);
  // Ten queries a second for a minute: more than the debounce of 500 ms allows.
  for (let count = 0; count < 600; count++, now += 100) limitRate('192.0.2.1');
  const flood = () => {
    for (let count = 0; count < 200; count++) limitRate('192.0.2.2');
  };
  expect(flood).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }));
  expect(() => limitRate('192.0.2.3')).not.toThrow();
  now += 1000;
  expect(() => limitRate('192.0.2.2')).not.toThrow();
});
