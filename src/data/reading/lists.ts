import { blocksIn, cacheTags, pagesIn, placesInBlock, type Selection } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Statements } from './statements.ts';

export interface ListReader {
  /** Ids of a part of a list, counted from its start or end, in list order. */
  part(kind: string, selection: Selection, part: ListPart): number[];
  total(kind: string, selection: Selection): number;
  /** Number of pages, at least one. */
  pages(kind: string, selection: Selection): number;
  /** Ids and codes of all records, by id. */
  keys(kind: string): Key[];
  /** Ids of the latest changed records. */
  recent(kind: string, limit: number): number[];
}

export interface ListPart {
  from: number;
  size: number;
  /** Default: 'first'. */
  countedFrom?: 'first' | 'last';
}
export interface Key {
  id: number;
  code: string | null;
}

export function readLists({ rows, row }: Statements): ListReader {
  const totalOf = (kind: string, selection: Selection) => {
    const [sql, values] = listOf(kind, selection);
    return row<{ n: number }>(`select count(*) as n from (${sql})`, ...values)?.n ?? 0;
  };
  return {
    part(kind, selection, { from, size, countedFrom = 'first' }) {
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
    total(kind, selection) {
      trackTag(cacheTags.total(kind, selection));
      return totalOf(kind, selection);
    },
    pages(kind, selection) {
      trackTag(cacheTags.pages(kind, selection));
      return pagesIn(kind, totalOf(kind, selection));
    },
    keys(kind) {
      trackTag(cacheTags.keys(kind));
      return rows('select id, code from record where kind = ? order by id', kind);
    },
    recent(kind, limit) {
      trackTag(cacheTags.recent(kind));
      return rows<{ id: number }>(
        'select id from record where kind = ? order by changed_at desc, id desc limit ?',
        kind,
        limit,
      ).map(({ id }) => id);
    },
  };
}

/** The FROM clause of a list. */
const listOf = (kind: string, { letter, facet }: Selection): [sql: string, values: string[]] =>
  facet
    ? [
        'select record as id, place from facet where kind = ? and field = ? and value = ?',
        [kind, facet.field, facet.value],
      ]
    : letter
      ? ['select id, place from record where kind = ? and left_out = 0 and slug = ?', [kind, letter]]
      : ['select id, place from record where kind = ? and left_out = 0', [kind]];
