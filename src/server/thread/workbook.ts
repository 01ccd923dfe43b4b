import { inflateRawSync } from 'node:zlib';
import { readSheet } from 'read-excel-file/universal';
import { SaxesParser } from 'saxes';

/** Text rows of the first visible sheet, or an error; formulas give their stored results. */
export type Sheet = { rows: string[][] } | { problem: string };

export const maxUnpackedBytes = 96 * 2 ** 20;
export const maxRows = 20_000;
export const maxColumns = 100;
/** Excel's limit. */
export const maxCharacters = 32_767;

/** Reads an Excel workbook, .xlsx; for use in a thread. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const parts = partsOf(bytes);
  if (!parts) return { problem: 'Файл не открывается как книга Excel (.xlsx).' };
  if (parts.reduce((sum, { size }) => sum + size, 0) > maxUnpackedBytes)
    return {
      problem: 'Книга раскрывается больше чем в 96 мб.: оставьте в ней один лист с нужными строками.',
    };
  try {
    const text = (name: string) => {
      const part = parts.find((one) => one.name === name);
      return part && contentOf(part, bytes).toString('utf8');
    };
    const sheet = firstVisible(text('xl/workbook.xml') ?? '', text('xl/_rels/workbook.xml.rels') ?? '');
    for (const part of parts) {
      const far = cellTooFar(contentOf(part, bytes));
      if (far) return { problem: far };
    }
    const xml = text(sheet.path) ?? '';
    const faulty = faultyCells(xml);
    const textual = faulty.find(({ isText }) => isText);
    if (textual)
      return {
        problem: `Формула в ячейке ${textual.address} без значения: откройте книгу в Excel или LibreOffice и сохраните её заново.`,
      };
    const data = await readSheet(bytes.slice().buffer, sheet.number, { parseNumber: (number) => number });
    const rows = data.map((row) => row.map(textOf));
    for (const { row, column, text: fault } of faulty) if (rows[row]) rows[row][column] = fault;
    return { rows };
  } catch {
    return { problem: 'Книга Excel повреждена или защищена паролем: сохраните её заново.' };
  }
}

/** Stands for the result of a formula that was never calculated. */
export const noResult = '#НЕТ ЗНАЧЕНИЯ!';

/** The first sheet that its author sees: its number in the book, and its part. */
function firstVisible(workbook: string, relations: string): { number: number; path: string } {
  const sheets = elements(workbook, 'sheet');
  const index = Math.max(
    0,
    sheets.findIndex(({ state = 'visible' }) => state === 'visible'),
  );
  const id = Object.entries(sheets[index] ?? {}).find(([name]) => name.endsWith(':id'))?.[1];
  const target = elements(relations, 'Relationship').find((one) => one['Id'] === id)?.['Target'] ?? '';
  return { number: index + 1, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` };
}

function elements(xml: string, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    if (tag.name.replace(/^.*:/, '') === name) found.push(tag.attributes);
  });
  parser.write(xml).close();
  return found;
}

/** Errors, and formulas without a stored result, as written by programs that do not calculate. */
function faultyCells(xml: string) {
  const cell =
    /<(?:\w+:)?c\s([^<>]*[^<>/])>\s*(?:(<(?:\w+:)?f(?:\s[^<>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>))\s*)?(?:(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)<\/(?:\w+:)?v>)\s*)?<\/(?:\w+:)?c>/g;
  const faulty: { address: string; row: number; column: number; isText: boolean; text: string }[] = [];
  for (const [whole, attributes = '', formula, value = ''] of xml.matchAll(cell)) {
    const type = /\bt\s*=\s*["'](\w+)["']/.exec(attributes)?.[1];
    const isText = type === 'str';
    // A formula may give an empty text.
    const isMissing =
      formula !== undefined && value.trim() === '' && !(isText && /<(?:\w+:)?v\b/.test(whole));
    if (type !== 'e' && !isMissing) continue;
    const address = /\br\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1] ?? '';
    const { column, row } = placeOf(address);
    faulty.push({
      address,
      row: row - 1,
      column: column - 1,
      isText,
      text: isMissing ? noResult : value,
    });
  }
  return faulty;
}

function placeOf(address: string): { column: number; row: number } {
  const [, letters = '', row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
  if (letters === '') throw new Error('The address of a cell cannot be read');
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { column, row: Number(row) };
}

/** Rows extend to the last cell: a format of the whole sheet has it at XFD1048576. */
function cellTooFar(part: Buffer): string | undefined {
  if (!part.includes('sheetData')) return undefined;
  const xml = part.toString('latin1');
  for (const [, , address = ''] of xml.matchAll(/<(?:\w+:)?c\s[^<>]*?\br\s*=\s*(["'])([^"'<>]*)\1/g)) {
    const { column, row } = placeOf(address);
    if (column > maxColumns)
      return `Лист размечен до ячейки ${address}, а столбцов может быть не больше ${maxColumns}: удалите лишние столбцы или скопируйте таблицу в новую книгу.`;
    if (row > maxRows + 1)
      return `Лист размечен до ячейки ${address}, а строк может быть не больше ${maxRows.toLocaleString('ru')}: удалите лишние строки или загрузите таблицу частями.`;
  }
  return undefined;
}

/** A day, a day with time, or a number without floating-point noise. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    const rounded = new Date(Math.round(value.getTime() / 60_000) * 60_000).toISOString();
    return rounded.slice(11, 16) === '00:00' ? rounded.slice(0, 10) : rounded.slice(0, 16);
  }
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  const text = String(value).trim();
  return /^-?\d+\.\d{12,}$|e-?\d+$/i.test(text) && Number.isFinite(Number(text))
    ? String(Number(Number(text).toPrecision(12)))
    : text;
}

const endMark = 0x0605_4b50;
const entryMark = 0x0201_4b50;

interface Part {
  name: string;
  method: number;
  /** Packed bytes, and the declared unpacked size. */
  packed: number;
  size: number;
  at: number;
}

/** Parts of an archive by its central directory; undefined for other files. */
function partsOf(bytes: Uint8Array): Part[] | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== endMark) return undefined;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const parts: Part[] = [];
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryMark) return undefined;
    const nameLength = view.getUint16(at + 28, true);
    parts.push({
      name: Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength)).toString('utf8'),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return parts;
}

/** Throws if the part exceeds its declared size. */
function contentOf({ method, packed, size, at }: Part, bytes: Uint8Array): Buffer {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
  const content = archive.subarray(start, start + packed);
  return method === 0 ? content : inflateRawSync(content, { maxOutputLength: Math.max(1, size) });
}
