import type { DeskState, EditedRecord } from '#contract/editors.ts';
import type { FieldDescription } from '#domain/editing/description.ts';
import { differencesOf, type ValueTitles } from '#domain/editing/differences.ts';
import { completenessOf } from '../catalogue/completeness.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { addressOf, getKind, publicKinds, type Source, type RecordState } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { DraftRow, RecordRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { versionOf } from '../catalogue/validation.ts';
import { problemsOf } from './check.ts';
import { namedRecords, namesFor, recordsIn, titleOf } from '../catalogue/names.ts';
import { peopleOf } from '../account/people.ts';
import { publishRefusal, secondEditorKinds } from './review.ts';

export const deskKinds = publicKinds.map(({ name }) => name);

/** A record of the desk; clinical cases have their own moderation. */
export async function getRow(db: ReadDatabase, id: number): Promise<RecordRow> {
  return await db
    .selectFrom('records')
    .selectAll()
    .where('id', '=', id)
    .where('kind', 'in', deskKinds)
    .executeTakeFirstOrThrow(() => new HttpError(404, 'Такой записи нет.'));
}

export interface RecordWithDraft {
  row: RecordRow;
  draft: DraftRow | undefined;
}

export const getWithDraft = async (db: ReadDatabase, id: number): Promise<RecordWithDraft> => ({
  row: await getRow(db, id),
  draft: await db.selectFrom('drafts').selectAll().where('record_id', '=', id).executeTakeFirst(),
});

export const findRevision = (db: ReadDatabase, id: number, version: number) =>
  db
    .selectFrom('revisions')
    .select(['version', 'data', 'sources'])
    .where('record_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();

export const parsed = (text: string) => JSON.parse(text) as Record<string, unknown>;
export const authorsOfDraft = (draft: Pick<DraftRow, 'authors'>) => JSON.parse(draft.authors) as number[];

export function fieldTitle(kind: string, field: string): string | undefined {
  if (field === 'sources') return 'Источники';
  return describeKind(getKind(kind)).fields.find(({ name }) => name === field)?.title;
}

export function deskStateOf(state: string, status: string | null | undefined): DeskState {
  if (state === 'published')
    return status === 'review' ? 'edit-in-review' : status === 'draft' ? 'edited' : 'published';
  if (status === 'review' || status === 'draft') return status;
  return state as DeskState;
}

export async function editorView(db: ReadDatabase, id: number, userId: number): Promise<EditedRecord> {
  const { row, draft } = await getWithDraft(db, id);
  const kind = getKind(row.kind);
  const described = describeKind(kind).fields;
  const stored = versionOf(row);
  const current = versionOf(draft ?? row);
  const base = draft && draft.base_version !== row.version ? await baseOf(db, draft) : null;
  const linked = await namedRecords(
    db,
    [stored, current, base].flatMap((one) => recordsIn(described, one?.fields)),
  );
  const names = await namesFor(db, described, linked);
  const schedule = await db
    .selectFrom('schedules')
    .select(['id', 'action', 'due_at', 'author_id'])
    .$narrowType<{ action: 'publish' | 'unpublish' }>()
    .where('record_id', '=', id)
    .where('done_at', 'is', null)
    .orderBy('due_at')
    .execute();
  const person = await peopleOf(db, [
    row.owner_id,
    draft?.author_id ?? null,
    ...schedule.map(({ author_id }) => author_id),
  ]);
  const problems = draft ? await problemsOf(db, row, draft) : [];
  const needsSecond = (await secondEditorKinds(db)).has(kind.name);
  return {
    id,
    kind: kind.name,
    title: String(current.fields.title ?? '') || titleOf(row.card),
    state: row.state as RecordState,
    desk_state: deskStateOf(row.state, draft?.status),
    url: row.state === 'published' ? addressOf(kind, { id, code: row.code }) : null,
    version: row.version,
    updated_at: row.updated_at,
    ...stored,
    origins: JSON.parse(row.origins) as Record<string, string>,
    reviewed_at: row.reviewed_at,
    reviewer: row.reviewer,
    review_due: row.review_due,
    owner: person(row.owner_id),
    draft: draft ? { ...draftView(draft), author: person(draft.author_id), problems } : null,
    base,
    differences: versionDifferences(described, stored, current, names),
    completeness: completenessOf(kind, current.fields, current.sources),
    names: [...linked.values()],
    publish_refusal: publishRefusal(
      { row, draft },
      { isSecondNeeded: needsSecond, userId, problems: problems.length },
    ),
    needs_second_editor: needsSecond,
    schedule: schedule.map(({ author_id, ...one }) => ({ ...one, author: person(author_id) })),
  };
}

const draftView = ({ version, base_version, status, updated_at, note, ...draft }: DraftRow) => ({
  version,
  base_version,
  status: status as 'draft' | 'review',
  ...versionOf(draft),
  updated_at,
  note,
});

/** The draft's base version, if the record has changed since. */
async function baseOf(db: ReadDatabase, draft: DraftRow): Promise<EditedRecord['base']> {
  const revision = await findRevision(db, draft.record_id, draft.base_version);
  return revision ? { version: revision.version, ...versionOf(revision) } : null;
}

export const versionDifferences = (
  fields: readonly FieldDescription[],
  before: ReturnType<typeof versionOf>,
  after: ReturnType<typeof versionOf>,
  names: ValueTitles,
) => [
  ...differencesOf(fields, before.fields, after.fields, names),
  ...sourceDifference(before.sources, after.sources),
];

/** Differences of sources, with the fields based on them. */
export function sourceDifference(before: readonly Partial<Source>[], after: readonly Partial<Source>[]) {
  const describe = ({ title = '', version, date = '', fields = [] }: Partial<Source>) =>
    [title, version, date, fields.join(', ')].filter(Boolean).join(' · ');
  const was = before.map(describe);
  const is = after.map(describe);
  const removed = was.filter((line) => !is.includes(line));
  const added = is.filter((line) => !was.includes(line));
  if (removed.length === 0 && added.length === 0) return [];
  return [{ field: 'sources', title: 'Источники', removed, added }];
}
