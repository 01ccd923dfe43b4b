import { OperatorError } from '#domain/operator-error.ts';
import type { SearchRecord } from '#domain/search/index.ts';
import { developmentQueries, hasPublicData, wholeCatalogue } from './search/catalogue.ts';
import { hardQueries } from './search/difficulties.ts';
import { runHeld } from './search/held.ts';
import { flexSearch, miniSearch, own, type Engine } from './search/engines.ts';
import { multiplied } from './search/multiply.ts';

export const about =
  'the search beside FlexSearch and MiniSearch behind the same normaliser: recall, speed, memory; --quick for 10,000 titles only; --held for the queries kept aside, beside five peers';

interface Query {
  kind: string;
  query: string;
  isFound: (result: { id: number; title: string }) => boolean;
}

/** Numbers of titles; the first is the real catalogue. */
const sizes = [10_000, 50_000, 200_000];
/** Generated queries differ by seed; ours were known during development, these were not. */
const unseenSeed = 20_261_121;

/** `npm run bench -- search [--quick] [--seed=N]`, `npm run bench -- search --held [--alone]`. */
export async function run(args: string[]): Promise<void> {
  if (args.includes('--held')) return await runHeld(!args.includes('--alone'));
  if (!hasPublicData)
    throw new OperatorError('Нет открытых данных рядом с хранилищем (../shared/data): измерять не на чем.');
  const isQuick = args.includes('--quick');
  const seed = Number(args.find((arg) => arg.startsWith('--seed='))?.slice(7) ?? unseenSeed);
  const catalogue = wholeCatalogue();
  const queries = [...developed(), ...generated(catalogue, seed, isQuick ? 60 : 120)];
  console.log(`${catalogue.length} records; ${queries.length} queries, seed ${seed}`);
  const rows: Row[] = [];
  for (const size of isQuick ? sizes.slice(0, 1) : sizes) {
    const records = multiplied(catalogue, size);
    for (const make of [own, miniSearch, flexSearch]) {
      // MiniSearch takes seconds a query at the largest size: an hour in total.
      if (make === miniSearch && size > 50_000) continue;
      rows.push(measure(make, records, queries, make === own && size === sizes[0]));
    }
  }
  printRows(rows);
}

const developed = (): Query[] =>
  developmentQueries().map(({ kind, query, target }) => ({
    kind: `development: ${kind}`,
    query,
    isFound: ({ title }) => title === target,
  }));

const generated = (catalogue: readonly SearchRecord[], seed: number, perKind: number): Query[] =>
  hardQueries(catalogue, seed, perKind).map(({ kind, query, target }) => ({
    kind: kind.replace(/, (title|synonym)$/, ''),
    query,
    isFound: ({ id, title }) => id === target.id || title === target.title,
  }));

interface Row {
  titles: number;
  engine: string;
  'built, s': number;
  'memory, MB': number;
  'recall@10 development, %': number;
  'recall@10 generated, %': number;
  'MRR generated': number;
  'p50, ms': number;
  'p95, ms': number;
  'p99, ms': number;
  'worst, ms': number;
  'queries/s': number;
}

function measure(
  make: (records: readonly SearchRecord[]) => Engine,
  records: readonly SearchRecord[],
  queries: readonly Query[],
  listsKinds: boolean,
): Row {
  const before = memory();
  const buildingFrom = performance.now();
  const engine = make(records);
  const built = (performance.now() - buildingFrom) / 1000;
  const used = memory() - before;
  const ranks = queries.map(({ query, isFound }) => 1 + engine.search(query).slice(0, 10).findIndex(isFound));
  if (listsKinds) printByKind(queries, ranks);
  const times = typing(
    engine,
    queries.filter((_, i) => i % 8 === 0 || queries[i]!.kind.startsWith('development')),
  );
  const of = (isMine: (kind: string) => boolean) => ranks.filter((_, i) => isMine(queries[i]!.kind));
  const development = of((kind) => kind.startsWith('development'));
  const others = of((kind) => !kind.startsWith('development'));
  return {
    titles: records.length,
    engine: engine.name,
    'built, s': round(built, 2),
    'memory, MB': round(used / 2 ** 20, 0),
    'recall@10 development, %': recall(development),
    'recall@10 generated, %': recall(others),
    'MRR generated': round(meanReciprocal(others), 3),
    'p50, ms': round(quantile(times, 0.5), 3),
    'p95, ms': round(quantile(times, 0.95), 2),
    'p99, ms': round(quantile(times, 0.99), 2),
    'worst, ms': round(times.at(-1)!, 1),
    'queries/s': Math.round((1000 * times.length) / times.reduce((sum, time) => sum + time, 0)),
  };
}

/**
 * Sorted milliseconds of every key press: each query typed letter by letter, the best of three runs, against
 * noise. Slow engines get fewer queries.
 */
function typing(engine: Engine, queries: readonly Query[]): number[] {
  const presses = queries.flatMap(({ query }) =>
    Array.from({ length: query.length - 1 }, (_, i) => query.slice(0, i + 2)),
  );
  const best = presses.map(() => Infinity);
  const deadline = performance.now() + 120_000;
  for (let round = 0; round < 3 && performance.now() < deadline; round++) {
    for (let i = 0; i < presses.length && performance.now() < deadline; i++) {
      const from = performance.now();
      engine.search(presses[i]!);
      best[i] = Math.min(best[i]!, performance.now() - from);
    }
  }
  return best.filter(Number.isFinite).sort((a, b) => a - b);
}

function printByKind(queries: readonly Query[], ranks: readonly number[]): void {
  const kinds = new Map<string, number[]>();
  queries.forEach(({ kind }, i) => kinds.set(kind, [...(kinds.get(kind) ?? []), ranks[i]!]));
  console.table(
    Object.fromEntries(
      [...kinds].map(([kind, ranks]) => [
        kind,
        { queries: ranks.length, 'recall@10, %': recall(ranks), MRR: round(meanReciprocal(ranks), 3) },
      ]),
    ),
  );
}

function printRows(rows: readonly Row[]): void {
  console.table(rows);
  for (const row of rows.filter(({ engine }) => engine === 'own')) {
    for (const other of rows.filter(({ titles, engine }) => titles === row.titles && engine !== 'own')) {
      const recalls = `${row['recall@10 generated, %']} % / ${other['recall@10 generated, %']} %`;
      const speed = round(row['queries/s'] / other['queries/s'], 1);
      console.log(
        `${row.titles} titles, own / ${other.engine}: recall ${recalls}, queries a second × ${speed}, p99 × ${round(row['p99, ms'] / other['p99, ms'], 3)}`,
      );
    }
  }
}

const recall = (ranks: readonly number[]) =>
  round((100 * ranks.filter((rank) => rank > 0).length) / ranks.length, 1);
const meanReciprocal = (ranks: readonly number[]) =>
  ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length;
const quantile = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
const round = (value: number, digits: number) => Number(value.toFixed(digits));

/** Heap after garbage collection, with --expose-gc. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
