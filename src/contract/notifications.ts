import { z } from 'zod';
import { notificationKindNames } from '#domain/notifications.ts';
import { frequencies } from '#domain/subscriptions.ts';
import { pageOf, paging, signedIn } from './common.ts';
import { defineCall } from './call.ts';
import { choice } from './query.ts';

const notification = z.object({
  id: z.int(),
  kind: z.enum(notificationKindNames),
  /** «Клинический случай № 12: новый ответ» */
  title: z.string(),
  /** Second sentence; may be empty. */
  more: z.string(),
  url: z.string(),
  at: z.string(),
  seen: z.boolean(),
});
export type ShownNotification = z.infer<typeof notification>;

const notificationChoice = z.object({
  kind: z.enum(notificationKindNames),
  title: z.string(),
  frequency: z.enum(frequencies),
  /** Security letters are always sent at once. */
  fixed: z.boolean(),
  note: z.string().nullable(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;

/** Notifications of a user. The bell reads one index row; lists read a page of rows. */
export const notificationContract = {
  'GET /api/user/notifications': defineCall({
    ...signedIn,
    summary: 'Мои уведомления, последние первыми; хранятся 180 дней',
    query: z.strictObject({
      ...paging(30, 'Уведомлений на странице'),
    }),
    output: pageOf(notification).extend({
      unseen: z.int(),
    }),
  }),
  'GET /api/user/notifications/count': defineCall({
    ...signedIn,
    withoutSecondFactor: true,
    withoutNewPassword: true,
    summary: 'Сколько уведомлений я ещё не видел',
    output: z.object({ unseen: z.int() }),
  }),
  'POST /api/user/notifications/seen': defineCall({
    ...signedIn,
    summary: 'Отметить прочитанными: id — какие, без id — все',
    input: z.object({
      id: z
        .preprocess(
          (given) => (given === undefined ? given : [given].flat()),
          z.array(z.coerce.number().int()).max(200, 'Не больше 200 за раз.').optional(),
        )
        .meta({ title: 'Какие уведомления' }),
    }),
    output: z.object({ unseen: z.int() }),
  }),
  'GET /api/user/notifications/choices': defineCall({
    ...signedIn,
    summary: 'Как часто приходят письма каждого вида',
    output: z.array(notificationChoice),
  }),
  'POST /api/user/notifications/choices': defineCall({
    ...signedIn,
    summary: 'Выбрать, как часто приходят письма одного вида: now, daily, weekly, off',
    input: z.object({
      kind: choice(notificationKindNames, 'Вид'),
      frequency: choice(frequencies, 'Как часто'),
    }),
    output: z.array(notificationChoice),
  }),
};
