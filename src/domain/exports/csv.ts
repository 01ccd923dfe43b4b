import { addressOf, metaOf, type AnyRecord, type Kind } from '../kinds/index.ts';
import { vocabularies } from '../vocabularies.ts';

/**
 * A table for spreadsheets (RFC 4180) with a byte order mark, without which Excel reads Russian letters as Latin ones.
 */
export function csvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return tableOf([columns, ...rows], ',', withoutFormula);
}

/**
 * The same for editors: semicolons, which the Russian Excel expects. People have typed what stands here, so a text may
 * not begin a formula behind a separator inside it either: a spreadsheet set to another language splits there.
 */
export function deskCsvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return tableOf([columns, ...rows], ';', (text) =>
    withoutFormula(text).replace(/([;,\t\r\n]["'\s]*)(?=[=+\-@])/g, "$1'"),
  );
}

function tableOf(
  rows: readonly (readonly unknown[])[],
  separator: ',' | ';',
  safe: (text: string) => string,
): string {
  const cell = (value: unknown) => {
    const text = safe(wordsOf(value));
    return text.includes(separator) || /["\r\n]/.test(text) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  };
  return `\uFEFF${rows.map((row) => row.map(cell).join(separator)).join('\r\n')}\r\n`;
}

/** Whether a spreadsheet would run this text; a number is none (OWASP, CSV injection). */
export const isFormula = (text: string) =>
  /^\s*[=+\-@]|^[\t\r]/.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text);

/** An apostrophe makes text of it (target E-8). */
const withoutFormula = (text: string) => (isFormula(text) ? `'${text}` : text);

/** A list is joined by semicolons; of an object its values stand one after another. */
function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('; ');
  if (typeof value === 'object') return Object.values(value).map(wordsOf).filter(Boolean).join(' ');
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return String(value);
}

/** The word behind a code or a number of a field; the value itself where there is none. */
export type Say = (field: string, value: unknown) => unknown;

/** Records of a kind with one column a field; `fields` are those that are open to all. */
export function recordsCsv(
  kind: Kind,
  records: readonly AnyRecord[],
  fields: readonly string[],
  site: string,
  say: Say,
): string {
  const titles = fields.map((field) =>
    field === 'sources' ? 'Источники' : (metaOf(kind.fields.shape[field]).title ?? field),
  );
  const said = (field: string, value: unknown): unknown =>
    Array.isArray(value) ? value.map((one) => say(field, one)) : say(field, value);
  return csvOf(
    ['Номер', ...titles, 'Обновлено', 'Адрес'],
    records.map((record) => [
      record.id,
      ...fields.map((field) => said(field, record[field])),
      record.updated_at.slice(0, 10),
      new URL(addressOf(kind, record), site).href,
    ]),
  );
}

/** Codes of closed lists in words, by the facets of a kind. */
export function sayCodes(kind: Kind): Say {
  const lists = new Map(kind.facets.map(({ field, vocabulary }) => [field, vocabulary]));
  return (field, value) => {
    const list = vocabularies[lists.get(field) ?? ''];
    return typeof value === 'string' ? (list?.[value] ?? value) : value;
  };
}
