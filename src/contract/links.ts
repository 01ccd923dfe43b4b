import { z } from 'zod';
import { pageNumber, pageOf, pageSize } from './common.ts';
import { defineCall } from './call.ts';

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
  'GET /api/editors/links': defineCall({
    ...editor,
    summary: 'Внешние ссылки опубликованных записей, которые не открываются: ответ, с какого дня, где стоят',
    query: z.strictObject({
      page: pageNumber,
      page_size: pageSize(20, 'Ссылок на странице'),
    }),
    output: z.object({
      is_on: z.boolean(),
      /** Latest successful check of any link; null before the first. */
      checked_at: z.string().nullable(),
      ...pageOf(brokenLink).shape,
    }),
  }),
  'POST /api/editors/links': defineCall({
    ...editor,
    summary: 'Спросить одну известную ссылку сейчас',
    input: z.object({ url: z.string().max(2000) }),
    output: z.object({ is_broken: z.boolean() }),
  }),
};
