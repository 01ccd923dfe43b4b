import { z } from 'zod';
import { admin, editor, pageOf, paging } from './common.ts';
import { defineCall } from './call.ts';
import { choice } from './query.ts';
import { idPath } from './record.ts';

const letterStates = ['waiting', 'failed', 'given-up', 'sent'] as const;
export type LetterState = (typeof letterStates)[number];

const letter = z.object({
  id: z.int(),
  subject: z.string(),
  /** Masked: `a…@example.ru`. */
  recipient: z.string(),
  state: z.enum(letterStates),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  /** Time of the next attempt; null when sent or given up. */
  due_at: z.string().nullable(),
  attempts: z.int(),
  problem: z.string().nullable(),
});
export type LoggedLetter = z.infer<typeof letter>;

/**
 * Outgoing mail. Editors see masked recipients; administrators can reveal one address at a time, and each
 * reveal is audited for its owner. Bodies are never shown, because they may hold a code, and are deleted
 * after sending.
 */
export const lettersContract = {
  'GET /api/editors/letters': defineCall({
    ...editor,
    summary: 'Письма: ждут, не ушли, отправлены; адреса скрыты, слов писем здесь нет',
    query: z.strictObject({
      state: choice(letterStates, 'Состояние').optional(),
      ...paging(50, 'Писем на странице'),
    }),
    output: pageOf(letter).extend({
      counts: z.array(z.object({ state: z.enum(letterStates), count: z.int() })),
    }),
  }),
  'GET /api/editors/letters/{id}': defineCall({
    ...admin,
    isHeavy: true,
    summary: 'Письмо с адресом целиком; обращение записывается для его владельца',
    path: idPath,
    output: letter.extend({ email: z.string() }),
  }),
  'POST /api/editors/letters/{id}/repeat': defineCall({
    ...editor,
    summary: 'Отправить не ушедшее письмо сейчас',
    path: idPath,
    output: letter,
  }),
};
