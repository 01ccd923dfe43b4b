import type { AnyCard, AnyRecord } from '#domain/kinds/index.ts';
import { cacheTags } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import { parsed, type Statements } from '../database.ts';

export function readRecords({ row }: Statements) {
  return {
    record(kind: string, id: number) {
      trackTag(cacheTags.record(id));
      return parsed<AnyRecord>(row('select body as json from record where id = ? and kind = ?', id, kind));
    },
    recordByCode(kind: string, code: string) {
      trackTag(cacheTags.code(kind, code));
      return parsed<AnyRecord>(
        row('select body as json from record where kind = ? and code = ?', kind, code),
      );
    },
    /** Some fields of a record; changes of others do not invalidate the page. */
    fields(kind: string, id: number, names: readonly string[]): Record<string, unknown> | undefined {
      for (const name of names) trackTag(cacheTags.field(id, name));
      const found: Record<string, unknown> = {};
      for (const name of names) {
        const field = row<{ json: string | null }>(
          'select body -> ? as json from record where id = ? and kind = ?',
          `$.${name}`,
          id,
          kind,
        );
        if (!field) return undefined;
        if (field.json !== null) found[name] = JSON.parse(field.json);
      }
      return found;
    },
    card(kind: string, id: number) {
      trackTag(cacheTags.card(id));
      const card = parsed<AnyCard>(
        row('select card as json from record where id = ? and kind = ?', id, kind),
      );
      return card && notingChange(card);
    },
  };
}

/** Picks fields of a record; missing ones are left out. */
export const pickFields = (record: AnyRecord, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));

/** Tracks `updated_at` separately: pages that do not show it are not invalidated by it. */
function notingChange(card: AnyCard): AnyCard {
  const { id, updated_at: at } = card;
  return Object.defineProperty(card, 'updated_at', {
    enumerable: true,
    get() {
      trackTag(cacheTags.changedAt(id));
      return at;
    },
  });
}

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
