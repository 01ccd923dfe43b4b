import { z } from 'zod';
import { defineCall } from './call.ts';
import { anonymous } from './common.ts';

const token = z.object({
  token: z.string('В ссылке нет кода.').max(200, 'Ссылка неверна.').meta({ title: 'Код из ссылки письма' }),
});

const output = z.object({
  /** `gone`: the account no longer exists. */
  state: z.enum(['on', 'off', 'gone']),
  message: z.string(),
});
export type Unsubscribed = z.infer<typeof output>;

const byLink = { ...anonymous, takesInputFromQuery: true } as const;

export const unsubscribeContract = {
  'POST /api/unsubscribe': defineCall({
    ...byLink,
    isFromAnywhere: true,
    summary: 'Отписаться по ссылке из письма; так нажимает и сама почтовая программа (RFC 8058)',
    input: token,
    output,
  }),
  'POST /api/unsubscribe/undo': defineCall({
    ...byLink,
    summary: 'Подписаться снова по той же ссылке',
    input: token,
    output,
  }),
};
