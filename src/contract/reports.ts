import { z } from 'zod';
import { reportStatuses } from '#domain/reports.ts';
import { codes } from '#domain/vocabularies.ts';
import { anonymous, editor, pageOf, paging } from './common.ts';
import { defineCall } from './call.ts';
import { optionalText } from './forms/fields.ts';
import { report } from './forms/report.ts';
import { choice, wholeNumberOr } from './query.ts';
import { idPath } from './record.ts';

const statuses = codes(reportStatuses);

const shownReport = z.object({
  id: z.int(),
  /** The record with its current title; null when it is gone. */
  record: z.object({ id: z.int(), kind: z.string(), title: z.string(), url: z.string() }).nullable(),
  /** Chosen field of the record and its Russian label. */
  field: z.string().nullable(),
  field_title: z.string().nullable(),
  text: z.string(),
  status: z.enum(statuses),
  /** Whether the sender left an address, which editors do not see. */
  has_email: z.boolean(),
  answer: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type ShownReport = z.infer<typeof shownReport>;

export const reportContract = {
  'POST /api/reports': defineCall({
    ...anonymous,
    summary: 'Сообщить о неточности: запись, поле и что неточно; почта нужна только для ответа',
    input: report,
    output: z.null(),
  }),
  'GET /api/editors/reports': defineCall({
    ...editor,
    summary: 'Сообщения о неточностях, новые первыми',
    query: z.strictObject({
      status: choice(statuses, 'Состояние').optional(),
      ...paging(50),
      page: wholeNumberOr(1, 'Страница', [1, 1000]),
    }),
    output: pageOf(shownReport),
  }),
  'POST /api/editors/reports/{id}': defineCall({
    ...editor,
    summary: 'Решение о сообщении; ответ уходит письмом, если приславший оставил адрес',
    path: idPath,
    input: z.object({
      status: z.enum(['new', 'work', 'answered', 'closed'], 'Выберите состояние.'),
      answer: optionalText(3000, 'Не длиннее 3000 знаков.'),
    }),
    output: shownReport,
  }),
};
