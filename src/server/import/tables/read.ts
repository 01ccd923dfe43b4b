import { isUtf8 } from 'node:buffer';
import { OperatorError } from '#domain/operator-error.ts';
import { inputOf, nulByte, type InputFile } from '../input.ts';
import { openTable } from '../table.ts';
import { maxCharacters, maxColumns, maxRows, maxUnpackedBytes, readWorkbook } from '../../thread/workbook.ts';

/** A table of any format. */
export interface CellTable {
  columns: string[];
  rowCount: number;
  /** First distinct values by column. */
  examples: string[][];
  /** JSON lines: cells or an error, with the row number. */
  lines: Uint8Array;
}

type Row = { line: number; cells: string[] } | { line: number; problem: string };

interface Rows {
  columns: string[];
  rows: AsyncIterable<Row> | Iterable<Row>;
}

/**
 * Reads Excel, or CSV in UTF-8, UTF-16 or Windows-1251 with commas, semicolons or tabs. Runs in the worker
 * thread.
 */
export async function readTable(name: string, bytes: Uint8Array): Promise<CellTable | { problem: string }> {
  try {
    const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
    if (!isArchive && bytes[0] === 0xd0 && bytes[1] === 0xcf)
      throw new OperatorError('Это старая книга Excel (.xls): сохраните её как .xlsx или CSV.');
    return await collect(isArchive ? await fromWorkbook(bytes) : await fromText(name, bytes));
  } catch (error) {
    if (error instanceof OperatorError) return { problem: error.message };
    throw error;
  }
}

async function collect({ columns, rows }: Rows): Promise<CellTable> {
  if (columns.filter(Boolean).length === 0) throw new OperatorError('В первой строке нет названий столбцов.');
  if (columns.length > maxColumns)
    throw new OperatorError(`Столбцов больше ${maxColumns}: оставьте те, что нужны.`);
  const twice = columns.find((title, index) => title && columns.indexOf(title) !== index);
  if (twice) throw new OperatorError(`Столбец «${twice}» стоит дважды: переименуйте один из них.`);
  const lines: Buffer[] = [];
  const examples = columns.map(() => new Set<string>());
  for await (const row of rows) {
    if ('cells' in row) {
      if (row.cells.every((cell) => cell === '')) continue;
      const long = row.cells.findIndex((cell) => cell.length > maxCharacters);
      if (long >= 0)
        throw new OperatorError(
          `Строка ${row.line}, столбец «${columns[long] ?? ''}»: в ячейке больше ${maxCharacters.toLocaleString('ru')} знаков. Сократите текст.`,
        );
      if (lines.length < exampleRows)
        for (const [index, cell] of row.cells.entries()) if (cell) examples[index]?.add(cell.slice(0, 80));
    }
    lines.push(Buffer.from(`${JSON.stringify(row)}\n`));
    if (lines.length > maxRows)
      throw new OperatorError(
        `В таблице больше ${maxRows.toLocaleString('ru')} строк: загрузите её частями.`,
      );
  }
  if (lines.length === 0) throw new OperatorError('Под названиями столбцов нет ни одной строки.');
  return {
    columns,
    rowCount: lines.length,
    examples: examples.map((texts) => [...texts].slice(0, 3)),
    lines: Buffer.concat(lines),
  };
}

const exampleRows = 50;

async function fromWorkbook(bytes: Uint8Array): Promise<Rows> {
  const sheet = await readWorkbook(bytes);
  if ('problem' in sheet) throw new OperatorError(sheet.problem);
  const first = sheet.rows.findIndex((row) => row.some((cell) => cell !== ''));
  if (first < 0) throw new OperatorError('Первый лист книги пуст.');
  const columns = (sheet.rows[first] ?? []).map((cell) => cell.trim());
  const rows = sheet.rows.flatMap((cells, index) => (index > first ? [{ line: index + 1, cells }] : []));
  return { columns, rows };
}

async function fromText(name: string, bytes: Uint8Array): Promise<Rows> {
  const content = await decompressed(name, bytes);
  const file: InputFile = { name, bytes: () => piecesOf(content), text: () => decoded(content) };
  const { columns, rows } = await openTable(file);
  async function* inOrder(): AsyncGenerator<Row> {
    for await (const row of rows)
      yield 'problem' in row
        ? row
        : { line: row.line, cells: columns.map((column) => row.cells.get(column) ?? '') };
  }
  return { columns: [...columns], rows: inOrder() };
}

async function decompressed(name: string, bytes: Uint8Array): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const file of inputOf(name, bytes).parts())
    for await (const piece of file.bytes()) {
      size += piece.length;
      if (size > maxUnpackedBytes)
        throw new OperatorError('Файл раскрывается больше чем в 96 МБ: загрузите таблицу частями.');
      pieces.push(piece);
    }
  return Buffer.concat(pieces);
}

/** A Russian Excel saves CSV as Windows-1251. */
async function* decoded(content: Buffer): AsyncGenerator<string> {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  const decoder = new TextDecoder(isUtf16 ? 'utf-16le' : isUtf8(content) ? 'utf-8' : 'windows-1251');
  for await (const piece of piecesOf(content)) {
    const text = decoder.decode(piece, { stream: true });
    if (text.includes('\0')) throw nulByte();
    yield text;
  }
  yield decoder.decode();
}

async function* piecesOf(content: Buffer): AsyncGenerator<Uint8Array> {
  const size = 256 * 1024;
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}
