import type { AnyRecord } from '#domain/kinds/index.ts';
import { linkedFrom, type SearchText } from '#domain/search-record.ts';
import { blocksIn, cacheTags, idsInBlock } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Key } from './lists.ts';
import { pickFields } from './records.ts';
import type { Statements } from '../database.ts';

/** Records of a kind by blocks of ids: for files with all of them. */
export function readBlocks({ rows }: Statements) {
  const textsIn = (kind: string, from: number, to: number) =>
    rows<{ json: string }>(
      'select body as json from record where id >= ? and id < ? and kind = ? order by id',
      from,
      to,
      kind,
    ).map(({ json }) => json);
  return {
    /** Records with ids from `from` to `to`, exclusive, as JSON. */
    recordTexts(kind: string, from: number, to: number) {
      for (const block of blocksIn(from, to, idsInBlock)) trackTag(cacheTags.records(kind, block));
      return textsIn(kind, from, to);
    },
    /** Some fields of those records, which narrows the cache tags. */
    fieldsBetween(kind: string, from: number, to: number, names: readonly string[]) {
      for (const block of blocksIn(from, to, idsInBlock))
        for (const name of names) trackTag(cacheTags.fieldIn(kind, block, name));
      return textsIn(kind, from, to).map((json) => {
        const record = JSON.parse(json) as AnyRecord;
        return { id: record.id, ...pickFields(record, names) };
      });
    },
    /** Indexable records of an id range with the days of their last change. */
    days(kind: string, from: number, to: number) {
      for (const block of blocksIn(from, to, idsInBlock)) trackTag(cacheTags.days(kind, block));
      return rows<Key & { day: string }>(
        'select id, code, substr(changed_at, 1, 10) as day from record where id >= ? and id < ? and kind = ? and thin = 0 order by id',
        from,
        to,
        kind,
      );
    },
    /** Starts of the blocks that contain records. */
    blocks(kind: string) {
      trackTag(cacheTags.blocks(kind));
      return rows<{ block: number }>(
        `select distinct id / ${idsInBlock} as block from record where kind = ? order by block`,
        kind,
      ).map(({ block }) => block * idsInBlock);
    },
    searchRecords(kinds: readonly string[], from: number, to: number) {
      for (const block of blocksIn(from, to, idsInBlock)) trackTag(cacheTags.words(block));
      const inbound = new Map(
        rows<{ target: number; n: number }>(
          'select target, count(*) as n from link where target >= ? and target < ? group by target',
          from,
          to,
        ).map(({ target, n }) => [target, n]),
      );
      return rows<{ id: number; search: string }>(
        `select id, search from record where id >= ? and id < ? and kind in (${kinds.map(() => '?').join()}) order by id`,
        from,
        to,
        ...kinds,
      ).map(({ id, search }) => linkedFrom(JSON.parse(search) as SearchText, inbound.get(id) ?? 0));
    },
  };
}
