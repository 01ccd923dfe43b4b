import { cacheTags } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Statements } from './statements.ts';

/** Which records link to which. */
export interface Links {
  /** Ids of the records of a kind that link to this one. */
  linking(id: number, kind: string): number[];
  /** Records of a kind to which more than `most` others of it link, and how many. */
  crowded(kind: string, most: number): { id: number; count: number }[];
  /**
   * How many records of the kind that lists show stand below this one and below each that links to it, each counted once:
   * ids to numbers; a record with none below it is absent.
   */
  below(kind: string, id: number): ReadonlyMap<number, number>;
}

export function readLinks({ rows }: Statements): Links {
  return {
    linking(id, kind) {
      trackTag(cacheTags.linking(id, kind));
      return rows<{ id: number }>(
        `select l.source as id from link l join record r on r.id = l.source
       where l.target = ? and l.kind = ? order by r.place, r.id`,
        id,
        kind,
      ).map((found) => found.id);
    },
    crowded(kind, most) {
      trackTag(cacheTags.crowded(kind));
      return rows(
        `select l.target as id, count(*) as count from link l join record r on r.id = l.target
       where l.kind = ? and r.kind = ? group by l.target having count(*) > ? order by l.target`,
        kind,
        kind,
        most,
      );
    },
    below(kind, id) {
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
