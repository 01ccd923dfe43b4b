import { readSheet } from 'read-excel-file/universal';

/** Rows of the first sheet as text, or why it cannot be read; nothing is worked out: a formula gives what it last gave. */
export type Sheet = { rows: string[][] } | { problem: string };

/** Bytes to which the parts of an honest workbook unpack, and how far each may be packed. */
const mostUnpacked = 96 * 2 ** 20;
export const mostRows = 20_000;

/** Reads a workbook of Excel, .xlsx; runs beside the event loop. */
export async function readWorkbook(bytes: Uint8Array): Promise<Sheet> {
  const unpacked = unpackedSize(bytes);
  if (unpacked === undefined) return { problem: 'Файл не открывается как книга Excel (.xlsx).' };
  if (unpacked > mostUnpacked)
    return {
      problem: 'Книга раскрывается больше чем в 96 мб.: оставьте в ней один лист с нужными строками.',
    };
  try {
    const data = await readSheet(bytes.slice().buffer, { parseNumber: (text) => text });
    if (data.length > mostRows + 1)
      return { problem: `В таблице больше ${mostRows.toLocaleString('ru')} строк: загрузите её частями.` };
    return { rows: data.map((row) => row.map(textOf)) };
  } catch {
    return { problem: 'Книга Excel повреждена или защищена паролем: сохраните её заново.' };
  }
}

/** A day, or a day with the time of a clock; numbers as they are written, without what a computer adds to 0.1. */
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

/**
 * What the parts of an archive say that they unpack to, as its list at the end has it; whoever unpacks takes no more than
 * is said. Nothing where it is no such archive.
 */
export function unpackedSize(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 66_000 && view.getUint32(end, true) !== endMark) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== endMark) return undefined;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  let sum = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entryMark) return undefined;
    sum += view.getUint32(at + 24, true);
    at += 46 + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return sum;
}
