import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { OperatorError } from '#domain/operator-error.ts';
import { tooLong, type InputFile } from './input.ts';

/** Rows take some kilobytes; the parser is slow with longer ones. */
const longestRow = 1024 * 1024;

export interface TableRow {
  line: number;
  cells: ReadonlyMap<string, string>;
}

export interface Table {
  columns: readonly string[];
  /** Lines before the header that begin with `#`, as in SSSOM. */
  preamble: readonly string[];
  /** A row of another length is broken. */
  rows: AsyncIterable<TableRow | { line: number; problem: string }>;
  /** Closes the file and throws. */
  refuse: (message: string) => Promise<never>;
}

/** Comments and the heading below them. */
const firstLines = /^((?:#[^\n]*\n)*)(?!#)([^\n]*?)\r?\n/;

/** Opens a CSV or TSV file; the separator is detected in the header. */
export async function openTable(file: InputFile): Promise<Table> {
  const text = file.text()[Symbol.asyncIterator]();
  const refuse = async (message: string): Promise<never> => {
    await text.return?.();
    throw new OperatorError(message);
  };
  let start = '';
  for (let isOver = false; !isOver && !firstLines.test(start);) {
    if (start.length > longestRow) return await refuse(tooLong(start.split('\n').length, longestRow).message);
    const next = await text.next();
    isOver = next.done === true;
    start += next.done ? '\n' : next.value;
  }
  const [head = '', comments = '', heading = ''] = firstLines.exec(start) ?? [];
  if (heading.trim() === '') return await refuse('В файле нет таблицы.');
  const preamble = comments.split(/\r?\n/).slice(0, -1);
  const [delimiter = ','] = ['\t', ';', ','].toSorted(
    (one, other) => count(heading, other) - count(heading, one),
  );
  async function* rest() {
    try {
      yield start.slice(head.length);
      for (let next = await text.next(); !next.done; next = await text.next()) yield next.value;
    } finally {
      await text.return?.();
    }
  }
  const columns = columnsOf(heading, delimiter);
  return { columns, preamble, rows: rowsOf(rest(), delimiter, columns, preamble.length + 1), refuse };
}

/** A first line that is not a header has no columns: the format reports it. */
function columnsOf(heading: string, delimiter: string): string[] {
  try {
    const [cells = []] = parseAll(heading, dialect(delimiter));
    return cells.map((cell) => cell.trim());
  } catch {
    return [];
  }
}

const dialect = (delimiter: string) => ({
  delimiter,
  // TSV has no quoting.
  quote: delimiter === '\t' ? null : '"',
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: longestRow,
});

const count = (text: string, character: string) => text.split(character).length;

async function* rowsOf(
  text: AsyncIterable<string>,
  delimiter: string,
  columns: readonly string[],
  linesBefore: number,
): AsyncGenerator<TableRow | { line: number; problem: string }> {
  const parser = parse({ ...dialect(delimiter), info: true, encoding: 'utf8' });
  const source = Readable.from(text);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const { info, record } of parser as AsyncIterable<{
      info: { lines: number };
      record: string[];
    }>) {
      const line = info.lines + linesBefore;
      if (record.length === columns.length)
        yield {
          line,
          cells: new Map(columns.map((column, index) => [column, (record[index] ?? '').trim()])),
        };
      else yield { line, problem: `столбцов ${record.length}, а в заголовке ${columns.length}` };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error.lines ?? 0) + linesBefore;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw tooLong(line, longestRow);
    throw new OperatorError(`Строка ${line}: таблица испорчена (кавычки не закрыты или стоят не на месте).`);
  } finally {
    source.destroy();
    parser.destroy();
  }
}
