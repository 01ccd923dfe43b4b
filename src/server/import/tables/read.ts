import { OperatorError } from '#domain/operator-error.ts';
import { inputOf } from '../input.ts';
import { maxCharacters, maxColumns, maxRows, maxUnpackedBytes, readWorkbook } from '../../thread/workbook.ts';
import { countHeadings } from './columns.ts';
import { decodeText, rowsOf, separatorLine, type TextRow as Row } from './text.ts';

export interface CellTable {
  columns: string[];
  rowCount: number;
  /** First distinct values by column. */
  examples: string[][];
  /** JSON lines: cells or an error, with the row number. */
  lines: Uint8Array;
}

interface Rows {
  columns: string[];
  rows: readonly Row[];
}

/** Reads Excel, or CSV of any Russian encoding with commas, semicolons or tabs. Runs in the worker thread. */
export async function readTable(name: string, bytes: Uint8Array): Promise<CellTable | { problem: string }> {
  try {
    const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
    if (!isArchive && bytes[0] === 0xd0 && bytes[1] === 0xcf)
      throw new OperatorError('Это старая книга Excel (.xls): сохраните её как .xlsx или CSV.');
    return collect(isArchive ? await fromWorkbook(bytes) : await fromText(name, bytes));
  } catch (error) {
    if (error instanceof OperatorError) return { problem: error.message };
    throw error;
  }
}

function collect({ columns, rows }: Rows): CellTable {
  if (columns.filter(Boolean).length === 0) throw new OperatorError('Нет строки с названиями столбцов.');
  if (columns.length > maxColumns)
    throw new OperatorError(`Столбцов больше ${maxColumns}: оставьте те, что нужны.`);
  const twice = columns.find((title, index) => title && columns.indexOf(title) !== index);
  if (twice) throw new OperatorError(`Столбец «${twice}» стоит дважды: переименуйте один из них.`);
  const lines: Buffer[] = [];
  const examples = columns.map(() => new Set<string>());
  for (const row of rows) {
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
  const rows = sheet.rows.map((cells, index) => ({
    line: index + 1,
    cells: cells.map((cell) => cell.normalize('NFC').trim()),
  }));
  return underHeading(rows) ?? fail('Первый видимый лист книги пуст.');
}

async function fromText(name: string, bytes: Uint8Array): Promise<Rows> {
  const text = decodeText(await decompressed(name, bytes));
  const line = separatorLine(text);
  if (line) {
    const rows = [...limited(rowsOf(text.slice(line.length), line.delimiter))];
    return underHeading(rows.map((row) => ({ ...row, line: row.line + 1 }))) ?? fail('В файле нет таблицы.');
  }
  return underHeading([...limited(rowsOf(text, delimiterOf(text)))]) ?? fail('В файле нет таблицы.');
}

/** Filled rows, and no more than are accepted: `collect` counts them. */
function* limited(rows: Iterable<Row>): Generator<Row> {
  let left = maxRows + headingRows + 2;
  for (const row of rows) {
    if ('cells' in row && !row.cells.some(Boolean)) continue;
    if ((left -= 1) < 0) return;
    yield row;
  }
}

/** A title and merged cells may stand above the heading. */
const headingRows = 20;

function headingIn(rows: readonly Row[]): { index: number; known: number; cells: string[] } | undefined {
  const candidates: { index: number; known: number; cells: string[] }[] = [];
  for (const [index, row] of rows.entries()) {
    if (candidates.length === headingRows) break;
    const cells = 'cells' in row ? withoutEmptyEnd(row.cells) : [];
    if (cells.length > 0) candidates.push({ index, cells, known: countHeadings(cells) });
  }
  const [first] = candidates;
  const best = candidates.reduce((one, other) => (other.known > one.known ? other : one), first!);
  if (!first || best.known > 0) return first && best;
  return candidates.find(({ cells }) => cells.filter(Boolean).length > 1) ?? first;
}

const withoutEmptyEnd = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

function underHeading(all: readonly Row[]): Rows | undefined {
  const heading = headingIn(all);
  if (!heading) return undefined;
  const columns = heading.cells.map((title) => title.replace(/\s+/g, ' '));
  const width = columns.length;
  const headingRow = all[heading.index]!;
  // Cells under no title are nobody's; the heading's own length says how many there may be.
  const longest = 'cells' in headingRow ? headingRow.cells.length : width;
  const rows = all.slice(heading.index + 1).map((row): Row => {
    if ('problem' in row) return row;
    const count = width + withoutEmptyEnd(row.cells.slice(width)).length;
    const found = Math.min(count, row.cells.length);
    const isWhole = found >= width && found <= longest;
    return isWhole || row.cells.every((cell) => cell === '')
      ? { line: row.line, cells: row.cells.slice(0, width) }
      : { line: row.line, problem: `столбцов ${found}, а в заголовке ${width}` };
  });
  return { columns, rows };
}

/** The separator under which the heading is known, or else most rows are as wide as the heading. */
function delimiterOf(text: string): string {
  const start = text.slice(0, 256 * 1024);
  const ranked = ['\t', ';', ','].map((delimiter) => {
    const rows: Row[] = [];
    for (const row of rowsOf(start, delimiter)) if (rows.push(row) >= 2 * headingRows) break;
    const heading = headingIn(rows);
    const width = heading?.cells.length ?? 0;
    const fitting = rows.filter((row) => 'cells' in row && row.cells.length >= width).length;
    const isTable = width > 1 && fitting * 2 >= rows.length;
    return { delimiter, rank: [heading?.known ?? 0, Number(isTable), fitting, width] };
  });
  return ranked.reduce((best, one) => (isGreater(one.rank, best.rank) ? one : best)).delimiter;
}

function isGreater(one: readonly number[], other: readonly number[]): boolean {
  const first = one.findIndex((value, index) => value !== other[index]);
  return first >= 0 && one[first]! > other[first]!;
}

function fail(message: string): never {
  throw new OperatorError(message);
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
