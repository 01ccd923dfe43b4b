import { expect, test } from 'vitest';
import { dialect, openTestDatabase } from '../../../tests/sample/database.ts';
import { countable, missesOf } from './misses.ts';
import { makePace, usualPace } from '../http/pace.ts';

test(`what was not found is counted by its words, without case and doubled spaces (${dialect})`, async () => {
  const database = await openTestDatabase();
  const misses = missesOf(database);
  for (const query of ['Болезнь  Икс', 'болезнь икс', 'другая']) misses.note(query);
  await misses.flush();
  misses.note('болезнь икс');
  expect(await misses.list(1, 10)).toMatchObject({
    total: 2,
    items: [
      { query: 'болезнь икс', count: 3 },
      { query: 'другая', count: 1 },
    ],
  });
  expect((await misses.list(2, 1)).items).toMatchObject([{ query: 'другая' }]);
});

test.each(['ivanov@example.ru', '+7 903 123-45-67', '112-233-445 95', '01.02.1980', 'аб', '  '])(
  'the query %j is not counted: it may name a person, or is too short to mean anything',
  (query) => {
    expect(countable(query)).toBeUndefined();
  },
);

test('a long query is counted by its first hundred characters', () => {
  expect(countable('я'.repeat(500))).toBe('я'.repeat(100));
});

test('a fast typist never meets the limit, a machine does, and may ask again a second later', () => {
  let now = 0;
  const keepPace = makePace(usualPace, () => now);
  // Ten questions a second for a minute: more than the pause of 500 ms lets anybody ask.
  for (let asked = 0; asked < 600; asked++, now += 100) keepPace('192.0.2.1');
  const flood = () => {
    for (let asked = 0; asked < 200; asked++) keepPace('192.0.2.2');
  };
  expect(flood).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }));
  expect(() => keepPace('192.0.2.3')).not.toThrow();
  now += 1000;
  expect(() => keepPace('192.0.2.2')).not.toThrow();
});
