import { windowOf } from '../request/limits.ts';
import { nextNumber } from '../database/number.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import { editCase, questionStateOf, readContent } from './content.ts';
import { recordAction } from './events.ts';
import { getOwn, authorView } from './author-view.ts';
import { indexCase } from './publication.ts';
import { refusePersonalData } from './findings.ts';
import { getPublished } from './published.ts';
import { notifyFollowers } from './notify-colleagues.ts';
import type { Handlers } from '../request/caller.ts';

export const colleagueHandlers = {
  /** A doctor reports a case or comment; equal reports are stored once. */
  'POST /api/cases/{id}/report': async (caller, { path: { id }, input: { text, answer = null } }) => {
    const { user } = caller;
    await caller.limits.spend([windowOf(`case reports of ${user.id}`, 20, 3600)]);
    await caller.database.transaction(async (tx) => {
      await getPublished(tx, id);
      if (answer !== null) {
        await tx
          .selectFrom('case_answers')
          .select('id')
          .where('id', '=', answer)
          .where('case_id', '=', id)
          .executeTakeFirstOrThrow(() => new HttpError(400, 'Такого сообщения нет.', 'answer'));
      }
      const same = await tx
        .selectFrom('case_problems')
        .select('id')
        .where('case_id', '=', id)
        .where('user_id', '=', user.id)
        .where('text', '=', text)
        .where('answer_id', answer === null ? 'is' : '=', answer)
        .executeTakeFirst();
      if (same) return;
      await tx
        .insertInto('case_problems')
        .values({
          id: await nextNumber(tx, 'case part'),
          case_id: id,
          user_id: user.id,
          text,
          state: 'new',
          answer_id: answer,
          created_at: caller.now().toISOString(),
        })
        .execute();
    });
    return null;
  },
  /** The author gives the outcome and the helpful answer. */
  'POST /api/user/cases/{id}/close': async (caller, { path: { id }, input: { outcome, answer } }) => {
    const { user } = caller;
    await getOwn(caller.db, user, id);
    await refusePersonalData(caller, { outcome });
    return await caller.database.transaction(async (tx) => {
      const row = await getOwn(tx, user, id);
      if (row.published === 0 || row.shown === null) throw new HttpError(409, 'Случай не опубликован.');
      const content = readContent(row.shown);
      if (questionStateOf(content, row.question_closed_at) !== 'open')
        throw new HttpError(409, 'Открытого вопроса у случая нет.');
      let helper: number | null = null;
      if (answer) {
        const found = await tx
          .selectFrom('case_answers')
          .select('user_id')
          .where('id', '=', answer)
          .where('case_id', '=', id)
          .where('removed_by', '=', '')
          .executeTakeFirstOrThrow(() => new HttpError(400, 'Такого ответа нет.', 'answer'));
        helper = found.user_id;
        if (helper !== null) await notify(tx, caller, { kind: 'answer-helped', to: [helper], caseId: id });
      }
      const after = await editCase(tx, row, caller.now(), {
        question_outcome: outcome,
        question_answer: answer ?? null,
        question_closed_at: caller.now().toISOString(),
      });
      await indexCase(tx, after, content);
      await recordAction(tx, caller, row, { action: 'closed', side: 'author' });
      await notifyFollowers(tx, after, 'outcome', caller, helper);
      return await authorView(tx, after);
    });
  },
} satisfies Partial<Handlers>;
