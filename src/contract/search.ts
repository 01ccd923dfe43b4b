import { z } from 'zod';
import { publicKinds, type Iblock } from '#domain/kinds/index.ts';
import { maxQueryLength } from '#domain/search/limits.ts';
import type { LinkedList } from '#domain/search/lists.ts';
import { matches, type MatchQuality } from '#domain/search/match-quality.ts';
import { defineCall } from './call.ts';
import { choice, wholeNumber, wholeNumberOr } from './query.ts';

/** A line of the fast search: the title as HTML, escaped, with what was asked for in `<mark>` and no other element. */
export interface FoundLine {
  title: string;
  iblock: Iblock;
  id: number;
  /** How sure the answer is; what is not `exact` stands under a heading that says so. */
  match: MatchQuality;
  /** Words of the query that no line of the answer holds. */
  left_out: string[];
  /** The other name or code by which it was found, as HTML like the title. */
  why?: string | undefined;
  /** How many of its kind there are in all. */
  total: number;
  /** What else the catalogue has for a disease that is the sure answer. */
  linked?: LinkedList[] | undefined;
}

/** A row of `GET /api/fast-search`: more than these three only with `details=1` (ruling G75, B131). */
type FastRow = Pick<FoundLine, 'title' | 'iblock' | 'id'> & Partial<FoundLine>;

export interface FoundRecord {
  kind: string;
  /** What it is, in the reader's words: 'Заболевание'. */
  what: string;
  id: number;
  url: string;
  title: string;
  /** What tells it from others of the same title: codes, the other name, the town. */
  hint: string;
  /** The other name or code by which it was found, as HTML with nothing in it but `<mark>`. */
  why?: string | undefined;
  /** What else the catalogue has for a disease that is the sure answer. */
  linked?: LinkedList[] | undefined;
}

export interface Results {
  items: FoundRecord[];
  /** All results of the chosen kind, or of all kinds. */
  total: number;
  page: number;
  page_size: number;
  /** How many results each kind has, of those that have any. */
  kinds: { kind: string; title: string; count: number }[];
  /** How sure the answer is; what is not `exact` or `corrected` stands under a heading that says so. */
  match: MatchQuality | 'nothing';
  /** Words of the query that no result holds. */
  left_out: string[];
  /** Words of the query that results hold. */
  used: string[];
  /** Those of them that stand for other words in the first result. */
  guessed: string[];
  /** The list of the kind that the words of the query ask for. */
  wish: { kind: string; title: string; url: string } | null;
  /** The query on the other keyboard layout, when that was what was found. */
  read_as: string | null;
  /** Titles that were perhaps meant, when nothing was found. */
  suggestions: string[];
}

/** A query that found nothing or a guess: how often it was asked, the latest day, and what was answered. */
interface SearchMiss {
  query: string;
  count: number;
  last_at: string;
  match: string;
  shown: { id: number; kind: string; title: string }[];
}

const iblocks = ['drugs', 'research', 'diseases', 'clinics', 'cases'] as const satisfies readonly Iblock[];
const kindNames = publicKinds.map(({ name }) => name);

const linked = z.array(z.object({ kind: z.string(), count: z.int(), title: z.string(), url: z.string() }));

const text = z
  .string({ error: ({ input }) => (Array.isArray(input) ? 'параметр указан дважды' : 'нужен текст') })
  .trim()
  .max(maxQueryLength, `не длиннее ${maxQueryLength} знаков, оставьте главные слова`)
  .default('')
  .meta({ title: 'Запрос' });

export const searchContract = {
  'GET /api/fast-search': defineCall<void, { query: string; details?: '1' | undefined }, FastRow[]>({
    access: 'anonymous',
    cache: 'none',
    summary:
      'Быстрый поиск: до пяти записей каждого вида, лучшие первыми; случаи видят только врачи. Строка — title, iblock и id; с details=1 и остальные поля',
    query: z.strictObject({
      query: text,
      details: choice(['1'], 'Со всеми полями строк').optional(),
    }),
    output: z.array(
      z.object({
        title: z.string(),
        iblock: z.enum(iblocks),
        id: z.int(),
        match: z.enum(matches).optional(),
        left_out: z.array(z.string()).optional(),
        why: z.string().optional(),
        total: z.int().optional(),
        linked: linked.optional(),
      }),
    ),
  }),
  'GET /api/editors/search-misses': defineCall<
    void,
    { page: number; page_size: number },
    { items: SearchMiss[]; total: number; page: number; page_size: number }
  >({
    access: 'editor',
    cache: 'none',
    summary: 'Запросы, по которым ничего не нашлось или нашлось лишь похожее, самые частые первыми',
    query: z.strictObject({
      page: wholeNumberOr(1, 'Страница', [1, 1000]),
      page_size: wholeNumberOr(50, 'Записей на странице', [1, 100]),
    }),
    output: z.object({
      items: z.array(
        z.object({
          query: z.string(),
          count: z.int(),
          last_at: z.string(),
          match: z.string(),
          shown: z.array(z.object({ id: z.int(), kind: z.string(), title: z.string() })),
        }),
      ),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
    }),
  }),
  'POST /api/editors/search-misses': defineCall<
    void,
    void,
    { state: 'published' | 'review' | 'draft' },
    { query: string; record_id: number }
  >({
    access: 'editor',
    cache: 'none',
    summary:
      'Назвать запрос другим именем записи: правка публикуется, а если её должен проверить другой, ждёт',
    input: z.object({
      query: z.string().trim().min(1, 'Назовите запрос.').max(maxQueryLength, 'Запрос слишком длинный.'),
      record_id: wholeNumber('Запись', [1, 2_147_483_647]),
    }),
    output: z.object({ state: z.enum(['published', 'review', 'draft']) }),
  }),
  'GET /api/search': defineCall<void, { query: string; kind?: string | undefined; page: number }, Results>({
    access: 'anonymous',
    cache: 'none',
    summary: 'Поиск по всем открытым видам записей, страницами',
    query: z.strictObject({
      query: text,
      kind: z
        .enum(kindNames as [string, ...string[]], `нужно одно из: ${kindNames.join(', ')}`)
        .optional()
        .meta({ title: 'Вид записей' }),
      page: wholeNumberOr(1, 'Страница', [1, 50]),
    }),
    output: z.object({
      items: z.array(
        z.object({
          kind: z.string(),
          what: z.string(),
          id: z.int(),
          url: z.string(),
          title: z.string(),
          hint: z.string(),
          why: z.string().optional(),
          linked: linked.optional(),
        }),
      ),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
      kinds: z.array(z.object({ kind: z.string(), title: z.string(), count: z.int() })),
      match: z.enum([...matches, 'nothing']),
      left_out: z.array(z.string()),
      used: z.array(z.string()),
      guessed: z.array(z.string()),
      wish: z.object({ kind: z.string(), title: z.string(), url: z.string() }).nullable(),
      read_as: z.string().nullable(),
      suggestions: z.array(z.string()),
    }),
  }),
};
