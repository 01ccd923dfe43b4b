import type { FieldDescription } from '../editing/description.ts';
import { describeKind } from '../kinds/describe.ts';
import { titleOfField, type Kind } from '../kinds/index.ts';

/** A field for a column: `city`, or `registration.url` in a group. */
export interface ColumnField {
  path: string;
  title: string;
  field: FieldDescription;
}

/** Columns about the record itself; only the number is read back. */
export const recordColumns = { number: 'Номер', updated: 'Обновлено', page: 'Страница на портале' } as const;

const cellTypes = new Set([
  'line',
  'prose',
  'number',
  'whole',
  'yes-no',
  'day',
  'choice',
  'choices',
  'lines',
  'record',
  'records',
]);

/** Fields that fit a cell, including those of groups; lists of groups are edited in the form. */
export function columnFields(kind: Kind): ColumnField[] {
  return describeKind(kind).fields.flatMap((field): ColumnField[] => {
    if (cellTypes.has(field.type)) return [{ path: field.name, title: field.title, field }];
    if (field.type !== 'group') return [];
    return (field.fields ?? [])
      .filter(({ type }) => cellTypes.has(type))
      .map((inner) => ({
        path: `${field.name}.${inner.name}`,
        title: `${field.title}: ${inner.title}`,
        field: inner,
      }));
  });
}

/** Columns of an export: fields as tables are read, others as text. */
export function exportColumns(kind: Kind, fields: readonly string[]): { path: string; title: string }[] {
  const readable = columnFields(kind);
  return fields.flatMap((name) => {
    const own = readable.filter(({ path }) => path === name || path.startsWith(`${name}.`));
    if (own.length > 0) return own;
    return [{ path: name, title: name === 'sources' ? 'Источники' : titleOfField(kind, name) }];
  });
}
