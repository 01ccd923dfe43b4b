import type { CaseFile, OwnCase, OwnCaseRow } from '#contract/cases.ts';
import type { CaseSection, CaseState } from '#domain/cases.ts';
import type { ReadDatabase } from '../database/database.ts';
import { paginate, type PageRequest } from '../database/page.ts';
import type { CaseFileRow, CaseRow, UserRow } from '../database/tables.ts';
import type { Handlers } from '../request/caller.ts';
import { HttpError } from '../http-error.ts';
import { questionStateOf, readContent } from './content.ts';
import { countAnswers } from './question-deadline.ts';

export const authorViewHandlers = {
  'GET /api/user/cases': (caller, { query }) => listOwn(caller.db, caller.user, query),
  'GET /api/user/cases/{id}': async ({ db, user }, { path }) =>
    authorView(db, await getOwn(db, user, path.id)),
} satisfies Partial<Handlers>;

/** The author's own case; another's does not exist (target A-2). */
export async function getOwn(db: ReadDatabase, user: UserRow, id: number): Promise<CaseRow> {
  return await db
    .selectFrom('cases')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow(noCase);
}

export const noCase = () => new HttpError(404, 'Такого случая нет.');

export async function authorView(
  db: ReadDatabase,
  row: CaseRow,
  reader: 'user' | 'editors' = 'user',
): Promise<OwnCase> {
  const files = await db
    .selectFrom('case_files')
    .selectAll()
    .where('case_id', '=', row.id)
    .orderBy('id')
    .execute();
  const remarks = await remarksOf(db, row);
  const history = await db
    .selectFrom('case_events')
    .select(['at', 'action', 'side', 'text'])
    .where('case_id', '=', row.id)
    .orderBy('id')
    .execute();
  return {
    id: row.id,
    state: row.state as CaseState,
    version: row.version,
    published: row.published === 1,
    content: readContent(row.data),
    files: files.map((file) => fileOf(file, reader)),
    remarks: remarks.filter(({ round }) => round === row.round),
    reason: row.reason,
    history: history.map(({ at, action, side, text }) => ({
      at,
      action: action as CaseAction,
      by: side as 'author' | 'editor',
      text,
    })),
    created_at: row.created_at,
    updated_at: row.updated_at,
    submitted_at: row.submitted_at,
    question_state: questionStateOf(readContent(row.shown ?? row.data), row.question_closed_at),
    question_outcome: row.question_outcome,
    demo: row.demo === 1,
  };
}

/** Remarks of all rounds with the author's replies. */
export async function remarksOf(db: ReadDatabase, { id }: Pick<CaseRow, 'id'>): Promise<OwnCase['remarks']> {
  const rows = await db
    .selectFrom('case_remarks')
    .select(['id', 'round', 'field', 'text', 'created_at', 'resolved_at', 'answer'])
    .where('case_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ field, ...remark }) => ({ ...remark, field: field as CaseSection }));
}

export type CaseAction = OwnCase['history'][number]['action'];

export const fileOf = (file: CaseFileRow, reader: 'user' | 'editors'): CaseFile => ({
  id: file.id,
  role: file.role as CaseFile['role'],
  name: file.name,
  type: file.type,
  size: file.size,
  width: file.width,
  height: file.height,
  url: `/api/${reader}/cases/${file.case_id}/files/${file.id}`,
});

export async function listOwn(
  db: ReadDatabase,
  user: UserRow,
  { state, ...pageRequest }: PageRequest & { state?: string[] | undefined },
) {
  const chosen = db
    .selectFrom('cases')
    .where('user_id', '=', user.id)
    .$if(Boolean(state?.length), (query) => query.where('state', 'in', state ?? []));
  const { rows, place } = await paginate(chosen, pageRequest, (lines) =>
    lines
      .selectAll()
      .select((eb) => [
        eb
          .selectFrom('case_remarks')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .whereRef('case_id', '=', 'cases.id')
          .whereRef('case_remarks.round', '=', 'cases.round')
          .where('resolved_at', 'is', null)
          .as('remarks'),
        countAnswers(eb).as('answers'),
        eb
          .selectFrom('case_readers')
          .select((inner) => inner.fn.countAll<number | string>().as('count'))
          .whereRef('case_readers.case_id', '=', 'cases.id')
          .as('readers'),
      ])
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc'),
  );
  const items = rows.map((row): OwnCaseRow => ({
    id: row.id,
    title: row.title,
    state: row.state as CaseState,
    published: row.published === 1,
    remarks: row.state === 'returned' ? Number(row.remarks) : 0,
    readers: Number(row.readers),
    answers: Number(row.answers),
    question: questionStateOf(readContent(row.shown ?? row.data), row.question_closed_at),
    created_at: row.created_at,
    updated_at: row.updated_at,
    submitted_at: row.submitted_at,
    demo: row.demo === 1,
  }));
  return { items, ...place };
}
