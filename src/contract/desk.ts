import { z } from 'zod';
import { deskSections, type DeskSection } from '#domain/desk.ts';
import { siteFields, type SiteWords } from '#domain/site.ts';
import { defineCall } from './call.ts';
import { alert } from './portal.ts';
import {
  admin,
  download,
  editor,
  flag,
  jsonText,
  kindNames,
  listOf,
  namedRecord as named,
  person,
} from './common.ts';
import { dictionaryItem, itemTitle } from './forms/desk.ts';
import { importCard } from './imports.ts';
import { wholeNumberOr } from './query.ts';
import { readPage } from './reads.ts';
import { idPath } from './record.ts';

const overview = z.object({
  alerts: z.array(alert),
  drafts: listOf(
    named.extend({
      updated_at: z.string(),
      status: z.enum(['draft', 'review']),
      note: z.string().nullable(),
    }),
  ),
  waiting: listOf(named.extend({ updated_at: z.string(), author: z.string(), note: z.string().nullable() })),
  due: listOf(named.extend({ review_due: z.string() })),
  /** Records with open comment threads, latest comment first. */
  comments: listOf(named.extend({ open: z.int(), at: z.string() })),
  /** Published records that link to unpublished ones. */
  broken: listOf(named.extend({ field: z.string(), to: named.extend({ state: z.string() }) })),
  reports: z.int(),
  /** Cases awaiting a moderator and applications without an editor, longest wait first. */
  cases: listOf(z.object({ id: z.int(), title: z.string(), since: z.string() })),
  /** `due`: the nearest promised day of a verification. */
  applications: z.object({ total: z.int(), since: z.string().nullable(), due: z.string().nullable() }),
  problems: z.int(),
  imports: z.array(importCard),
  read: z.array(readPage),
});
export type Overview = z.infer<typeof overview>;

const view = z.object({ id: z.int(), title: z.string(), query: z.string() });

const dictionary = z.object({
  code: z.string(),
  title: z.string(),
  total: z.int(),
  /** Only for dictionaries short enough to edit by hand. */
  items: z.array(z.object({ code: z.string(), title: z.string(), usage: z.int() })),
});
export type DeskDictionary = z.infer<typeof dictionary>;

const menuItem = z.object({ title: z.string(), url: z.string() });
const menu = z.object({
  code: z.string(),
  title: z.string(),
  items: z.array(menuItem),
  is_changed: z.boolean(),
});
export type DeskMenu = z.infer<typeof menu>;

const siteWords = z.object({
  title: z.string(),
  subtitle: z.string(),
  tagline: z.string(),
  short: z.string(),
});
const siteInput = z.object(
  Object.fromEntries(
    siteFields.map(({ name, title, maxLength }) => [
      name,
      z
        .string()
        .trim()
        .max(maxLength, `${title}: не длиннее ${maxLength} знаков.`)
        .regex(/^[^\p{Cc}]*$/u, `${title}: одна строка.`)
        .meta({ title }),
    ]),
  ) as Record<keyof SiteWords, z.ZodString>,
);

const auditRow = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string(),
  title: z.string(),
  /** With ids, because names may coincide. */
  actor: person.nullable(),
  user: person.nullable(),
  /** The actor's account has been erased and cannot be identified. */
  is_forgotten: z.boolean(),
  /** The same for one erased account in all rows about other people. */
  pseudonym: z.string().nullable(),
  record: named.nullable(),
  /** Only published cases can be opened. */
  case: z.object({ id: z.int(), published: z.boolean() }).nullable(),
  details: z.string().nullable(),
  ip: z.string().nullable(),
  hash: z.string().nullable(),
});
export type AuditLine = z.infer<typeof auditRow>;

const auditCheck = z.object({
  at: z.string(),
  rows: z.int(),
  /** Hash of the last row; kept elsewhere, it later proves that the log was not rewritten. */
  head: z.string(),
  /** Signature of the last row: by a known key, without a key, or by a missing key. */
  key: z.enum(['keyed', 'unkeyed', 'missing']),
  heads: z.int(),
  problems: z.array(z.object({ id: z.int(), what: z.string() })),
});
export type AuditCheck = z.infer<typeof auditCheck>;
const day = z.iso.date('нужен день: 2026-11-21').optional();
const logQuery = {
  action: z.string().max(60).optional().meta({ title: 'Что сделано' }),
  who: z
    .string()
    .trim()
    .max(100, 'не длиннее 100 знаков')
    .optional()
    .meta({ title: 'Кто или о ком: номер учётной записи, начало фамилии или часть адреса' }),
  record: z
    .string()
    .regex(/^\d{1,9}$/, 'нужен номер записи')
    .optional()
    .meta({ title: 'О какой записи: её номер' }),
  since: day.meta({ title: 'С какого дня (по Москве)' }),
  until: day.meta({ title: 'По какой день включительно' }),
};

const codePath = z.object({ code: z.string().regex(/^[a-z][a-z0-9]{0,30}$/) });
const shortTitle = itemTitle.check(z.maxLength(100, 'Название не длиннее 100 знаков.'));
const sections = deskSections.map(({ code }) => code) as [DeskSection, ...DeskSection[]];

const planned = z.object({
  /** A moment with zone for scheduled times, a day for reviews. */
  at: z.string(),
  action: z.enum(['publish', 'unpublish', 'review']),
  record: named,
});
export type Planned = z.infer<typeof planned>;

const reviewRules = z.array(
  z.object({ kind: z.string(), title: z.string(), is_required: z.boolean(), is_fixed: z.boolean() }),
);

const ofDictionary = { ...editor, path: codePath, output: dictionary };

/** The desk around records: queues, saved views, dictionaries, menus, rules, the audit log. */
export const deskContract = {
  'GET /api/editors/plan': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Что назначено на месяц: выход и снятие по времени, дни пересмотра; не больше 500',
    query: z.strictObject({
      month: z
        .string('нужен месяц: 2026-12')
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'нужен месяц: 2026-12')
        .meta({ title: 'Месяц' }),
    }),
    output: z.object({ items: z.array(planned), total: z.int() }),
  }),
  'GET /api/editors/counts': defineCall({
    ...editor,
    summary: 'Сколько ждёт в разделах редакции',
    output: z.array(z.object({ section: z.enum(sections), count: z.int() })),
  }),
  'GET /api/editors/overview': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Обзор: мои черновики, ждут меня, пересмотр в 30 дней, битые ссылки, неточности, импорты',
    output: overview,
  }),
  'GET /api/editors/views': defineCall({
    ...editor,
    summary: 'Мои сохранённые виды таблицы записей',
    output: z.array(view),
  }),
  'POST /api/editors/views': defineCall({
    ...editor,
    summary: 'Сохранить вид таблицы записей',
    input: z.object({
      title: shortTitle,
      query: z.string().max(1000).default(''),
    }),
    output: z.array(view),
  }),
  'POST /api/editors/views/{id}/remove': defineCall({
    ...editor,
    summary: 'Убрать сохранённый вид',
    path: idPath,
    output: z.array(view),
  }),
  'GET /api/editors/dictionaries': defineCall({
    ...editor,
    isHeavy: true,
    summary: 'Словари каталога: значения и сколько записей их называет',
    output: z.array(dictionary),
  }),
  'POST /api/editors/dictionaries/{code}': defineCall({
    ...ofDictionary,
    summary: 'Назвать значение словаря иначе или добавить новое',
    input: dictionaryItem,
  }),
  'POST /api/editors/dictionaries/{code}/order': defineCall({
    ...ofDictionary,
    summary: 'Новый порядок значений словаря',
    input: z.object({ items: z.array(z.string().max(60)).max(2000) }),
  }),
  'POST /api/editors/dictionaries/{code}/remove': defineCall({
    ...ofDictionary,
    summary: 'Убрать значение, которого не называет ни одна запись',
    input: z.object({ item: z.string().max(60) }),
  }),
  'GET /api/editors/navigation': defineCall({
    ...editor,
    summary: 'Меню портала для правки',
    output: z.array(menu),
  }),
  'POST /api/editors/navigation/{code}': defineCall({
    ...editor,
    summary: 'Меню целиком; пустой список возвращает исходное',
    path: codePath,
    input: z.object({
      items: jsonText(
        z
          .array(
            z.strictObject({
              title: shortTitle,
              url: z
                .string()
                .trim()
                .regex(
                  /^(\/(?!\/)[^\s]*|https:\/\/[^\s]+)$/,
                  'Адрес страницы портала, начиная с /, или https://…',
                )
                .refine(
                  (url) => !url.startsWith('/api/files/'),
                  'Такой адрес открывается, только пока работает сервер: скопируйте адрес файла в разделе «Файлы».',
                ),
            }),
          )
          .max(30, 'Не больше 30 пунктов.'),
        'Пункты меню',
      ),
    }),
    output: z.array(menu),
  }),
  'GET /api/editors/site': defineCall({
    ...editor,
    summary: 'Как называется портал: название, строка под ним, подпись в заголовках, короткое имя',
    output: siteWords,
  }),
  'POST /api/editors/site': defineCall({
    ...editor,
    summary: 'Назвать портал иначе; пустая строка возвращает исходное',
    input: siteInput,
    output: siteWords,
  }),
  'GET /api/editors/review-rules': defineCall({
    ...editor,
    summary: 'Каким видам записей нужен второй редактор',
    output: reviewRules,
  }),
  'POST /api/editors/review-rules': defineCall({
    ...admin,
    summary: 'Требовать или не требовать второго редактора',
    input: z.object({
      kind: z.enum(kindNames, 'такого вида записей нет'),
      is_required: flag,
    }),
    output: reviewRules,
  }),
  'GET /api/editors/audit': defineCall({
    ...admin,
    isHeavy: true,
    summary: 'Журнал: кто, что, когда, о какой записи; новые первыми, дальше по before',
    query: z.strictObject({
      ...logQuery,
      before: z
        .string()
        .regex(/^\d{1,12}$/)
        .optional()
        .meta({ title: 'Строки до этого номера' }),
      page_size: wholeNumberOr(50, 'Строк в ответе', [1, 200]),
    }),
    output: z.object({
      total: z.int(),
      items: z.array(auditRow),
      actions: z.array(z.object({ action: z.string(), title: z.string() })),
    }),
  }),
  'GET /api/editors/audit.jsonl': defineCall({
    ...admin,
    isHeavy: true,
    summary: 'Журнал, по строке JSON на событие; без параметров целиком. Выгрузка сама записывается в журнал',
    query: z.strictObject(logQuery),
    ...download,
  }),
  'GET /api/editors/audit/check': defineCall({
    ...admin,
    summary: 'Цела ли цепочка журнала: итог последней проверки, она идёт раз в сутки; null — ещё не шла',
    output: auditCheck.nullable(),
  }),
  'POST /api/editors/audit/check': defineCall({
    ...admin,
    summary:
      'Проверить цепочку журнала сейчас: изменённые, удалённые и вставленные строки; сверить с прежней головой',
    input: z.object({
      head: z
        .string()
        .trim()
        .regex(
          /^(\d{1,12}\s*[:-]\s*[0-9a-fA-F]{16,64})?$/,
          'Голова журнала пишется так: номер строки, двоеточие и не меньше 16 знаков печати.',
        )
        .optional()
        .meta({ title: 'Прежняя голова журнала, из лога' }),
    }),
    output: auditCheck,
  }),
};
