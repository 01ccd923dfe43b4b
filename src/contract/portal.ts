import { z } from 'zod';
import { kindsByName, type AnyRecord } from '#domain/kinds/index.ts';
import { defineCall } from './call.ts';
import { anonymous, cacheable } from './common.ts';
import { cardSchema } from './record.ts';
import { wholeNumberOr } from './query.ts';

export const alert = z.object({
  name: z.string(),
  /** Tells apart several alerts of one name. */
  about: z.string(),
  title: z.string(),
  what: z.string(),
  next: z.string(),
  since: z.string(),
});

/** Changes per response: more records would delay other readers. */
const maxChanges = 60;

const dictionaryItem = z.object({ id: z.union([z.string(), z.int()]), value: z.string() });
const menu = z.object({
  code: z.string(),
  items: z.array(z.object({ title: z.string(), url: z.string() })),
});

const dictionary = (summary: string) =>
  defineCall({ ...cacheable, summary, output: z.array(dictionaryItem) });

const health = z.object({
  state: z.enum(['ready', 'degraded']),
  /** False when the disk is full: reading still works. */
  has_room: z.boolean(),
  change: z.int(),
  /** The published release; null before the first publication. */
  site: z.string().nullable(),
  /** The page that is outdated for readers, and the reason. */
  problem: z.string().nullable(),
  alerts: z.array(alert).optional(),
});
export type Health = z.infer<typeof health>;

const changes = z.object({
  items: z.array(
    z.object({
      seq: z.int(),
      kind: z.string(),
      id: z.int(),
      action: z.enum(['put', 'remove']),
      record: z.custom<AnyRecord>().optional(),
      /** Former address of a removed record that had a page. */
      address: z.string().optional(),
      successor: z.string().optional(),
    }),
  ),
  next: z.int(),
  last: z.int(),
  terms_version: z.int(),
});
export type Changes = z.infer<typeof changes>;

export const portalContract = {
  'GET /api/page/home': defineCall({
    ...cacheable,
    summary: 'Главная: название, счётчики каталога, последние новости',
    output: z.object({
      title: z.string(),
      subtitle: z.string(),
      tagline: z.string(),
      short: z.string(),
      researches: z.int(),
      diseases: z.int(),
      cases: z.int(),
      clinics: z.int(),
      drugs: z.int(),
      news: z.array(cardSchema(kindsByName.news)),
    }),
  }),
  'GET /api/navigation': defineCall({
    ...cacheable,
    summary: 'Меню портала; запись policy ведёт к документам о персональных данных',
    output: z.array(menu),
  }),
  'GET /api/dict/subject': dictionary('Субъекты Российской Федерации'),
  'GET /api/dict/therapeuticarea': dictionary('Области медицины'),
  'GET /api/dict/scientificstatus': dictionary('Учёные степени и звания'),
  'GET /api/dict/specialization': dictionary('Специальности врачей'),
  'GET /api/dict/diseases': dictionary('Заболевания каталога, от А до Я'),
  'GET /api/changes': defineCall({
    access: 'anonymous',
    cache: 'public',
    summary: 'Изменения каталога после номера since, от старых к новым; каждая запись в последнем своём виде',
    query: z.strictObject({
      since: wholeNumberOr(0, 'Номер последнего известного изменения', [0, 999_999_999]),
      page_size: wholeNumberOr(maxChanges, 'Изменений в ответе', [1, maxChanges]),
    }),
    output: changes,
  }),
  'GET /api/health': defineCall({
    ...anonymous,
    summary: 'Готов ли сервер отвечать',
    output: health,
  }),
  'GET /api/health/live': defineCall({
    ...anonymous,
    summary: 'Работает ли процесс: если ответа нет, его пора перезапустить',
    output: z.object({ state: z.literal('live') }),
  }),
  'GET /api/health/ready': defineCall({
    ...anonymous,
    summary: 'Можно ли направлять сюда читателей: 200, если есть сайт и база читается, иначе 503',
    output: z.object({ state: z.literal('ready') }),
  }),
  'GET /api/openapi.public.json': defineCall({
    access: 'anonymous',
    cache: 'public',
    summary: 'OpenAPI вызовов, которым не нужна учётная запись, с примером каждого',
    isDocument: true,
    output: z.unknown(),
  }),
  'GET /api/openapi.json': defineCall({
    access: 'anonymous',
    cache: 'public',
    summary: 'OpenAPI всех вызовов',
    isDocument: true,
    output: z.unknown(),
  }),
};
