import { inThread } from '../../thread/thread.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { decoded, inputOf, type ImportInput, type InputFile } from '../input.ts';
import { openTable } from '../table.ts';
import { mostRows } from '../../thread/workbook.ts';

/** A table of any origin: its heading, and rows with the numbers that they have in the file. */
export interface CellTable {
  columns: string[];
  rows: { line: number; cells: string[] }[];
  /** Rows that cannot be read, and why. */
  broken: { line: number; problem: string }[];
}

/** Many more mean that the file is none of ours. */
const mostColumns = 100;

/** A workbook of Excel, or a CSV in UTF-8, UTF-16 or Windows-1251 with commas, semicolons or tabs. */
export async function readCells(owner: string, name: string, bytes: Uint8Array): Promise<CellTable> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (!isArchive && bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new OperatorError('Это старая книга Excel (.xls): сохраните её как .xlsx или CSV.');
  const table = isArchive ? await fromWorkbook(owner, bytes) : await fromText(name, bytes);
  if (table.columns.filter(Boolean).length === 0)
    throw new OperatorError('В первой строке нет названий столбцов.');
  if (table.columns.length > mostColumns)
    throw new OperatorError(`Столбцов больше ${mostColumns}: оставьте те, что нужны.`);
  const twice = table.columns.find((title, index) => title && table.columns.indexOf(title) !== index);
  if (twice) throw new OperatorError(`Столбец «${twice}» стоит дважды: переименуйте один из них.`);
  if (table.rows.length === 0 && table.broken.length === 0)
    throw new OperatorError('Под названиями столбцов нет ни одной строки.');
  return table;
}

async function fromWorkbook(owner: string, bytes: Uint8Array): Promise<CellTable> {
  const sheet = await inThread(owner, 'readWorkbook', bytes.slice());
  if ('problem' in sheet) throw new OperatorError(sheet.problem);
  const first = sheet.rows.findIndex((row) => row.some((cell) => cell !== ''));
  if (first < 0) throw new OperatorError('Первый лист книги пуст.');
  const columns = (sheet.rows[first] ?? []).map((cell) => cell.trim());
  const rows = sheet.rows.flatMap((cells, index) =>
    index > first && cells.some((cell) => cell !== '') ? [{ line: index + 1, cells }] : [],
  );
  return { columns, rows, broken: [] };
}

async function fromText(name: string, bytes: Uint8Array): Promise<CellTable> {
  const text = await textOf(name, bytes);
  if (text.trim() === '') throw new OperatorError('Файл пуст.');
  const { columns, rows } = await openTable(await partOf(inputOf(name, text)));
  const table: CellTable = { columns: [...columns], rows: [], broken: [] };
  for await (const row of rows) {
    if ('problem' in row) table.broken.push({ line: row.line, problem: row.problem });
    else if ([...row.cells.values()].some((cell) => cell !== ''))
      table.rows.push({ line: row.line, cells: columns.map((column) => row.cells.get(column) ?? '') });
    if (table.rows.length > mostRows)
      throw new OperatorError(
        `В таблице больше ${mostRows.toLocaleString('ru')} строк: загрузите её частями.`,
      );
  }
  return table;
}

/** Excel of a Russian Windows saves CSV in its own encoding. */
async function textOf(name: string, bytes: Uint8Array): Promise<string> {
  const mark = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
  if (mark) return new TextDecoder(mark).decode(bytes);
  const unpacked: Uint8Array[] = [];
  for await (const piece of (await partOf(inputOf(name, bytes))).bytes()) unpacked.push(piece);
  try {
    let text = '';
    for await (const piece of decoded(piecesOf(unpacked))) text += piece;
    return text;
  } catch (error) {
    if (!(error instanceof OperatorError) || !error.message.includes('UTF-8')) throw error;
    return new TextDecoder('windows-1251').decode(Buffer.concat(unpacked));
  }
}

/** A file is its own only part. */
async function partOf(input: ImportInput): Promise<InputFile> {
  for await (const file of input.parts()) return file;
  throw new OperatorError('Файл пуст.');
}

async function* piecesOf(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
