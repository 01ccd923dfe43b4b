import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { OperatorError } from '#domain/operator-error.ts';
import { longestLine, tooLong, type InputFile } from './input.ts';

/** A row of a table with a heading: cells by the names of their columns. */
export interface Row {
  line: number;
  cells: ReadonlyMap<string, string>;
}

export interface Table {
  columns: readonly string[];
  /** Lines before the heading that begin with `#`, as SSSOM has them. */
  preamble: readonly string[];
  /** A row of another length than the heading is told as broken. */
  rows: AsyncIterable<Row | { line: number; problem: string }>;
}

/** Opens a CSV or TSV file; what separates the cells shows in the heading. */
export async function openTable(file: InputFile): Promise<Table> {
  const text = file.text()[Symbol.asyncIterator]();
  let start = '';
  const preamble: string[] = [];
  let heading: string | undefined;
  while (heading === undefined) {
    const next = await text.next();
    if (!next.done) start += next.value;
    for (let end = start.indexOf('\n'); end >= 0 || next.done; end = start.indexOf('\n')) {
      const line = (end < 0 ? start : start.slice(0, end)).replace(/\r$/, '');
      if (line.startsWith('#')) preamble.push(line);
      else {
        heading = line;
        break;
      }
      start = end < 0 ? '' : start.slice(end + 1);
      if (end < 0) break;
    }
    if (heading === undefined && next.done) throw new OperatorError('В файле нет таблицы.');
    if (start.length > longestLine) throw tooLong(preamble.length + 1);
  }
  const delimiter =
    ['\t', ';', ','].toSorted((one, other) => count(heading, other) - count(heading, one))[0] ?? ',';
  async function* all() {
    if (start !== '') yield start;
    for (let next = await text.next(); !next.done; next = await text.next()) yield next.value;
  }
  const records = recordsOf(all(), delimiter, preamble.length);
  const first = await records.next();
  const columns = first.done ? [] : first.value.cells.map((cell) => cell.trim());
  return { columns, preamble, rows: rowsOf(records, columns) };
}

const count = (text: string, character: string) => text.split(character).length;

async function* rowsOf(
  records: AsyncIterable<{ line: number; cells: string[] }>,
  columns: readonly string[],
): AsyncGenerator<Row | { line: number; problem: string }> {
  for await (const { line, cells } of records) {
    if (cells.length !== columns.length) {
      yield { line, problem: `столбцов ${cells.length}, а в заголовке ${columns.length}` };
    } else {
      yield { line, cells: new Map(columns.map((column, index) => [column, (cells[index] ?? '').trim()])) };
    }
  }
}

async function* recordsOf(
  text: AsyncIterable<string>,
  delimiter: string,
  linesBefore: number,
): AsyncGenerator<{ line: number; cells: string[] }> {
  const parser = parse({
    delimiter,
    // Tab-separated files do not quote: a quotation mark there is a letter like any other.
    quote: delimiter === '\t' ? null : '"',
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
    encoding: 'utf8',
  });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<{
      info: { lines: number };
      record: string[];
    }>)
      yield { line: info.lines + linesBefore, cells: record };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 0) + linesBefore;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLong(line);
    throw new OperatorError(`Строка ${line}: таблица испорчена (кавычки не закрыты или стоят не на месте).`);
  } finally {
    source.destroy();
    parser.destroy();
  }
}
