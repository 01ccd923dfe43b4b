import { z } from 'zod';
import { reportStatuses } from '#domain/reports.ts';
import { codes } from '#domain/vocabularies.ts';
import { anonymous, editor, namedRecord, pageOf, paging } from './common.ts';
import { defineCall } from './call.ts';
import { isTicked, mayTick, optionalEmail, optionalText, paragraphs } from './forms/fields.ts';
import { choice, wholeNumberOr } from './query.ts';
import { idPath } from './record.ts';

const statuses = codes(reportStatuses);

/** An error on a page, reported without an account. */
const report = z
  .object({
    record_id: z.string('Укажите запись.').regex(/^[1-9]\d{0,8}$/, 'Такой записи в каталоге нет.'),
    /** Field of the record; without it, the page as a whole. */
    field: optionalText(60, 'Такого поля у записи нет.'),
    text: paragraphs('Напишите, что неточно.', 3000),
    email: optionalEmail('Проверьте адрес почты.', 'Проверьте адрес почты или оставьте поле пустым.'),
    /** Consent to a reply by mail: a separate box, unticked by default (ruling G47). */
    consent: mayTick,
    /** Honeypot: hidden from people. */
    website: z.string().optional(),
  })
  .refine(({ email, consent }) => !email || isTicked(consent), {
    path: ['consent'],
    error: 'Чтобы получить ответ, отметьте согласие под адресом почты — или оставьте поле почты пустым.',
  });

const shownReport = z.object({
  id: z.int(),
  /** The record with its current title; null when it is gone. */
  record: namedRecord.extend({ url: z.string() }).nullable(),
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
