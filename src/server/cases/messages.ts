import type { CaseMessage } from '#contract/cases.ts';
import type { Experience } from '#domain/cases.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { CaseRow, UserRow } from '../database/tables.ts';
import { readContent } from './content.ts';
import { namesOf } from './people.ts';

/** Comments under a published case, oldest first, for this reader. */
export async function messagesOf(
  db: ReadDatabase,
  row: CaseRow & { shown: string },
  reader: Pick<UserRow, 'id'>,
): Promise<CaseMessage[]> {
  const rows = await db
    .selectFrom('case_answers')
    .selectAll()
    .where('case_id', '=', row.id)
    .orderBy('id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const editions = await db
    .selectFrom('case_answer_editions')
    .selectAll()
    .where('answer_id', 'in', ids)
    .orderBy('at')
    .execute();
  const agreements = await db
    .selectFrom('case_agreements')
    .select(['answer_id', 'user_id'])
    .where('answer_id', 'in', ids)
    .execute();
  const names = await namesOf(db, [row.user_id, ...rows.map(({ user_id }) => user_id)]);
  const { authorship } = readContent(row.shown);
  return rows.map((message) => {
    const isAuthor = message.user_id !== null && message.user_id === row.user_id;
    const agreed = agreements.filter(({ answer_id }) => answer_id === message.id);
    // The case's author has the same name as above the case.
    const { title, place } = isAuthor
      ? names.as(authorship, message.user_id)
      : names.full(message.removed_by === '' ? message.user_id : null);
    return {
      id: message.id,
      parent: message.parent_id,
      author: { title, place },
      is_author: isAuthor,
      opinion: message.opinion,
      next_steps: message.next_steps,
      experience: message.experience as Experience | '',
      created_at: message.created_at,
      edited_at: message.edited_at,
      editions: editions
        .filter(({ answer_id }) => answer_id === message.id)
        .map(({ at, opinion, next_steps }) => ({ at, opinion, next_steps })),
      removed_by: message.removed_by as CaseMessage['removed_by'],
      agreed: agreed.length,
      agreeing: agreed.some(({ user_id }) => user_id === reader.id),
      own: message.user_id === reader.id && message.removed_by === '',
      helped: message.id === row.question_answer,
    };
  });
}
