import { blocksIn, cacheTags, pagesIn, placesInBlock, type Selection } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Statements } from '../database.ts';
import { getKind, valuesAt } from '#domain/kinds/index.ts';

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

export function readFacets({ rows, row }: Statements) {
  return {
    letters(kind: string) {
      trackTag(cacheTags.letters(kind));
      return rows<{ letter: string; slug: string; count: number }>(
        'select letter, slug, count(*) as count from record where kind = ? and left_out = 0 group by letter, slug order by min(place)',
        kind,
      );
    },
    values(kind: string, field: string): { value: string; count: number }[] {
      trackTag(cacheTags.values(kind, field));
      const from = getKind(kind).facets.find((facet) => facet.field === field)?.from;
      if (from) {
        const { values } = from;
        // CROSS JOIN keeps this order; the planner's own choice is quadratic.
        return rows(
          `select f.value, count(distinct l.target) as count from facet f
         cross join link l on l.source = f.record
         cross join record r on r.id = l.target and r.kind = ? and r.left_out = 0
         where f.kind = ? and f.field = ?
           ${values ? `and f.value in (${values.map(() => '?').join()})` : ''}
         group by f.value order by f.value`,
          kind,
          from.kind,
          from.facet,
          ...(values ?? []),
        );
      }
      return rows(
        'select value, count(*) as count from facet where kind = ? and field = ? group by value order by value',
        kind,
        field,
      );
    },
    /** Ids of records with this card field value: for small kinds. */
    having(kind: string, field: string, value: string) {
      trackTag(cacheTags.having(kind, field, value));
      return rows<{ id: number; card: string }>(
        // The text of the value narrows the cards to parse.
        'select id, card from record where kind = ? and instr(card, ?) > 0 order by id',
        kind,
        JSON.stringify(value).slice(1, -1),
      ).flatMap(({ id, card }) =>
        valuesAt(JSON.parse(card), field).map(String).includes(value) ? [id] : [],
      );
    },
    /** Whether one of the kind's own facets has this value. */
    occurs(kind: string, field: string, value: string) {
      trackTag(cacheTags.occurs(kind, field, value));
      return (
        row('select 1 from facet where kind = ? and field = ? and value = ? limit 1', kind, field, value) !==
        undefined
      );
    },
  };
}
