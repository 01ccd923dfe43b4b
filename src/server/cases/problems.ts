import { audit } from '../audit/audit.ts';
import { nextNumber } from '../database/number.ts';
import { paginate } from '../database/page.ts';
import { HttpError } from '../http-error.ts';
import type { Handlers } from '../request/caller.ts';
import { windowOf } from '../request/limits.ts';
import { readContent } from './content.ts';
import { getPublished } from './published.ts';

export const problemHandlers = {
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
  'GET /api/editors/cases/problems': async ({ db }, { query: { state, ...pageRequest } }) => {
    const chosen = db
      .selectFrom('case_problems')
      .innerJoin('cases', 'cases.id', 'case_problems.case_id')
      .leftJoin('case_answers', 'case_answers.id', 'case_problems.answer_id')
      .$if(state !== undefined, (query) => query.where('case_problems.state', '=', state ?? ''));
    const { rows, place } = await paginate(chosen, pageRequest, (lines) =>
      lines
        .select([
          'case_problems.id',
          'case_problems.case_id',
          'case_problems.text',
          'case_problems.state',
          'case_problems.created_at',
          'cases.shown',
          'case_problems.answer_id',
          'case_answers.opinion',
          'case_answers.next_steps',
        ])
        .orderBy('case_problems.id', 'desc'),
    );
    const items = rows.map(({ shown, state: known, answer_id, opinion, next_steps, ...problem }) => ({
      ...problem,
      answer:
        answer_id === null ? null : { id: answer_id, opinion: opinion ?? '', next_steps: next_steps ?? '' },
      state: known as 'new' | 'closed',
      title: shown === null ? '' : readContent(shown).title,
    }));
    return { items, ...place };
  },
  'POST /api/editors/cases/problems/{id}': async (caller, { path: { id }, input: { state } }) => {
    await caller.database.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('case_problems')
        .set({ state })
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new HttpError(404, 'Такого сообщения нет.');
      await audit(tx, caller, 'case problem decided', { details: `${id}: ${state}` });
    });
    return null;
  },
} satisfies Partial<Handlers>;
