import { z } from 'zod';
import { letterKindNames, notificationKindNames, type LetterKindName } from '#domain/notifications.ts';
import { frequencies, type Frequency } from '#domain/subscriptions.ts';
import { defineCall } from './call.ts';
import { choice, wholeNumberOr } from './query.ts';

const signedIn = { access: 'partner', cache: 'none' } as const;

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
  kind: z.enum(letterKindNames),
  title: z.string(),
  frequency: z.enum(frequencies),
  choices: z.array(z.enum(frequencies)),
  /** Security letters are always sent at once. */
  fixed: z.boolean(),
  /** Explanation, where there is one. */
  note: z.string().nullable(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;

/** Notifications of a user. The bell reads one index row; lists read a page of rows. */
export const notificationContract = {
  'GET /api/user/notifications': defineCall<
    void,
    { page: number; page_size: number },
    { items: ShownNotification[]; total: number; page: number; page_size: number; unseen: number }
  >({
    ...signedIn,
    summary: 'Мои уведомления, последние первыми; хранятся 180 дней',
    query: z.strictObject({
      page: wholeNumberOr(1, 'Страница', [1, 100_000]),
      page_size: wholeNumberOr(30, 'Уведомлений на странице', [1, 100]),
    }),
    output: z.object({
      items: z.array(notification),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
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
  'POST /api/user/notifications/seen': defineCall<
    void,
    void,
    { unseen: number },
    { id?: number[] | undefined }
  >({
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
  'POST /api/user/notifications/choices': defineCall<
    void,
    void,
    NotificationChoice[],
    { kind: LetterKindName; frequency: Frequency }
  >({
    ...signedIn,
    summary: 'Выбрать, как часто приходят письма одного вида: now, daily, weekly, off',
    input: z.object({
      kind: choice(letterKindNames, 'Вид'),
      frequency: choice(frequencies, 'Как часто'),
    }),
    output: z.array(notificationChoice),
  }),
};
