import { z } from 'zod';
import { deskQueues, type DeskQueue } from '#domain/desk.ts';
import { defineCall } from './call.ts';
import { listOf, signedIn } from './common.ts';
import { ownRow, questionTerm } from './cases.ts';

const queueCodes = Object.keys(deskQueues) as [DeskQueue, ...DeskQueue[]];

const today = z.object({
  notifications: listOf(z.object({ id: z.int(), title: z.string(), url: z.string(), at: z.string() })),
  /**
   * Records changed within two weeks, latest first: followed, or related to a followed one (`through`, by
   * title).
   */
  changes: z.array(
    z.object({
      kind: z.string(),
      id: z.int(),
      title: z.string(),
      url: z.string(),
      /** 'Статус, центры' */
      what: z.string(),
      through: z.string().nullable(),
      at: z.string(),
    }),
  ),
  follows: z.int(),
  /**
   * Open questions of others for the reader's speciality or followed diseases; null without access to cases.
   */
  questions: listOf(
    z.object({
      id: z.int(),
      title: z.string(),
      answers: z.int(),
      published_at: z.string(),
      term: questionTerm.nullable(),
    }),
  ).nullable(),
  cases: listOf(ownRow).nullable(),
  /** For editors: queues with their oldest item and nearest deadline. */
  queues: z
    .array(
      z.object({
        code: z.enum(queueCodes),
        count: z.int(),
        since: z.string().nullable(),
        due: z.string().nullable(),
        over: z.boolean(),
      }),
    )
    .nullable(),
});
export type Today = z.infer<typeof today>;

/** The signed-in home page: read from tables, without composing letters. */
export const todayContract = {
  'GET /api/user/today': defineCall({
    ...signedIn,
    summary:
      'Сегодня для меня: новое, изменения в том, за чем слежу, вопросы ко мне, мои случаи, очереди редакции',
    output: today,
  }),
};
