import { z } from 'zod';
import { deskQueues, type DeskQueue } from '#domain/desk.ts';
import { defineCall } from './call.ts';
import { ownRow, questionTerm } from './cases.ts';

const some = <Item extends z.ZodType>(item: Item) => z.object({ total: z.int(), items: z.array(item) });
const queueCodes = Object.keys(deskQueues) as [DeskQueue, ...DeskQueue[]];

const today = z.object({
  /** What I have been told and have not seen. */
  told: some(z.object({ id: z.int(), title: z.string(), url: z.string(), at: z.string() })),
  /** Records of two weeks, the latest first: followed themselves, or about what is followed (`through`, by its title). */
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
  /** How many things I follow. */
  follows: z.int(),
  /** Open questions of others for my speciality, or about a disease that I follow; null for who may not read cases. */
  questions: some(
    z.object({
      id: z.int(),
      title: z.string(),
      answers: z.int(),
      published_at: z.string(),
      term: questionTerm.nullable(),
    }),
  ).nullable(),
  cases: some(ownRow).nullable(),
  /** For editors: what waits, since when, and the nearest day by which it is due. */
  queues: z
    .array(
      z.object({
        code: z.enum(queueCodes),
        count: z.int(),
        since: z.string().nullable(),
        due: z.string().nullable(),
        /** That day is over. */
        over: z.boolean(),
      }),
    )
    .nullable(),
});
export type Today = z.infer<typeof today>;

/** What the home page begins with for anyone who has signed in: a look at tables, no letter is made for it. */
export const todayContract = {
  'GET /api/user/today': defineCall<void, void, Today>({
    access: 'partner',
    cache: 'none',
    summary:
      'Сегодня для меня: новое, изменения в том, за чем слежу, вопросы ко мне, мои случаи, очереди редакции',
    output: today,
  }),
};
