import type { CaseContent } from '#contract/forms/cases.ts';
import { questionHours, type QuestionTerm } from '#domain/question-deadline.ts';
import { addSeconds } from '../base/clock.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';
import { questionStateOf } from './content.ts';

/** Deadline of an open question; null for other cases. */
export const deadlineOf = (
  row: Pick<CaseRow, 'question_asked_at' | 'question_closed_at'>,
  content: CaseContent,
  answered_at: string | null,
): QuestionTerm | null =>
  row.question_asked_at === null || questionStateOf(content, row.question_closed_at) !== 'open'
    ? null
    : {
        asked_at: row.question_asked_at,
        due: addSeconds(new Date(row.question_asked_at), questionHours * 3600).toISOString(),
        answered_at,
      };

/** Time of the first colleague's comment under each case. */
export async function firstAnswersTo(db: ReadDatabase, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('case_answers as a')
    .innerJoin('cases as c', 'c.id', 'a.case_id')
    .select((eb) => ['a.case_id', eb.fn.min('a.created_at').as('at')])
    .where('a.case_id', 'in', ids)
    .where('a.removed_by', '=', '')
    .where('a.parent_id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('a.user_id', 'is', null),
        eb('c.user_id', 'is', null),
        eb('a.user_id', '!=', eb.ref('c.user_id')),
      ]),
    )
    .groupBy('a.case_id')
    .execute();
  return new Map(rows.map(({ case_id, at }) => [case_id, at]));
}
