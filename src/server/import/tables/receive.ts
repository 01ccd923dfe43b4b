import { columnFields } from '#domain/exports/columns.ts';
import { getKind, type KindName } from '#domain/kinds/index.ts';
import type { UserRow } from '../../database/tables.ts';
import { HttpError } from '../../http-error.ts';
import type { Caller, Handlers } from '../../request/caller.ts';
import { windowOf } from '../../request/limits.ts';
import { lineOfHead } from '../formats/table.ts';
import { inThread } from '../../thread/thread.ts';
import { guessColumns, numberColumn, pathsOf, tableKinds } from './columns.ts';
import type { CellTable } from './read.ts';

/** Reading a table takes seconds, storing one megabytes. */
export const importsOf = ({ id }: UserRow) => windowOf(`imports of ${id}`, 120, 3600);

/** Contents and guessed mapping of a table; not stored. */
export const importColumnHandlers = {
  'POST /api/editors/imports/columns': async ({ db, user, limits }, { input: { file, kind: kindName } }) => {
    const asked = kindName === '' ? undefined : kindOf(kindName);
    await limits.spend([importsOf(user)]);
    const table = await tableIn(file, user);
    const { kind, columns, isRemembered } = await guessColumns(db, table.columns, asked);
    return {
      rows: table.rowCount,
      columns: table.columns.map((title, index) => ({ title, examples: table.examples[index] ?? [] })),
      kind,
      kinds: tableKinds.map((name) => ({ name, title: getKind(name).titles.many })),
      fields: [
        { path: numberColumn, title: 'Номер записи', is_required: false },
        ...columnFields(getKind(kind)).map(({ path, title, field }) => ({
          path,
          title,
          is_required: field.isRequired,
        })),
      ],
      guess: columns,
      is_remembered: isRemembered && asked === undefined,
    };
  },
} satisfies Partial<Handlers>;

export interface ReceivedTable {
  bytes: Uint8Array;
  kind: KindName;
  titles: string[];
  columns: string[];
}

export async function receiveTable(
  { user }: Caller,
  file: File,
  mapping: { kind: string; columns: string; source_title: string; source_url?: string | undefined },
): Promise<ReceivedTable> {
  const kind = kindOf(mapping.kind);
  if (mapping.source_title === '')
    throw new HttpError(
      422,
      'Напишите, откуда таблица: у каждого факта каталога есть источник.',
      'source_title',
    );
  const table = await tableIn(file, user);
  const columns = pathsIn(mapping.columns, table.columns.length);
  const known = pathsOf(kind);
  const chosen = columns.filter(Boolean);
  if (chosen.some((path) => !known.has(path)))
    throw new HttpError(422, 'Такого поля у этого вида записей нет: выберите поля заново.', 'columns');
  if (new Set(chosen).size < chosen.length)
    throw new HttpError(422, 'Одно поле выбрано для двух столбцов: оставьте один.', 'columns');
  if (!chosen.includes('title') && !chosen.includes(numberColumn))
    throw new HttpError(422, 'Укажите, в каком столбце название или номер записи.', 'columns');
  const head = {
    kind,
    columns: table.columns.map((title, index) => ({ title, path: columns[index] ?? '' })),
    source: { title: mapping.source_title, url: mapping.source_url },
  };
  const bytes = Buffer.concat([Buffer.from(lineOfHead(head)), table.lines]);
  return { bytes, kind, titles: table.columns, columns };
}

function pathsIn(json: string, count: number): string[] {
  try {
    const given = JSON.parse(json) as unknown;
    if (Array.isArray(given) && given.length === count && given.every((one) => typeof one === 'string'))
      return given;
  } catch {
    // Handled below.
  }
  throw new HttpError(422, 'Выберите поле для каждого столбца, который нужен.', 'columns');
}

function kindOf(name: string): KindName {
  const kind = tableKinds.find((one) => one === name);
  if (!kind) throw new HttpError(422, 'Выберите, записи какого вида в таблице.', 'kind');
  return kind;
}

/** Reads a table in a thread, with limits by account. */
async function tableIn(file: File, { id }: UserRow): Promise<CellTable> {
  const table = await inThread(String(id), 'readTable', file.name, new Uint8Array(await file.arrayBuffer()));
  if ('problem' in table) throw new HttpError(422, table.problem, 'file');
  return table;
}
