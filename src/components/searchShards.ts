import { rangesOf, searchNames, searchWords } from '#data/catalogue.ts';
import { publicKinds, type KindName } from '#domain/kinds/index.ts';
import type { SearchRecord } from '#domain/search/record.ts';
import { idsTogether, shardOf, shardSizes, type ShardSort } from '#domain/search/shard.ts';

/** The kinds of the drop-down (ruling G52); the others are found on the page of results, by the server. */
const found = publicKinds.filter(({ iblock }) => iblock !== null).map(({ name }) => name as KindName);

/** The last id of the last range that holds records: it moves once in many records, and no shard is new before. */
export const lastId = (): number => (rangesOf(found, idsTogether).at(-1) ?? 0) + idsTogether - 1;

/** Names of all shards: names-0, more-0, more-1 … */
export function shardNames(): string[] {
  const last = lastId();
  return (Object.keys(shardSizes) as ShardSort[]).flatMap((sort) =>
    Array.from({ length: shardOf(sort, last) + 1 }, (_, shard) => `${sort}-${shard}`),
  );
}

/** What the browser's index is told by a shard; nothing when there is none of that name. */
export function shardRecords(name: string): SearchRecord[] | undefined {
  const [, sort, number] = /^(names|more)-(\d{1,6})$/.exec(name) ?? [];
  if (!sort || number === undefined) return undefined;
  const size = shardSizes[sort as ShardSort];
  const [from, to] = [Number(number) * size, (Number(number) + 1) * size];
  return sort === 'names' ? searchNames(found, from, to) : searchWords(found, from, to);
}
