import { backlinks, detailPaths, getCards, getRecord } from '#data/catalogue.ts';
import { publicKinds, type AnyRecord, type Kind, type KindName } from '#domain/kinds/index.ts';
import type { SearchRecord } from '#domain/search/record.ts';
import { shardOf, shardSizes, type ShardSort } from '#domain/search/shard.ts';
import { searchRecordOf } from '#domain/searched.ts';

/** The kinds of the drop-down (ruling G52); the others are found on the page of results, by the server. */
const found = publicKinds.filter(({ iblock }) => iblock !== null);

const idsOf = ({ name }: Kind) => detailPaths(name as KindName).map(({ params }) => Number(params['id']));

export const greatestId = (): number =>
  found.reduce((greatest, kind) => Math.max(greatest, ...idsOf(kind)), 0);

/** Names of all shards: names-0, more-0, more-1 … */
export function shardNames(): string[] {
  const greatest = greatestId();
  return (Object.keys(shardSizes) as ShardSort[]).flatMap((sort) =>
    Array.from({ length: shardOf(sort, greatest) + 1 }, (_, shard) => `${sort}-${shard}`),
  );
}

/** What the browser's index is told by a shard; nothing when there is none of that name. */
export function shardRecords(name: string): SearchRecord[] | undefined {
  const [, sort, number] = /^(names|more)-(\d{1,6})$/.exec(name) ?? [];
  if (!sort || number === undefined) return undefined;
  const isNames = sort === 'names';
  return found.flatMap((kind) => {
    const ids = idsOf(kind).filter((id) => shardOf(sort as ShardSort, id) === Number(number));
    return isNames ? namesOf(kind, ids) : moreOf(kind, ids);
  });
}

const namesOf = (kind: Kind, ids: number[]): SearchRecord[] =>
  getCards(kind.name as KindName, ids).map((card) => {
    const { title, codes } = searchRecordOf(kind, card as unknown as AnyRecord, 0);
    return { id: card.id, group: kind.name, title, synonyms: [], codes };
  });

function moreOf(kind: Kind, ids: number[]): SearchRecord[] {
  const linking = publicKinds.filter(({ links }) => Object.values(links).includes(kind.name));
  return ids.flatMap((id) => {
    const record = getRecord(kind.name as KindName, id);
    if (!record) return [];
    const inbound = linking.reduce((sum, { name }) => sum + backlinks(name as KindName, id, 0).total, 0);
    return [{ ...searchRecordOf(kind, record as unknown as AnyRecord, inbound), title: '' }];
  });
}
