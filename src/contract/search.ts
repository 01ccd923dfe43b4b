import { z } from 'zod';
import type { Iblock } from '#domain/kinds/index.ts';
import { maxQueryLength } from '#domain/search/limits.ts';
import { matches } from '#domain/search/match-quality.ts';
import { anonymous, editor, kindNames, pageOf, paging } from './common.ts';
import { defineCall } from './call.ts';
import { choice, once, wholeNumber, wholeNumberOr } from './query.ts';

const iblocks = ['drugs', 'research', 'diseases', 'clinics', 'cases'] as const satisfies readonly Iblock[];

const linked = z.array(z.object({ kind: z.string(), count: z.int(), title: z.string(), url: z.string() }));

/** A line of the fast search: the title as escaped HTML with matches in `<mark>`. */
const foundLine = z.object({
  title: z.string(),
  iblock: z.enum(iblocks),
  id: z.int(),
  /** Certainty; anything but `exact` is shown under its own heading. */
  match: z.enum(matches),
  /** Query words that no line contains. */
  left_out: z.array(z.string()),
  /** The matching synonym or code, as HTML like the title. */
  why: z.string().optional(),
  total: z.int(),
  /** Related records of a disease that matched for certain. */
  linked: linked.optional(),
});
export type FoundLine = z.infer<typeof foundLine>;

const foundRecord = z.object({
  kind: z.string(),
  /** Label of the kind: 'Заболевание'. */
  what: z.string(),
  id: z.int(),
  url: z.string(),
  title: z.string(),
  /** Distinguishes equal titles: codes, synonym, town. */
  hint: z.string(),
  /** The matching synonym or code, as HTML like the title. */
  why: z.string().optional(),
  /** Related records of a disease that matched for certain. */
  linked: linked.optional(),
});
export type FoundRecord = z.infer<typeof foundRecord>;

/** The total is of the chosen kind, or of all. */
const results = pageOf(foundRecord).extend({
  kinds: z.array(z.object({ kind: z.string(), title: z.string(), count: z.int() })),
  /** Certainty; anything but `exact` and `corrected` is shown under its own heading. */
  match: z.enum([...matches, 'nothing']),
  /** Query words that no result contains. */
  left_out: z.array(z.string()),
  /** Query words that results contain. */
  used: z.array(z.string()),
  /** Of these, words that the first result contains in another form. */
  guessed: z.array(z.string()),
  /** The list that the query asks for. */
  wish: z.object({ kind: z.string(), title: z.string(), url: z.string() }).nullable(),
  /** The query in the other keyboard layout, when that matched. */
  read_as: z.string().nullable(),
  suggestions: z.array(z.string()),
  /** Pages of the portal and glossary terms that the query asks for. */
  portal: z.array(z.object({ title: z.string(), url: z.string() })),
});
export type Results = z.infer<typeof results>;

const text = once('нужен текст')
  .trim()
  .max(maxQueryLength, `не длиннее ${maxQueryLength} знаков, оставьте главные слова`)
  .default('')
  .meta({ title: 'Запрос' });

export const searchContract = {
  'GET /api/fast-search': defineCall({
    ...anonymous,
    summary:
      'Быстрый поиск: до пяти записей каждого вида, лучшие первыми; случаи видят только врачи. Строка — title, iblock и id; с details=1 и остальные поля',
    query: z.strictObject({
      query: text,
      details: choice(['1'], 'Со всеми полями строк').optional(),
    }),
    output: z.array(foundLine.partial({ match: true, left_out: true, total: true })),
  }),
  'GET /api/editors/search-misses': defineCall({
    ...editor,
    summary: 'Запросы, по которым ничего не нашлось или нашлось лишь похожее, самые частые первыми',
    query: z.strictObject({
      ...paging(50),
      page: wholeNumberOr(1, 'Страница', [1, 1000]),
    }),
    output: pageOf(
      z.object({
        query: z.string(),
        count: z.int(),
        last_at: z.string(),
        match: z.string(),
        shown: z.array(z.object({ id: z.int(), kind: z.string(), title: z.string() })),
      }),
    ),
  }),
  'POST /api/editors/search-misses': defineCall({
    ...editor,
    summary:
      'Назвать запрос другим именем записи: правка публикуется, а если её должен проверить другой, ждёт',
    input: z.object({
      query: z.string().trim().min(1, 'Назовите запрос.').max(maxQueryLength, 'Запрос слишком длинный.'),
      record_id: wholeNumber('Запись', [1, 2_147_483_647]),
    }),
    output: z.object({ state: z.enum(['published', 'review', 'draft']) }),
  }),
  'GET /api/search': defineCall({
    ...anonymous,
    summary: 'Поиск по всем открытым видам записей, страницами',
    query: z.strictObject({
      query: text,
      kind: z
        .enum(kindNames, `нужно одно из: ${kindNames.join(', ')}`)
        .optional()
        .meta({ title: 'Вид записей' }),
      page: wholeNumberOr(1, 'Страница', [1, 50]),
    }),
    output: results,
  }),
};
