/** The text of a cell, and back: what a table of ours says is read with the same meaning. */

/** Lists are joined by semicolons, objects by their values. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value))
    return value
      .map((item) => quotedItem(cellText(item)))
      .filter(Boolean)
      .join('; ');
  if (typeof value === 'object') return Object.values(value).map(cellText).filter(Boolean).join(' ');
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return String(value);
}

/** Items of a list cell, separated by semicolons or line breaks, without repetitions. */
export function itemsIn(text: string): string[] {
  const items = [...text.matchAll(/\s*("(?:[^"]|"")*"(?=[^\S\n]*(?:[;\n]|$))|[^;\n]*)/g)];
  return [...new Set(items.map(([, item = '']) => unquotedItem(item.trim())).filter(Boolean))];
}

/** An item with a separator inside is quoted like a cell of CSV. */
const needsQuotes = (item: string) => /[;\r\n]|^"/.test(item);
const quotedItem = (item: string) => (needsQuotes(item) ? `"${item.replaceAll('"', '""')}"` : item);

function unquotedItem(item: string): string {
  const inner = /^"((?:[^"]|"")*)"$/.exec(item)?.[1]?.replaceAll('""', '"').trim();
  // Other quotation marks belong to the name.
  return inner !== undefined && needsQuotes(inner) ? inner : item;
}

/**
 * Characters that start a formula, with full-width forms that some spreadsheets accept (OWASP, CSV
 * injection).
 */
const begins = '=+\\-@\uFF1D\uFF0B\uFF0D\uFF20';
const beginning = new RegExp(`^\\s*[${begins}]|^[\\t\\r]`);
/** An apostrophe of the text itself gets another one. */
const guarded = new RegExp(`^'["'\\s]*[${begins}\\t\\r]|^"["'\\s]*[${begins}]`);
/** After a separator or line break, where spreadsheets of another locale split even quoted text. */
const inside = new RegExp(`([;,\\t\\r\\n]["'\\s]*)(?=[${begins}])`, 'g');
const insideGuarded = new RegExp(`([;,\\t\\r\\n]["'\\s]*)'(?=[${begins}])`, 'g');

/** Whether a spreadsheet would execute this text; numbers are safe. */
export const isFormula = (text: string) => beginning.test(text) && !/^[+-]?\d+([.,]\d+)?$/.test(text);

/** An apostrophe disables formulas (target E-8), at the start and wherever a spreadsheet may split. */
export const withoutFormulas = (text: string) =>
  (isFormula(text) || guarded.test(text) ? `'${text}` : text).replace(inside, "$1'");

/** The text before `withoutFormulas`. */
export function unguarded(text: string): string {
  const plain = text.replace(insideGuarded, '$1');
  const whole = plain.startsWith("'") ? plain.slice(1) : plain;
  return withoutFormulas(whole) === text ? whole : plain;
}
