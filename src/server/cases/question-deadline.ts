import type { ExpressionBuilder } from 'kysely';
import type { CaseContent } from '#contract/forms/cases.ts';
import { questionHours, type QuestionTerm } from '#domain/question-deadline.ts';
import { addSeconds } from '../base/clock.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow, Tables } from '../database/tables.ts';
import { questionStateOf } from './content.ts';

/** Deadline of an open question; null for other cases. */
export const deadlineOf = (
  row: Pick<CaseRow, 'question_asked_at' | 'question_closed_at'>,
  content: CaseContent,
  answered_at: string | null = null,
): QuestionTerm | null =>
  row.question_asked_at === null || questionStateOf(content, row.question_closed_at) !== 'open'
    ? null
    : {
        asked_at: row.question_asked_at,
        due: addSeconds(new Date(row.question_asked_at), questionHours * 3600).toISOString(),
        answered_at,
      };

const answersTo = (eb: ExpressionBuilder<Tables, 'cases'>) =>
  eb
    .selectFrom('case_answers as answer')
    .whereRef('answer.case_id', '=', 'cases.id')
    .where('answer.removed_by', '=', '');

export const countAnswers = (eb: ExpressionBuilder<Tables, 'cases'>) =>
  answersTo(eb).select(({ fn }) => fn.countAll<number | string>().as('count'));

/** Number of comments, and time of the first by a colleague, under each case. */
export async function answersOf(db: ReadDatabase, ids: readonly number[]) {
  const rows = await db
    .selectFrom('cases')
    .select((eb) => [
      'id',
      countAnswers(eb).as('count'),
      answersTo(eb)
        .select(({ fn }) => fn.min('answer.created_at').as('at'))
        .where('answer.parent_id', 'is', null)
        .where(({ or, eb: is, ref }) =>
          or([
            is('answer.user_id', 'is', null),
            is('cases.user_id', 'is', null),
            is('answer.user_id', '!=', ref('cases.user_id')),
          ]),
        )
        .as('first'),
    ])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, count, first }) => [id, { count: Number(count), first }]));
}
