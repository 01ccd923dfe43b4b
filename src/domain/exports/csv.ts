import { portalDay } from '../dates.ts';
import { addressOf, titleOfField, type AnyRecord, type Kind } from '../kinds/index.ts';
import { vocabularies } from '../vocabularies.ts';

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
    const text = withoutFormulas(wordsOf(value));
    return text.includes(separator) || /["\r\n]/.test(text) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}

/**
 * Characters that start a formula, with full-width forms that some spreadsheets accept (OWASP, CSV
 * injection).
 */
const begins = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
const beginning = new RegExp(`^\\s*[${begins}]|^[\\t\\r]`);
/** After a separator or line break, where spreadsheets of another locale split even quoted text. */
const inside = new RegExp(`([;,\\t\\r\\n]["'\\s]*)(?=[${begins}])`, 'g');

/** Whether a spreadsheet would execute this text; numbers are safe. */
export const isFormula = (text: string) => beginning.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text);

/** An apostrophe disables formulas (target E-8), at the start and wherever a spreadsheet may split. */
const withoutFormulas = (text: string) => (isFormula(text) ? `'${text}` : text).replace(inside, "$1'");

/** Lists are joined by semicolons, objects by their values. */
function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ');
  if (typeof value === 'object') return Object.values(value).map(wordsOf).filter(Boolean).join(' ');
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return String(value);
}

/** Label of a code or id; the value itself without one. */
export type LabelOf = (field: string, value: unknown) => unknown;

/** Records as CSV, one column a field; `fields` are the open ones. */
export function recordsCsv(
  kind: Kind,
  records: readonly AnyRecord[],
  fields: readonly string[],
  site: string,
  labelOf: LabelOf,
): string {
  return recordsHead(kind, fields) + recordsLines(kind, records, fields, site, labelOf);
}

/** Column titles; `recordsLines` writes the rows. */
export function recordsHead(kind: Kind, fields: readonly string[]): string {
  const titles = fields.map((field) => (field === 'sources' ? 'Источники' : titleOfField(kind, field)));
  return csvOf(['Номер', ...titles, 'Обновлено', 'Адрес'], []);
}

export function recordsLines(
  kind: Kind,
  records: readonly AnyRecord[],
  fields: readonly string[],
  site: string,
  labelOf: LabelOf,
): string {
  const labelled = (field: string, value: unknown): unknown =>
    Array.isArray(value) ? value.map((one) => labelOf(field, one)) : labelOf(field, value);
  const rows = records.map((record) => [
    record.id,
    ...fields.map((field) => labelled(field, record[field])),
    portalDay(record.updated_at),
    new URL(addressOf(kind, record), site).href,
  ]);
  return linesOf(rows, ',');
}

/** Labels of closed lists, from the facets of a kind. */
export function formatCodes(kind: Kind): LabelOf {
  const lists = new Map(kind.facets.map(({ field, vocabulary }) => [field, vocabulary]));
  return (field, value) => {
    const list = vocabularies[lists.get(field) ?? ''];
    return typeof value === 'string' ? (list?.[value] ?? value) : value;
  };
}
