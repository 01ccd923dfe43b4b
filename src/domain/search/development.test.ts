import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SearchIndex } from './index.ts';

interface Target {
  b: string;
  t: string;
  s?: string[];
  c?: string[];
}

const folder = new URL('../../../../shared/data/search/', import.meta.url);
const read = <T>(name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as T;

const title = 'every development query finds its title among the first ten';
if (existsSync(folder)) {
  test(title, () => {
    const targets = read<Target[]>('targets.json');
    const index = new SearchIndex(
      targets.map(({ b, t, s, c }, id) => ({ id, group: b, title: t, synonyms: s ?? [], codes: c ?? [] })),
    );
    const missed = read<{ query: string; target: string }[]>('queries.json').filter(
      ({ query, target }) =>
        !index
          .search(query)
          .hits.slice(0, 10)
          .some((hit) => hit.title === target),
    );
    expect(missed).toEqual([]);
  });
} else {
  test.skip(`${title}: skipped without the public data outside the repository`);
}
