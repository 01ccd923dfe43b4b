import { z } from 'zod';
import { defineCall } from './call.ts';
import { wholeNumberOr } from './query.ts';

/** External links of published records, checked daily with LINKS_CHECK=`daily`. */
const editor = { access: 'editor', cache: 'none' } as const;

const brokenLink = z.object({
  url: z.string(),
  status: z.int().nullable(),
  problem: z.string(),
  since: z.string(),
  checked_at: z.string(),
  /** Number of fields with this link. */
  total: z.int(),
  /** The first records with this link, and the field's title. */
  uses: z.array(z.object({ id: z.int(), kind: z.string(), title: z.string(), field: z.string() })),
});
export type BrokenLink = z.infer<typeof brokenLink>;

export const linksContract = {
  'GET /api/editors/links': defineCall<
    void,
    { page: number; page_size: number },
    {
      is_on: boolean;
      checked_at: string | null;
      items: BrokenLink[];
      total: number;
      page: number;
      page_size: number;
    }
  >({
    ...editor,
    summary: 'Внешние ссылки опубликованных записей, которые не открываются: ответ, с какого дня, где стоят',
    query: z.strictObject({
      page: wholeNumberOr(1, 'Страница', [1, 100_000]),
      page_size: wholeNumberOr(20, 'Ссылок на странице', [1, 100]),
    }),
    output: z.object({
      is_on: z.boolean(),
      /** Latest successful check of any link; null before the first. */
      checked_at: z.string().nullable(),
      items: z.array(brokenLink),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
    }),
  }),
  'POST /api/editors/links': defineCall<void, void, { is_broken: boolean }, { url: string }>({
    ...editor,
    summary: 'Спросить одну известную ссылку сейчас',
    input: z.object({ url: z.string().max(2000) }),
    output: z.object({ is_broken: z.boolean() }),
  }),
};
