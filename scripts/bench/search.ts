import { readFileSync } from 'node:fs';
import MiniSearch from 'minisearch';
import { SearchIndex, type SearchRecord } from '#domain/search/index.ts';
import { searchedBase, type Searched } from '../../tests/sample/searched.ts';
import { readArguments } from '../arguments.ts';

interface Judged {
  source: string;
  difficulty: string;
  query: string;
  /** Any of these is right. */
  expected: { kind: string; external: string }[];
}

/** Positions of records, best first, at most ten. */
interface SearchPeer {
  name: string;
  search(query: string): number[];
}

const sample = (name: string) =>
  readFileSync(new URL(`../../tests/sample/search/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

export const usage = {
  name: 'bench search',
  about: 'the search over the whole base by queries kept aside, beside MiniSearch: recall and MRR',
} as const;

/** `npm run bench -- search`. For measuring only: misses are reported by kind. */
export async function run(args: string[]): Promise<void> {
  readArguments(args, usage);
  const base = searchedBase();
  const queries = sample('held.ndjson').map((line) => JSON.parse(line) as Judged);
  const index = new SearchIndex(base.map(({ record }) => record));
  const placeOf = new Map(base.map(({ record }, place) => [`${record.group} ${record.id}`, place]));
  const own: SearchPeer = {
    name: 'own',
    search: (query) =>
      index
        .search(query, { perGroup: 10 })
        .hits.slice(0, 10)
        .map(({ group, id }) => placeOf.get(`${group} ${id}`)!),
  };
  const peers = [own, miniSearch(base.map(({ record }) => record))];
  const ranks = new Map<string, number[]>();
  for (const peer of peers) {
    ranks.set(peer.name, ranksOf(peer, queries, base));
  }
  console.log(`${base.length} records, ${queries.length} queries`);
  for (const by of ['source', 'difficulty'] as const) printRows(queries, ranks, (query) => query[by]);
  printRows(queries, ranks, () => 'all');
  printEveryday(index);
}

/** Plain fields with «ё» as «е», without our normaliser: all words of the query, otherwise any. */
function miniSearch(records: readonly SearchRecord[]): SearchPeer {
  const foldYo = (text: string) => text.toLowerCase().replaceAll('ё', 'е');
  const index = new MiniSearch({
    fields: ['title', 'synonyms', 'codes'],
    searchOptions: { boost: { title: 4, synonyms: 2.5, codes: 4 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(
    records.map(({ title, synonyms, codes }, id) => ({
      id,
      title: foldYo(title),
      synonyms: foldYo(synonyms.join(' ; ')),
      codes: foldYo(codes.join(' ')),
    })),
  );
  return {
    name: 'MiniSearch',
    search(query) {
      const all = index.search(foldYo(query), { combineWith: 'AND' });
      const found = all.length > 0 ? all : index.search(foldYo(query), { combineWith: 'OR' });
      return found.slice(0, 10).map(({ id }) => id as number);
    },
  };
}

function ranksOf(peer: SearchPeer, queries: readonly Judged[], base: readonly Searched[]): number[] {
  const ranks: number[] = [];
  for (const { query, expected } of queries) {
    const wanted = new Set(expected.map(({ kind, external }) => `${kind} ${external}`));
    const found = peer.search(query);
    ranks.push(
      1 + found.findIndex((place) => wanted.has(`${base[place]!.record.group} ${base[place]!.external}`)),
    );
  }
  return ranks;
}

const percent = (part: number, whole: number) => Number(((100 * part) / whole).toFixed(1));

function printRows(
  queries: readonly Judged[],
  ranks: ReadonlyMap<string, number[]>,
  groupOf: (query: Judged) => string,
) {
  const groups = Map.groupBy(queries.keys(), (i) => groupOf(queries[i]!));
  const rows = [...groups].map(([group, places]) => {
    const row: Record<string, number> = { n: places.length };
    for (const [name, all] of ranks) {
      const own = places.map((i) => all[i]!);
      const mean = own.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / own.length;
      if (name === 'own') row['own R@1'] = percent(own.filter((rank) => rank === 1).length, own.length);
      row[`${name} R@10`] = percent(own.filter((rank) => rank > 0).length, own.length);
      row[`${name} MRR`] = Number(mean.toFixed(3));
    }
    return [group, row] as const;
  });
  console.table(Object.fromEntries(rows));
}

/** Everyday words: how many find something, and how it is marked. */
function printEveryday(index: SearchIndex): void {
  const matches = sample('everyday.txt').map((query) => index.search(query).match);
  const counts = Map.groupBy(matches, (match) => match);
  console.log(
    `${matches.length} everyday phrases: ${[...counts].map(([match, all]) => `${match} ${all.length}`).join(', ')}`,
  );
}
