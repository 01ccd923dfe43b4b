import { expect, test } from 'vitest';
import development from '../../../tests/sample/search/development.json' with { type: 'json' };
import { SearchIndex } from './index.ts';

test('every development query finds its title among the first ten', () => {
  const index = new SearchIndex(development.targets.map((target, id) => ({ ...target, id })));
  const missed = development.queries.filter(
    ({ query, target }) =>
      !index
        .search(query)
        .hits.slice(0, 10)
        .some((hit) => hit.title === target),
  );
  expect(missed).toEqual([]);
});
