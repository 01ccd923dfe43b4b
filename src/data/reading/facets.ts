import { getKind, valuesAt } from '#domain/kinds/index.ts';
import { cacheTags } from '../cache-tags.ts';
import { trackTag } from '../collect-tags.ts';
import type { Statements } from '../database.ts';

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
