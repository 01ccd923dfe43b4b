import { z } from 'zod';
import type { KindDescription } from '#domain/editing/description.ts';
import { source, states } from '#domain/kinds/index.ts';
import {
  checkbox,
  download,
  editor,
  formNumber,
  jsonText,
  kindNames,
  namedRecord,
  pageNumber,
  pageOf,
  paging,
  person,
  reason,
  requiredReason,
} from './common.ts';
import { defineCall } from './call.ts';
import { choice, wholeNumber } from './query.ts';
import { idPath } from './record.ts';
import { recordCommentContract } from './record-comments.ts';

const kindName = z.enum(kindNames, 'такого вида записей нет');
const fields = z.record(z.string().max(60), z.unknown());
const problem = z.object({ field: z.string(), message: z.string() });

/** A changed field, formatted. */
export const difference = z.object({
  field: z.string(),
  title: z.string(),
  removed: z.array(z.string()),
  added: z.array(z.string()),
});

/** Editorial states; a published record may have an edit in progress or in review. */
export const deskStates = ['draft', 'review', 'published', 'edited', 'edit-in-review', 'archived'] as const;
export type DeskState = (typeof deskStates)[number];

const row = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(deskStates),
  owner: person.nullable(),
  updated_at: z.string(),
  /** Per cent of the kind's fields. */
  completeness: z.int(),
  review_due: z.string().nullable(),
  url: z.string().nullable(),
  /** Unpublished without later edits, so it can be published again as it is. */
  may_return: z.boolean(),
});
export type DeskRow = z.infer<typeof row>;

const orders = ['updated_at', 'title', 'completeness', 'review_due'] as const;

const deskQuery = z.strictObject({
  kind: choice(kindNames, 'Вид записей').optional(),
  state: choice(deskStates, 'Состояние').optional(),
  owner: z
    .string()
    .regex(/^(me|none|[1-9]\d{0,8})$/, 'нужно me, none или номер редактора')
    .optional()
    .meta({ title: 'Ответственный: me, none или номер' }),
  query: z.string().trim().max(200).default('').meta({ title: 'Слова названия или код' }),
  completeness_below: wholeNumber('Заполнено меньше, чем на столько процентов', [1, 101]).optional(),
  due_in: wholeNumber('Пересмотр не позже, чем через столько дней', [0, 3650]).optional(),
  gone: choice(['yes'], 'Снято с сайта').optional(),
  links_to: wholeNumber('Ссылаются на запись с этим номером', [1, 2_147_483_647]).optional(),
  sort: choice(
    orders.flatMap((order) => [order, `-${order}`]) as [string, ...string[]],
    'Порядок; с минусом обратный',
  ).optional(),
});
export type DeskQuery = z.infer<typeof deskQuery>;

const draft = z.object({
  /** Number of saves; a save must name the one it is based on. */
  version: z.int(),
  base_version: z.int(),
  status: z.enum(['draft', 'review']),
  fields,
  sources: z.array(source.partial()),
  author: person.nullable(),
  updated_at: z.string(),
  note: z.string().nullable(),
  problems: z.array(problem),
});

const edited = z.object({
  id: z.int(),
  kind: z.string(),
  title: z.string(),
  state: z.enum(states),
  desk_state: z.enum(deskStates),
  url: z.string().nullable(),
  version: z.int(),
  updated_at: z.string(),
  fields,
  sources: z.array(source),
  /** Field → its last source: 'editor', 'records', or an import format. */
  origins: z.record(z.string(), z.string()),
  reviewed_at: z.string().nullable(),
  reviewer: z.string().nullable(),
  review_due: z.string().nullable(),
  owner: person.nullable(),
  draft: draft.nullable(),
  /** The draft's base fields, when the record has changed since. */
  base: z.object({ version: z.int(), fields, sources: z.array(source) }).nullable(),
  differences: z.array(difference),
  completeness: z.object({
    score: z.int(),
    missing: z.array(z.object({ field: z.string(), title: z.string() })),
  }),
  names: z.array(namedRecord.extend({ state: z.string() })),
  /** Why this editor may not publish the draft; null when they may. */
  publish_refusal: z.string().nullable(),
  needs_second_editor: z.boolean(),
  schedule: z.array(
    z.object({
      id: z.int(),
      action: z.enum(['publish', 'unpublish']),
      due_at: z.string(),
      author: person.nullable(),
    }),
  ),
});
export type EditedRecord = z.infer<typeof edited>;

const presence = z.object({
  /** The current editor: the first to have been active within two minutes. */
  holder: person.extend({ since: z.string(), seen_at: z.string() }).nullable(),
  is_mine: z.boolean(),
  others: z.array(person.extend({ seen_at: z.string() })),
  /** Draft and record versions: a difference means changes by others. */
  draft_version: z.int(),
  version: z.int(),
});
export type Presence = z.infer<typeof presence>;

const version = formNumber('нужен номер версии').positive();
const expected = formNumber('нужно число').min(0);
const longBody = 4 * 2 ** 20;

const historyRow = z.object({
  version: z.int(),
  state: z.enum(states),
  author: z.string(),
  reason: z.string().nullable(),
  created_at: z.string(),
  differences: z.array(difference),
});

/** Two versions of a record, earlier first. */
const comparison = z.object({
  versions: z.array(historyRow.omit({ differences: true })).length(2),
  differences: z.array(
    difference.extend({
      /** Rich text of both versions; empty where there is none. */
      texts: z.tuple([z.string(), z.string()]).nullable(),
    }),
  ),
});
export type VersionComparison = z.infer<typeof comparison>;

const changedMany = z.object({
  items: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      differences: z.array(difference),
      refusal: z.string().nullable(),
    }),
  ),
  changed: z.int(),
  refused: z.int(),
});
export type ChangedMany = z.infer<typeof changedMany>;

const ofRecord = { ...editor, path: idPath, output: edited };

/** Editing of records of any kind; clinical cases have their own moderation. */
export const editorsContract = {
  ...recordCommentContract,
  'GET /api/editors/kinds': defineCall({
    ...editor,
    summary: 'Виды записей и их поля: по этому описанию строится форма',
    output: z.array(z.custom<KindDescription>()),
  }),
  'GET /api/editors/records': defineCall({
    ...editor,
    summary: 'Все записи в любом состоянии',
    query: deskQuery.extend(paging(50)),
    output: pageOf(row).extend({
      counts: z.array(z.object({ state: z.enum(deskStates), count: z.int() })),
      /** Formerly published records, in any state. */
      gone: z.int(),
    }),
  }),
  'GET /api/editors/records.csv': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Тот же список файлом CSV',
    query: deskQuery,
    ...download,
  }),
  'POST /api/editors/records': defineCall({
    ...editor,
    summary:
      'Новая запись: черновик с обязательными полями вида; copy_of — с полями и источниками другой записи, кроме её номера во внешних базах',
    input: z.object({
      kind: kindName,
      fields: jsonText(fields, 'Поля записи'),
      copy_of: expected.optional().meta({ title: 'Номер записи, копия которой нужна' }),
    }),
    output: edited,
  }),
  'GET /api/editors/records/{id}': defineCall({
    ...ofRecord,
    summary: 'Запись для правки: что в силе, черновик, разница между ними',
  }),
  'POST /api/editors/records/{id}/draft': defineCall({
    ...ofRecord,
    bodyLimit: longBody,
    summary:
      'Сохранить черновик: меняются названные поля, null опустошает. Не та expected_version: 409 и обе правки в data',
    input: z.object({
      fields: jsonText(fields, 'Изменённые поля'),
      sources: jsonText(z.array(z.unknown()).max(200), 'Все источники').optional(),
      expected_version: expected.meta({ title: 'Версия черновика, которую видел редактор; 0, если его нет' }),
      base_version: expected.optional().meta({ title: 'Версия записи, с которой черновик сведён' }),
    }),
  }),
  'POST /api/editors/records/{id}/discard': defineCall({
    ...ofRecord,
    summary: 'Отказаться от черновика',
    input: z.object({ expected_version: expected }),
  }),
  'POST /api/editors/records/{id}/presence': defineCall({
    ...editor,
    summary: 'Открыта ли запись у других; раз в полминуты страница говорит, что жива',
    path: idPath,
    input: z.object({
      action: z.enum(['stay', 'leave', 'take']).default('stay'),
      page: z.string().max(64).default(''),
    }),
    output: presence,
  }),
  'POST /api/editors/records/{id}/submit': defineCall({
    ...ofRecord,
    summary: 'Отдать черновик на проверку другому редактору',
    input: z.object({ note: reason, expected_version: expected }),
  }),
  'POST /api/editors/records/{id}/return': defineCall({
    ...ofRecord,
    summary: 'Вернуть черновик автору с замечанием',
    input: z.object({ note: requiredReason }),
  }),
  'POST /api/editors/records/{id}/publish': defineCall({
    ...ofRecord,
    summary: 'Опубликовать черновик, или запись из архива как она есть',
    input: z.object({
      reason,
      expected_version: expected.meta({ title: 'Версия черновика, которую видел редактор; 0, если его нет' }),
      reviewed: checkbox().meta({ title: 'Факты проверены сегодня' }),
      review_due: z.iso.date('нужен день: 2027-11-21').optional().meta({ title: 'Когда пересмотреть' }),
    }),
  }),
  'POST /api/editors/records/{id}/unpublish': defineCall({
    ...ofRecord,
    summary: 'Снять с публикации: страница ведёт к преемнику или отвечает 410',
    input: z.object({
      reason: requiredReason,
      successor: formNumber('нужен номер записи').positive().optional(),
      archive: checkbox(true).meta({ title: 'В архив; иначе в черновики' }),
    }),
  }),
  'POST /api/editors/records/{id}/restore': defineCall({
    ...ofRecord,
    summary: 'Взять прежнюю версию черновиком',
    input: z.object({ version: expected, expected_version: expected }),
  }),
  'POST /api/editors/records/{id}/owner': defineCall({
    ...ofRecord,
    summary: 'Кто отвечает за запись',
    input: z.object({ owner: expected }),
  }),
  'POST /api/editors/records/{id}/schedule': defineCall({
    ...ofRecord,
    summary: 'Опубликовать или снять в назначенное время',
    input: z.object({
      action: z.enum(['publish', 'unpublish']),
      due_at: z.iso.datetime({ error: 'нужно время: 2026-11-21T09:00:00Z', offset: true }),
      reason,
    }),
  }),
  'POST /api/editors/records/{id}/schedule/cancel': defineCall({
    ...ofRecord,
    summary: 'Отменить назначенное',
    input: z.object({ schedule: expected }),
  }),
  'GET /api/editors/records/{id}/history': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Все версии записи, новые первыми: кто, когда, почему, что изменено',
    path: idPath,
    query: z.strictObject({ page: pageNumber }),
    output: pageOf(historyRow),
  }),
  'GET /api/editors/records/{id}/compare': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Две любые версии записи: кто, когда, чем отличаются',
    path: idPath,
    query: z.strictObject({ one: version, other: version }),
    output: comparison,
  }),
  'POST /api/editors/records/{id}/preview': defineCall({
    ...editor,
    summary: 'Ссылка на страницу, какой она станет; открывается до названного времени',
    path: idPath,
    input: z.object({
      hours: formNumber('нужно число').min(1).max(720, 'не больше 30 дней').default(2),
    }),
    output: z.object({ url: z.string(), expires_at: z.string() }),
  }),
  'POST /api/editors/records/change': defineCall({
    ...editor,
    summary: 'Изменить много записей сразу; dry_run показывает, что изменится, и ничего не сохраняет',
    input: z.object({
      ids: z
        .array(z.string().regex(/^[1-9]\d{0,9}$/))
        .min(1, 'Выберите записи')
        .max(500, 'не больше 500 записей'),
      fields: jsonText(fields, 'Поля, одинаковые для всех').default({}),
      action: z.enum(['none', 'publish', 'submit', 'discard', 'own']).default('none'),
      reason,
      dry_run: checkbox(),
    }),
    output: changedMany,
  }),
  'GET /api/editors/relations': defineCall({
    ...editor,
    summary: 'Записи, на которые можно сослаться: по словам названия, коду или номеру',
    query: z.strictObject({
      kind: choice(kindNames, 'Вид записей; без него все, у которых бывают другие названия').optional(),
      query: z.string().trim().max(200).default('').meta({ title: 'Слова, код или номер' }),
      except: wholeNumber('Запись, которая ссылается', [1, 2_147_483_647]).optional(),
    }),
    output: z.array(z.object({ id: z.int(), title: z.string(), hint: z.string(), state: z.string() })),
  }),
  'GET /api/editors/codes': defineCall({
    ...editor,
    summary: 'Коды справочника: рубрики МКБ-10, заболевания Orphanet',
    query: z.strictObject({
      book: choice(['icd10', 'orpha'], 'Справочник'),
      query: z.string().trim().max(200).default('').meta({ title: 'Код или слова' }),
    }),
    output: z.array(
      z.object({
        code: z.string(),
        title: z.string(),
        taken_by: z.object({ id: z.int(), title: z.string() }).nullable(),
      }),
    ),
  }),
};
