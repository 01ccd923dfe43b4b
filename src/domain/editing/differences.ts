import { isAlike, isEmpty } from './equality.ts';
import type { FieldDescription } from './description.ts';

/** Titles of linked records and codes. */
export interface ValueTitles {
  record(id: number): string | undefined;
  term(dictionary: string, code: string): string | undefined;
}

/** A changed field as text: before and after. */
interface Difference {
  field: string;
  title: string;
  /** Removed and added list items; texts are given whole. */
  removed: string[];
  added: string[];
}

/** Differences between two states of a record, as text. */
export function differencesOf(
  fields: readonly FieldDescription[],
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  names: ValueTitles,
): Difference[] {
  return fields
    .filter(({ name }) => !isAlike(before[name], after[name]))
    .map((field) => {
      const was = partsOf(field, before[field.name], names);
      const is = partsOf(field, after[field.name], names);
      const removed = was.filter((part) => !is.includes(part));
      const added = is.filter((part) => !was.includes(part));
      // Only the order differs.
      const isMoved = removed.length === 0 && added.length === 0;
      return {
        field: field.name,
        title: field.title,
        removed: isMoved ? [was.join('; ')] : removed,
        added: isMoved ? [is.join('; ')] : added,
      };
    });
}

/** Items of a list, or a single value, as text. */
export function partsOf(field: FieldDescription, value: unknown, names: ValueTitles): string[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) return value.map((item) => formatValue(field, item, names));
  return [formatValue(field, value, names)];
}

function formatValue(field: FieldDescription, value: unknown, names: ValueTitles): string {
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет';
  if (field.fields && typeof value === 'object' && value !== null)
    return field.fields
      .flatMap((inner) => {
        const words = partsOf(inner, (value as Record<string, unknown>)[inner.name], names).join(', ');
        return words ? [inner.type === 'yes-no' ? `${inner.title}: ${words}` : words] : [];
      })
      .join(' · ');
  if (field.linkTo) return names.record(Number(value)) ?? `№ ${String(value)}`;
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const choice = field.choices?.find((one) => one.value === text)?.title;
  return choice ?? (field.dictionary && names.term(field.dictionary, text)) ?? text;
}
