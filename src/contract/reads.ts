import { z } from 'zod';
import { cameFrom, readPeriods, type CameFrom } from '#domain/reads.ts';
import { download, editor, kindNames, pageOf, paging } from './common.ts';
import { defineCall } from './call.ts';
import { choice } from './query.ts';
import { idPath } from './record.ts';

/** Page views by day and page, without data about readers. */
const reading = { ...editor, isHeavy: true } as const;

/** Pages without a record: home, lists, search. */
const kinds: [string, ...string[]] = ['lists', ...kindNames];

const days = choice(readPeriods, 'За сколько дней, сегодняшний день среди них').default('30');

export const readPage = z.object({
  /** Stored decoded. */
  path: z.string(),
  title: z.string(),
  kind: z.string(),
  record: z.int().nullable(),
  count: z.int(),
  /** In the preceding period of the same length. */
  before: z.int(),
});
export type CountedPage = z.infer<typeof readPage>;

const overview = z.object({
  days: z.array(z.object({ day: z.string(), count: z.int() })),
  total: z.int(),
  /** In the preceding period of the same length. */
  before: z.int(),
  since: z.string().nullable(),
  from: z.array(
    z.object({ via: z.enum(Object.keys(cameFrom) as [CameFrom, ...CameFrom[]]), count: z.int() }),
  ),
  /** Kinds with pages: views, and number of pages never read. */
  kinds: z.array(z.object({ kind: z.string(), title: z.string(), count: z.int(), unread: z.int() })),
});

export const readsContract = {
  'GET /api/editors/reads': defineCall({
    ...reading,
    summary: 'Как читают сайт: просмотры по дням, откуда приходят, по видам; без сведений о читателях',
    query: z.strictObject({ days }),
    output: overview,
  }),
  'GET /api/editors/reads/pages': defineCall({
    ...reading,
    summary: 'Что читают чаще всего, с прежним таким же периодом; of=unread: что не читал никто',
    query: z.strictObject({
      days,
      of: choice(['read', 'unread'], 'Читают или не читает никто').default('read'),
      kind: choice(kinds, 'Вид; lists — списки и разделы').optional(),
      ...paging(20, 'Строк на странице'),
    }),
    output: pageOf(readPage),
  }),
  'GET /api/editors/reads.csv': defineCall({
    ...reading,
    summary: 'Просмотры страниц за период для таблиц: страница, вид, сколько, сколько было',
    query: z.strictObject({ days }),
    ...download,
  }),
  'GET /api/editors/records/{id}/reads': defineCall({
    ...editor,
    summary: 'Сколько раз читали страницу записи за 30 дней',
    path: idPath,
    output: z.object({ count: z.int() }),
  }),
};
