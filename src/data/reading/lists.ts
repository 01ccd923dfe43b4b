import { blocksIn, cacheTags, pagesIn, placesInBlock, type Selection } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Statements } from '../database.ts';

interface ListPart {
  from: number;
  size: number;
  /** Default: 'first'. */
  countedFrom?: 'first' | 'last';
}
export interface Key {
  id: number;
  code: string | null;
}

export function readLists({ rows, row }: Statements) {
  const totalOf = (kind: string, selection: Selection) => {
    const [sql, values] = listOf(kind, selection);
    return row<{ n: number }>(`select count(*) as n from (${sql})`, ...values)?.n ?? 0;
  };
  return {
    /** Ids of a part of a list, counted from its start or end, in list order. */
    part(kind: string, selection: Selection, { from, size, countedFrom = 'first' }: ListPart) {
      for (const block of blocksIn(from, from + size, placesInBlock))
        trackTag(cacheTags.places(kind, selection, block, countedFrom));
      const [sql, values] = listOf(kind, selection);
      const isForward = countedFrom === 'first';
      const order = isForward ? 'place, id' : 'place desc, id desc';
      const ids = rows<{ id: number }>(
        `${sql} order by ${order} limit ? offset ?`,
        ...values,
        size,
        from,
      ).map(({ id }) => id);
      return isForward ? ids : ids.toReversed();
    },
    total(kind: string, selection: Selection) {
      trackTag(cacheTags.total(kind, selection));
      return totalOf(kind, selection);
    },
    /** Number of pages, at least one. */
    pages(kind: string, selection: Selection) {
      trackTag(cacheTags.pages(kind, selection));
      return pagesIn(kind, totalOf(kind, selection));
    },
    /** Ids and codes of all records, by id. */
    keys(kind: string) {
      trackTag(cacheTags.keys(kind));
      return rows<Key>('select id, code from record where kind = ? order by id', kind);
    },
    /** Ids of the latest changed records. */
    recent(kind: string, limit: number) {
      trackTag(cacheTags.recent(kind));
      return rows<{ id: number }>(
        'select id from record where kind = ? order by changed_at desc, id desc limit ?',
        kind,
        limit,
      ).map(({ id }) => id);
    },
  };
}

/** Ids and places of a list. */
export const listOf = (kind: string, { letter, facet }: Selection): [sql: string, values: string[]] =>
  facet
    ? [
        'select record as id, place from facet where kind = ? and field = ? and value = ?',
        [kind, facet.field, facet.value],
      ]
    : letter
      ? ['select id, place from record where kind = ? and left_out = 0 and slug = ?', [kind, letter]]
      : ['select id, place from record where kind = ? and left_out = 0', [kind]];
