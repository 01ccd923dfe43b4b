import { z } from 'zod';
import {
  importChoices,
  importModes,
  importOutcomes,
  importResults,
  importStates,
  importViews,
  maxImportBytes,
  risks,
} from '#domain/imports.ts';
import { editor, formNumber, pageNumber, pageOf } from './common.ts';
import { defineCall } from './call.ts';
import { choice } from './query.ts';
import { idPath } from './record.ts';

const format = z.object({ name: z.string(), title: z.string(), expects: z.string() });
export type ImportFormat = z.infer<typeof format>;

export const importCard = z.object({
  id: z.int(),
  format: z.string(),
  file_name: z.string(),
  /** Uploaded bytes; 0: read on the server. */
  size: z.int(),
  state: z.enum(importStates),
  /** The uploader; `null`: the command line. */
  author: z.string().nullable(),
  created_at: z.string(),
  mode: z.enum(importModes).nullable(),
  applied_at: z.string().nullable(),
  applied_by: z.string().nullable(),
  undone_at: z.string().nullable(),
  undone_by: z.string().nullable(),
  /** Why the file was rejected or the last action failed. */
  problem: z.string().nullable(),
  counts: z.object({
    new: z.int(),
    changed: z.int(),
    same: z.int(),
    gone: z.int(),
    rejected: z.int(),
    applied: z.int(),
    draft: z.int(),
    conflict: z.int(),
    undone: z.int(),
    left: z.int(),
  }),
});
export type ImportCard = z.infer<typeof importCard>;

const detail = importCard.extend({
  /** Number of comparisons and choices; applying must name the current one. */
  version: z.int(),
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  notes: z.array(z.object({ text: z.string(), count: z.int(), examples: z.array(z.string()) })),
  views: z.record(z.enum(importViews), z.int()),
  chosen: z.int(),
  /** Kinds whose changes always need a second editor. */
  second: z.array(z.string()),
});
export type ImportDetail = z.infer<typeof detail>;

const field = z.object({
  field: z.string(),
  title: z.string(),
  risk: z.enum(risks).nullable(),
  why: z.string().nullable(),
  /** Removed and added items, whole texts; the first ones and their number. */
  removed: z.array(z.string()),
  added: z.array(z.string()),
  is_moved: z.boolean(),
  removed_total: z.int(),
  added_total: z.int(),
  is_chosen: z.boolean(),
  is_refused: z.boolean(),
  /** Skipped in an earlier import of this source. */
  is_remembered: z.boolean(),
});
export type ImportField = z.infer<typeof field>;

const row = z.object({
  position: z.int(),
  line: z.int().nullable(),
  identity: z.string(),
  kind: z.string(),
  kind_title: z.string(),
  title: z.string(),
  record_id: z.int().nullable(),
  url: z.string().nullable(),
  outcome: z.enum(importOutcomes),
  is_safe: z.boolean(),
  choice: z.enum(importChoices),
  /** The record has changed since the comparison. */
  is_stale: z.boolean(),
  result: z.enum(importResults).nullable(),
  reason: z.string().nullable(),
  fields: z.array(field),
});
export type ImportRowShown = z.infer<typeof row>;

const view = choice(importViews, 'Какие строки').default('changes');
const words = z
  .string()
  .trim()
  .max(200, 'не длиннее 200 знаков')
  .default('')
  .meta({ title: 'Слова названия' });

const sentFile = z
  .file('Выберите файл.')
  .min(1, 'Файл пуст: выберите другой.')
  .max(maxImportBytes, 'Файл больше 32 мб. Сожмите его в .gz или загрузите частями.');

const tableColumns = z.object({
  rows: z.int(),
  columns: z.array(z.object({ title: z.string(), examples: z.array(z.string()) })),
  kind: z.string(),
  kinds: z.array(z.object({ name: z.string(), title: z.string() })),
  fields: z.array(z.object({ path: z.string(), title: z.string(), is_required: z.boolean() })),
  /** Field path of each column; an empty one is skipped. */
  guess: z.array(z.string()),
  /** The mapping of an earlier import of such a table is used. */
  is_remembered: z.boolean(),
});
export type TableColumns = z.infer<typeof tableColumns>;

const ofImport = { ...editor, path: idPath, output: detail };

export const importsContract = {
  'GET /api/editors/imports': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Импорты, новые первыми, и форматы файлов',
    query: z.strictObject({ page: pageNumber }),
    output: pageOf(importCard).extend({
      formats: z.array(format),
    }),
  }),
  'POST /api/editors/imports/columns': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Столбцы таблицы CSV или Excel и поля, которые им, похоже, отвечают; ничего не хранится',
    bodyLimit: maxImportBytes + 64 * 1024,
    input: z.object({ file: sentFile, kind: z.string().max(30).default('') }),
    output: tableColumns,
  }),
  'POST /api/editors/imports': defineCall({
    ...editor,
    creates: true,
    summary: 'Отправить файл на сверку; без формата он узнаётся по файлу. В каталоге ничего не меняется',
    bodyLimit: maxImportBytes + 64 * 1024,
    input: z.object({
      format: z.string().max(30).default('').meta({ title: 'Формат; пусто: узнать по файлу' }),
      file: sentFile,
      kind: z.string().max(30).default('').meta({ title: 'Вид записей таблицы' }),
      columns: z
        .string()
        .max(20_000)
        .default('')
        .meta({ title: 'Поля столбцов таблицы списком JSON, пустая строка: не брать' }),
      source_title: z.string().trim().max(500).default('').meta({ title: 'Откуда таблица' }),
      source_url: z
        .url({ protocol: /^https?$/, error: 'Нужен адрес вида https://…' })
        .max(1000)
        .optional()
        .meta({ title: 'Адрес источника' }),
    }),
    output: z.object({ id: z.int() }),
  }),
  'GET /api/editors/imports/{id}': defineCall({
    ...ofImport,
    summary: 'Один импорт: состояние, ход, сколько чего',
  }),
  'GET /api/editors/imports/{id}/rows': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Строки импорта: что изменится, поле за полем',
    path: idPath,
    query: z.strictObject({ view, query: words, page: pageNumber }),
    output: pageOf(row),
  }),
  'POST /api/editors/imports/{id}/choose': defineCall({
    ...ofImport,
    summary:
      'Принять или пропустить строки, поле строки, всё показанное или всё безопасное. Слова редакторов заменяет только выбор самого поля',
    input: z.object({
      choice: z.enum(['accept', 'skip', 'reset', 'safe'], 'нужно одно из: accept, skip, reset, safe'),
      positions: z
        .array(z.string().regex(/^\d{1,9}$/, 'нужны номера строк'))
        .max(500, 'не больше 500 строк')
        .default([]),
      view: z.enum(importViews).optional().meta({ title: 'Все строки этого вида' }),
      query: words,
      field: z.string().max(60).optional().meta({ title: 'Только это поле' }),
    }),
  }),
  'POST /api/editors/imports/{id}/compare': defineCall({
    ...ofImport,
    summary: 'Сверить файл заново, при желании в другом формате; выбранное забывается',
    input: z.object({ format: z.string().max(30).default('') }),
  }),
  'POST /api/editors/imports/{id}/apply': defineCall({
    ...ofImport,
    summary: 'Применить принятое: всё или ничего. Кто-то выбирал тем временем: 409',
    input: z.object({
      mode: z.enum(importModes, 'нужно publish или drafts'),
      expected_version: formNumber('нужно число').min(0),
    }),
  }),
  'POST /api/editors/imports/{id}/undo': defineCall({
    ...ofImport,
    summary: 'Отменить импорт целиком; изменённое после него остаётся и названо',
  }),
  'POST /api/editors/imports/{id}/drop': defineCall({
    ...ofImport,
    summary: 'Отказаться от импорта, который не применён',
  }),
};
