import { addressOf, titleOfField, type AnyRecord, type Kind } from '../kinds/index.ts';
import { vocabularies } from '../vocabularies.ts';

/**
 * A table for spreadsheets (RFC 4180) with a byte order mark, without which Excel reads Russian letters as Latin ones.
 */
export function csvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return `\uFEFF${linesOf([columns, ...rows], ',')}`;
}

/** The same for editors: semicolons, which the Russian Excel expects. */
export function deskCsvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return `\uFEFF${linesOf([columns, ...rows], ';')}`;
}

/** Lines of a table without its beginning: a long one is written slice by slice. */
export function linesOf(rows: readonly (readonly unknown[])[], separator: ',' | ';'): string {
  const cell = (value: unknown) => {
    const text = withoutFormulas(wordsOf(value));
    return text.includes(separator) || /["\r\n]/.test(text) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}

/** Signs that begin a formula, and their full-width twins, which some spreadsheets read as the same (OWASP, CSV injection). */
const begins = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
const beginning = new RegExp(`^\\s*[${begins}]|^[\\t\\r]`);
/** Behind a separator or in a new line: a spreadsheet set to another language splits there, quoted or not. */
const inside = new RegExp(`([;,\\t\\r\\n]["'\\s]*)(?=[${begins}])`, 'g');

/** Whether a spreadsheet would run this text; a number is none. */
export const isFormula = (text: string) => beginning.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text);

/** An apostrophe makes text of what would run (target E-8): at the beginning, and wherever a spreadsheet may split. */
const withoutFormulas = (text: string) => (isFormula(text) ? `'${text}` : text).replace(inside, "$1'");

/** A list is joined by semicolons; of an object its values stand one after another. */
function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ');
  if (typeof value === 'object') return Object.values(value).map(wordsOf).filter(Boolean).join(' ');
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return String(value);
}

/** The word behind a code or a number of a field; the value itself where there is none. */
export type LabelOf = (field: string, value: unknown) => unknown;

/** Records of a kind with one column a field; `fields` are those that are open to all. */
export function recordsCsv(
  kind: Kind,
  records: readonly AnyRecord[],
  fields: readonly string[],
  site: string,
  say: LabelOf,
): string {
  return recordsHead(kind, fields) + recordsLines(kind, records, fields, site, say);
}

/** The titles of the columns; `recordsLines` go on from there. */
export function recordsHead(kind: Kind, fields: readonly string[]): string {
  const titles = fields.map((field) => (field === 'sources' ? 'Источники' : titleOfField(kind, field)));
  return csvOf(['Номер', ...titles, 'Обновлено', 'Адрес'], []);
}

export function recordsLines(
  kind: Kind,
  records: readonly AnyRecord[],
  fields: readonly string[],
  site: string,
  say: LabelOf,
): string {
  const said = (field: string, value: unknown): unknown =>
    Array.isArray(value) ? value.map((one) => say(field, one)) : say(field, value);
  const rows = records.map((record) => [
    record.id,
    ...fields.map((field) => said(field, record[field])),
    record.updated_at.slice(0, 10),
    new URL(addressOf(kind, record), site).href,
  ]);
  return linesOf(rows, ',');
}

/** Codes of closed lists in words, by the facets of a kind. */
export function formatCodes(kind: Kind): LabelOf {
  const lists = new Map(kind.facets.map(({ field, vocabulary }) => [field, vocabulary]));
  return (field, value) => {
    const list = vocabularies[lists.get(field) ?? ''];
    return typeof value === 'string' ? (list?.[value] ?? value) : value;
  };
}
