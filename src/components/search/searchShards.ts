import { createHash } from 'node:crypto';
import { rangesOf, searchRecords } from '#data/catalogue.ts';
import { publicKinds, type KindName } from '#domain/kinds/index.ts';
import { inBrief, inLines, namesAddress, writeShard } from '#domain/search/shard.ts';
import { shardStarts } from '#domain/search/starts.ts';

/** All whose address is made of the number: pages of the portal are found on the page of results, by the server. */
const found = publicKinds.filter(({ keyedBy }) => keyedBy !== 'code').map(({ name }) => name as KindName);
/** Ids are given out in such lots: the end moves once in many records. */
const idsTogether = 500;

/** The files that hold any record. */
export function shards(): number[] {
  const last = rangesOf(found, idsTogether).at(-1) ?? 0;
  return shardStarts.flatMap((start, shard) => (shard === 0 || start <= last ? [shard] : []));
}

/** One file of the browser's index. */
export function shardText(shard: number): string {
  const last = (rangesOf(found, idsTogether).at(-1) ?? 0) + idsTogether;
  const from = shardStarts[shard]!;
  const records = searchRecords(found, from, Math.max(from, shardStarts[shard + 1] ?? last)).map(inLines);
  return writeShard(shard === 0 ? records : records.map(inBrief));
}

/** Addresses of the files as they are now. */
export const shardAddresses = (): string[] =>
  shards().map((shard) => {
    const version = createHash('sha256').update(shardText(shard)).digest('hex').slice(0, 8);
    return namesAddress(shard, version);
  });
