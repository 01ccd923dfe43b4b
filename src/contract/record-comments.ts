import { z } from 'zod';
import { editor, flag, formNumber, person } from './common.ts';
import { defineCall } from './call.ts';
import { idPath } from './record.ts';

const comment = z.object({
  id: z.int(),
  text: z.string(),
  /** Null when the account is gone. */
  author: person.nullable(),
  mentioned: z.array(person),
  at: z.string(),
});

/** Comments on one field, from the first on. */
const thread = comment.extend({
  field: z.string(),
  replies: z.array(comment),
  resolved: z.object({ by: person.nullable(), at: z.string() }).nullable(),
});
export type CommentThread = z.infer<typeof thread>;

const comments = z.object({
  /** Oldest first. */
  threads: z.array(thread),
  /** Users who can be mentioned: active editors and administrators. */
  colleagues: z.array(person),
});
export type RecordComments = z.infer<typeof comments>;

const id = formNumber('нужен номер').positive();

const ofRecord = { ...editor, path: idPath, output: comments };

export const recordCommentContract = {
  'GET /api/editors/records/{id}/comments': defineCall({
    ...ofRecord,
    summary: 'Замечания редакторов у полей записи, и кого в них можно назвать',
  }),
  'POST /api/editors/records/{id}/comments': defineCall({
    ...ofRecord,
    summary: 'Написать замечание у поля или ответить на него; названные получают уведомление',
    input: z.object({
      field: z.string().max(60).meta({ title: 'Поле записи' }),
      text: z
        .string('Напишите замечание.')
        .trim()
        .min(1, 'Напишите замечание.')
        .max(2000, 'Не длиннее 2000 знаков.')
        .meta({ title: 'Замечание' }),
      thread: id.optional().meta({ title: 'На какое замечание ответ' }),
      mentioned: z
        .preprocess((given) => (given === undefined ? [] : [given].flat()), z.array(id).max(20))
        .meta({ title: 'Кого назвать' }),
    }),
  }),
  'POST /api/editors/records/{id}/comments/settle': defineCall({
    ...ofRecord,
    summary: 'Замечание решено, или снова открыто',
    input: z.object({
      thread: id,
      resolved: flag,
    }),
  }),
};
