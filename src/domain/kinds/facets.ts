import { closedFields } from './index.ts';
import { valuesAt, withComputed, type Kind } from './kind.ts';

/** A value by which lists are narrowed. */
export interface FacetValue {
  field: string;
  value: string;
}

/** Longer values are cut: what lists are narrowed by stands in indexes and addresses. */
const longestValue = 200;

/** Values of a record by which lists are narrowed, each once. Closed fields give none: a count would tell what they hold. */
export function facetsOf(kind: Kind, fields: Readonly<Record<string, unknown>>): FacetValue[] {
  const closed = closedFields(kind);
  const whole = withComputed(kind, fields);
  return kind.facets
    .filter(({ field }) => !closed.includes(field.split('.')[0] ?? ''))
    .flatMap(({ field }) => {
      const values = new Set(valuesAt(whole, field).map((value) => String(value).slice(0, longestValue)));
      return [...values].map((value) => ({ field, value }));
    });
}
