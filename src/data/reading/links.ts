import { cacheTags } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Statements } from '../database.ts';

/** Links between records. */
export function readLinks({ rows }: Statements) {
  return {
    /** Ids of records that link to this one. */
    linking(id: number, kind: string) {
      trackTag(cacheTags.linking(id, kind));
      return rows<{ id: number }>(
        `select l.source as id from link l join record r on r.id = l.source
       where l.target = ? and l.kind = ? order by r.place, r.id`,
        id,
        kind,
      ).map((found) => found.id);
    },
    /** Records with more than `threshold` incoming links of their kind. */
    crowded(kind: string, threshold: number) {
      trackTag(cacheTags.crowded(kind));
      return rows<{ id: number; count: number }>(
        `select l.target as id, count(*) as count from link l join record r on r.id = l.target
       where l.kind = ? and r.kind = ? group by l.target having count(*) > ? order by l.target`,
        kind,
        kind,
        threshold,
      );
    },
    /**
     * Counts of listed descendants of this record and of each child, each counted once; records without any are
     * absent.
     */
    below(kind: string, id: number): ReadonlyMap<number, number> {
      trackTag(cacheTags.below(id));
      const found = rows<{ root: number; n: number }>(
        `with recursive walk (root, id) as (
         select ?, ? union select source, source from link where target = ? and kind = ?
         union select w.root, l.source from walk w join link l on l.target = w.id and l.kind = ?)
       select w.root, count(*) as n from walk w join record r on r.id = w.id
       where w.id <> w.root and r.left_out = 0 group by w.root`,
        id,
        id,
        id,
        kind,
        kind,
      );
      return new Map(found.map(({ root, n }) => [root, n]));
    },
  };
}
