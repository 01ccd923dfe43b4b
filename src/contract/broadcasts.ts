import { z } from 'zod';
import { editor } from './common.ts';
import { defineCall } from './call.ts';
import { broadcastCodes, broadcastSending, broadcastText } from './forms/broadcasts.ts';
import { idPath } from './record.ts';

const broadcastStates = ['draft', 'sending', 'stopped', 'sent'] as const;

const broadcast = z.object({
  id: z.int(),
  mailing: z.enum(broadcastCodes),
  subject: z.string(),
  body: z.string(),
  state: z.enum(broadcastStates),
  version: z.int(),
  updated_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** Letters: sent, still to send, given up. */
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  /** Subscribers of the mailing who have not had this letter. */
  left: z.int(),
  /** Recipients who have unsubscribed since. */
  unsubscribed: z.int(),
});
export type Broadcast = z.infer<typeof broadcast>;

const ofBroadcast = { ...editor, path: idPath, output: broadcast };

/**
 * Broadcasts: written, tested, sent in portions. Recipients have consented to the mailing; notices of changed
 * documents go to all accounts and only administrators write and send them.
 */
export const broadcastContract = {
  'GET /api/editors/broadcasts': defineCall({
    ...editor,
    summary: 'Рассылки, последние первыми, и сколько людей ждёт каждую',
    output: z.object({
      items: z.array(broadcast),
      readers: z.array(z.object({ code: z.string(), title: z.string(), count: z.int() })),
    }),
  }),
  'POST /api/editors/broadcasts': defineCall({
    ...editor,
    creates: true,
    summary: 'Новая рассылка: черновик',
    input: broadcastText,
    output: broadcast,
  }),
  'GET /api/editors/broadcasts/{id}': defineCall({
    ...ofBroadcast,
    summary: 'Рассылка: текст и сколько писем ушло',
  }),
  'POST /api/editors/broadcasts/{id}': defineCall({
    ...ofBroadcast,
    summary: 'Сохранить черновик рассылки',
    input: broadcastText,
  }),
  'GET /api/editors/broadcasts/{id}/letter': defineCall({
    ...editor,
    summary: 'Письмо, каким его получат',
    path: idPath,
    output: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  }),
  'POST /api/editors/broadcasts/{id}/test': defineCall({
    ...editor,
    summary: 'Прислать письмо себе',
    path: idPath,
    output: z.object({ email: z.string() }),
  }),
  'POST /api/editors/broadcasts/{id}/send': defineCall({
    ...ofBroadcast,
    summary: 'Начать рассылку или продолжить остановленную; нужны пароль и код или ключ отправителя',
    input: broadcastSending,
  }),
  'POST /api/editors/broadcasts/{id}/stop': defineCall({
    ...ofBroadcast,
    summary: 'Остановить: что ещё не ушло, не уйдёт',
  }),
  'POST /api/editors/broadcasts/{id}/remove': defineCall({
    ...editor,
    summary: 'Удалить черновик',
    path: idPath,
    output: z.null(),
  }),
};
