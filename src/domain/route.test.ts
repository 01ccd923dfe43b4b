import { expect, test } from 'vitest';
import { allSteps, routeOf } from './route.ts';

const ids = (lists: string[], inheritance: string[] = []) =>
  routeOf({ lists: lists.map((name) => ({ name })), inheritance, genes: [] }).map(({ id }) => id);

test.each([
  [
    'a screened hereditary disease',
    ['newborn-screening'],
    ['autosomal-recessive'],
    ['screening', 'local', 'genetics', 'federal', 'commission', 'payer', 'refusal'],
  ],
  [
    'a disease with a register',
    ['vzn14'],
    ['autosomal-recessive'],
    ['local', 'genetics', 'federal', 'register', 'commission', 'payer', 'refusal'],
  ],
  [
    'a disease that is not inherited',
    [],
    ['not-applicable'],
    ['local', 'specialist', 'federal', 'commission', 'payer', 'refusal'],
  ],
])('the route of %s', (_, lists, inheritance, steps) => expect(ids(lists, inheritance)).toEqual(steps));

test('every basis of the route has a date, and an address that opens or none', () => {
  for (const { id, grounds, title } of allSteps) {
    // The first recipients are derived from the record.
    if (id !== 'specialist' && id !== 'undecided') expect(grounds.length, title).toBeGreaterThan(0);
    for (const ground of grounds) {
      expect(ground.date).toMatch(/^20\d\d(-\d\d(-\d\d)?)?$/);
      if (ground.url) expect(new URL(ground.url).protocol).toMatch(/^https?:$/);
    }
  }
});

test('a disease is called not inherited only with a source', () => {
  const textOf = (inheritance: string[]) => routeOf({ lists: [], inheritance, genes: [] })[1]?.text;
  expect(textOf(['not-applicable'])).toContain('не отнесена в каталоге к наследственным');
  for (const inheritance of [[], ['unknown']])
    expect(textOf(inheritance)).toContain('Начните со специалиста той области');
});
