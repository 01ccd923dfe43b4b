import { z } from 'zod';
import { unguarded } from '#domain/exports/cell.ts';
import { columnFields, type ColumnField } from '#domain/exports/columns.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { getKind, type KindName, type Source } from '#domain/kinds/index.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { rejected, type ImportedFields, type ImportFileLine } from '../draft.ts';
import type { Format, ImportContext } from '../format.ts';
import type { ImportInput } from '../input.ts';
import { jsonValues } from '../json.ts';
import { cellReader, errorIn, type Cells } from '../tables/cell.ts';
import { numberColumn } from '../tables/columns.ts';

export const table: Format = {
  name: 'table',
  title: 'Своя таблица: CSV или Excel, столбцы выбираете вы',
  expects: 'Строка с названиями столбцов, ниже по записи в строке',
  isLike: (text) => text.startsWith('{"table":'),
  read: readTable,
};

/** First line of a stored table: its mapping. */
export interface TableHead {
  kind: KindName;
  /** Headings with field paths, empty for skipped columns. */
  columns: { title: string; path: string }[];
  source: { title: string; url?: string | undefined };
}

export const lineOfHead = (head: TableHead): string => `${JSON.stringify({ table: head })}\n`;

async function* readTable(input: ImportInput, context: ImportContext): AsyncGenerator<ImportFileLine> {
  let reader: RowReader | undefined;
  for await (const file of input.parts())
    for await (const item of jsonValues(file)) {
      if ('type' in item) throw unknownFormat();
      if (!reader) {
        const head = (item.value as { table?: TableHead } | null)?.table;
        if (!head) throw unknownFormat();
        reader = new RowReader(head, context);
        continue;
      }
      const { line, cells, problem } = item.value as { line: number; cells?: string[]; problem?: string };
      yield cells ? await reader.read(line, cells) : rejected(line, problem ?? 'строка не читается');
    }
}

const unknownFormat = () =>
  new OperatorError('Это не таблица с выбранными столбцами: загрузите CSV или Excel на экране «Импорт».');

class RowReader {
  readonly #head: TableHead;
  readonly #cells: Cells;
  readonly #fields: ReadonlyMap<string, ColumnField>;
  readonly #today: string;
  readonly #seen = new Map<string, number>();

  constructor(head: TableHead, context: ImportContext) {
    this.#head = head;
    this.#cells = cellReader(context);
    this.#fields = new Map(columnFields(getKind(head.kind)).map((one) => [one.path, one]));
    this.#today = context.today;
  }

  async read(line: number, row: readonly string[]): Promise<ImportFileLine> {
    const { kind, columns } = this.#head;
    const cells = row.map((cell) => unguarded(cell.trim()));
    const at = (path: string) => cells[columns.findIndex((column) => column.path === path)] ?? '';
    const number = at(numberColumn);
    const error = errorIn(number);
    if (error) return rejected(line, `столбец с номером записи: ${error}`);
    const found = await this.#cells.recordBy(kind, { number, title: at('title') });
    if (found === 'several')
      return rejected(line, `записей «${at('title')}» несколько: добавьте столбец с номером записи`);
    if (number && !found) return rejected(line, `записи № ${number} в каталоге нет`);
    const { values, problems } = await this.#valuesOf(cells);
    const title = found ? String(found.fields['title'] ?? '') : at('title');
    if (!title) problems.push('нет названия: новую запись без него не завести');
    const key = found ? `№${found.id}` : title;
    const known = this.#seen.get(key);
    if (title && known) problems.push(`«${title}» уже стоит в строке ${known}`);
    this.#seen.set(key, known ?? line);
    const fields = this.#parsed(groupedWith(found?.fields, values), problems);
    if (problems.length > 0) return rejected(line, problems.join('; '));
    // A table that repeats the catalogue is no further source.
    const brought = Object.keys(fields).filter((name) => !isAlike(fields[name], found?.fields[name]));
    return {
      type: 'record',
      line,
      kind,
      external: found ? found.external : externalOf(kind, fields),
      ...(found && found.external === null ? { id: found.id } : {}),
      title,
      mode: 'upsert',
      fields: () => fields,
      sources: brought.length > 0 ? [this.#source(brought)] : [],
    };
  }

  /** Values by field path, and all faults of the row; empty cells are skipped. */
  async #valuesOf(cells: readonly string[]): Promise<{ values: ImportedFields; problems: string[] }> {
    const values: ImportedFields = {};
    const problems: string[] = [];
    for (const [index, { path, title }] of this.#head.columns.entries()) {
      const text = cells[index] ?? '';
      const known = this.#fields.get(path);
      if (!known || text === '') continue;
      const error = errorIn(text);
      const read = error ? { problem: error } : await this.#cells.valueOf(known.field, text);
      if ('problem' in read) problems.push(`столбец «${title}»: ${read.problem}`);
      else values[path] = read.value;
    }
    return { values, problems };
  }

  /** Values as stored; invalid ones are named by column. */
  #parsed(fields: ImportedFields, problems: string[]): ImportedFields {
    const { shape } = getKind(this.#head.kind).fields;
    const parsed: ImportedFields = {};
    for (const [name, value] of Object.entries(fields)) {
      const result = z.core.safeParse(shape[name]!, value);
      if (result.success) parsed[name] = result.data;
      for (const issue of result.error?.issues ?? []) {
        const inner = [name, ...issue.path].slice(0, 2).join('.');
        const column = this.#head.columns.find(({ path }) => path === name || path === inner);
        problems.push(`столбец «${column?.title ?? name}»: ${issue.message}`);
      }
    }
    return parsed;
  }

  #source(fields: string[]): Source {
    const { title, url } = this.#head.source;
    return { title, ...(url ? { url } : {}), date: this.#today, fields };
  }
}

function externalOf(kind: KindName, fields: ImportedFields): string | null {
  const { external } = getKind(kind);
  const value = external && fields[external.field];
  return value === undefined || value === null || value === ''
    ? null
    : `${external!.scheme}:${String(value)}`;
}

/** Adds `registration.url` to the group's current values. */
function groupedWith(
  before: Readonly<Record<string, unknown>> | undefined,
  values: ImportedFields,
): ImportedFields {
  const fields: ImportedFields = {};
  for (const [path, value] of Object.entries(values)) {
    const [name = '', inner] = path.split('.');
    if (inner === undefined) fields[name] = value;
    else
      fields[name] = {
        ...((fields[name] ?? before?.[name]) as Record<string, unknown> | undefined),
        [inner]: value,
      };
  }
  return fields;
}
