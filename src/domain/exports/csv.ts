import { portalDay } from '../dates.ts';
import { addressOf, closedFields, type AnyRecord, type Kind } from '../kinds/index.ts';
import { vocabularies } from '../vocabularies.ts';
import { cellText, withoutFormulas } from './cell.ts';
import { columnFields, exportColumns, recordColumns } from './columns.ts';

/** CSV for readers (RFC 4180) with a byte order mark, which Excel needs for Cyrillic. */
export function csvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return `\uFEFF${linesOf([columns, ...rows], ',')}`;
}

/** CSV for editors: semicolons for the Russian Excel. */
export function deskCsvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return `\uFEFF${linesOf([columns, ...rows], ';')}`;
}

/** Rows without the header, for writing in slices. */
export function linesOf(rows: readonly (readonly unknown[])[], separator: ',' | ';'): string {
  const cell = (value: unknown) => {
    if (value === undefined || value === null) return '';
    const text = withoutFormulas(cellText(value));
    return text.includes(separator) || /["\r\n]/.test(text) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}

/** Label of a code or id; the value itself without one. */
export type LabelOf = (path: string, value: unknown) => unknown;

/** Fields of whole records as CSV, without those for doctors. */
export function exportedFields(kind: Kind): string[] {
  const closed = closedFields(kind);
  const names = [...Object.keys(kind.fields.shape), ...Object.keys(kind.computed ?? {})];
  return [...names.filter((field) => !closed.includes(field)), 'sources'];
}

export function recordsCsv(kind: Kind, records: readonly AnyRecord[], site: string): string {
  const fields = exportedFields(kind);
  return recordsHead(kind, fields) + recordsLines(kind, records, fields, site, formatCodes(kind));
}

/** Column titles; `recordsLines` writes the rows. */
export function recordsHead(kind: Kind, fields: readonly string[]): string {
  const { number, updated, page } = recordColumns;
  return csvOf([number, ...exportColumns(kind, fields).map(({ title }) => title), updated, page], []);
}

export function recordsLines(
  kind: Kind,
  records: readonly AnyRecord[],
  fields: readonly string[],
  site: string,
  labelOf: LabelOf,
): string {
  const columns = exportColumns(kind, fields);
  const labelled = (path: string, value: unknown): unknown =>
    Array.isArray(value) ? value.map((one) => labelOf(path, one)) : labelOf(path, value);
  const rows = records.map((record) => [
    record.id,
    ...columns.map(({ path }) => labelled(path, valueAt(record, path))),
    portalDay(record.updated_at),
    new URL(addressOf(kind, record), site).href,
  ]);
  return linesOf(rows, ',');
}

function valueAt(record: AnyRecord, path: string): unknown {
  const [name = '', inner] = path.split('.');
  const value = record[name];
  return inner === undefined ? value : (value as Record<string, unknown> | undefined)?.[inner];
}

/** Labels of closed lists, as tables are read. */
export function formatCodes(kind: Kind): LabelOf {
  const labels = new Map<string, ReadonlyMap<string, string>>();
  for (const { field, vocabulary } of kind.facets)
    labels.set(field, new Map(Object.entries(vocabularies[vocabulary ?? ''] ?? {})));
  for (const { path, field } of columnFields(kind))
    if (field.choices) labels.set(path, new Map(field.choices.map(({ value, title }) => [value, title])));
  return (path, value) => (typeof value === 'string' ? (labels.get(path)?.get(value) ?? value) : value);
}
