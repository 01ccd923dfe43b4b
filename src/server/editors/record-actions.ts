import { formatDay, portalDay } from '#domain/dates.ts';
import { audit } from '../audit/audit.ts';
import type { Input } from '#contract/contract.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { mergeFields } from '#domain/editing/merge.ts';
import { cleanValue } from '#domain/editing/plain.ts';
import { getKind, type Source } from '#domain/kinds/index.ts';
import { reviewAfter } from '#domain/review.ts';
import { authorOf } from '../audit/content.ts';
import { writeRecord } from '../catalogue/store.ts';
import { versionOf } from '../catalogue/validation.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { DraftRow, RecordRow } from '../database/tables.ts';
import { importedDraft } from './import-draft.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import { demandLengths, problemsOf } from './check.ts';
import { deleteDraft, requireVersion, putDraft } from './drafts.ts';
import { namedRecords, titleOf } from '../catalogue/names.ts';
import { nameOf } from '../account/people.ts';
import { publishRefusal, secondEditorKinds } from './review.ts';
import { recordAction, type RecordEdit } from './record-edit.ts';
import { authorsOfDraft, editorView, fieldTitle, findRevision, getWithDraft, parsed } from './record-view.ts';
import { staff } from '../request/access.ts';
import type { Handlers } from '../request/caller.ts';

export const recordActionHandlers = {
  /** Creates a record as a draft with its kind's required fields. */
  'POST /api/editors/records': async (caller, { input: { kind: name, fields: given, copy_of } }) => {
    const { database, user } = caller;
    const id = await database.transaction(async (tx) => {
      const copied = copy_of === undefined ? undefined : await copyOf(tx, name, copy_of);
      const fields = { ...copied?.fields, ...given };
      demandLengths(getKind(name), fields);
      const written = await writeRecord(
        tx,
        {
          ...copied,
          kind: name,
          // An existing identifier must not open that record.
          expected_version: 0,
          fields: cleanValue(fields) as typeof fields,
          origins: 'editor',
          state: 'draft',
          author: authorOf(user.id),
          owner: user.id,
        },
        caller.now(),
      );
      await audit(tx, caller, 'record created', {
        recordId: written.id,
        ...(copied && { details: `Копия № ${copy_of}` }),
      });
      return written.id;
    });
    return await editorView(database.kysely, id, user.id);
  },
  'POST /api/editors/records/{id}/submit': recordAction(submitRecord),
  'POST /api/editors/records/{id}/return': recordAction(async ({ tx, caller, row, draft }, { note }) => {
    if (draft?.status !== 'review') throw new HttpError(409, `«${titleOf(row.card)}» не на проверке.`);
    await tx
      .updateTable('drafts')
      .set({ status: 'draft', note, updated_at: caller.now().toISOString() })
      .where('record_id', '=', row.id)
      .execute();
    await audit(tx, caller, 'returned from review', { recordId: row.id, details: note });
  }),
  'POST /api/editors/records/{id}/publish': recordAction(publishRecord),
  'POST /api/editors/records/{id}/unpublish': recordAction(unpublishRecord),
  /** Copies an earlier version into the draft, to be published like any other. */
  'POST /api/editors/records/{id}/restore': recordAction(async (edit, { version, expected_version }) => {
    const { tx, row, draft } = edit;
    if (draft || expected_version !== 0) await requireVersion(edit, { expected_version });
    const revision = await findRevision(tx, row.id, version);
    if (!revision) throw new HttpError(404, 'Такой версии нет.');
    if (isAlike(versionOf(revision), versionOf(row))) return await deleteDraft(edit);
    await putDraft(edit, {
      data: revision.data,
      sources: revision.sources,
      status: 'draft',
      base_version: row.version,
      note: `Взято из версии ${version}`,
    });
  }),
  'POST /api/editors/records/{id}/owner': recordAction(setOwner),
} satisfies Partial<Handlers>;

/** What a copy takes: the draft's fields, without unique identifiers. */
async function copyOf(tx: WriteTransaction, kind: string, id: number) {
  const { row, draft } = await getWithDraft(tx, id);
  if (row.kind !== kind) throw new HttpError(422, 'Копия бывает только того же вида.', 'kind');
  const copied = versionOf(draft ?? row);
  const { external } = getKind(kind);
  if (external) delete copied.fields[external.field];
  return copied;
}

/** Sends the draft, or a record that is not published, to another editor. */
export async function submitRecord(
  edit: RecordEdit,
  { note, expected_version }: Input<'POST /api/editors/records/{id}/submit'>,
): Promise<void> {
  const { row, draft } = edit;
  if (draft) await requireVersion(edit, { expected_version });
  else if (row.state === 'published') throw new HttpError(409, 'Отправлять нечего: правок нет.');
  await putInReview(edit, draft ?? row, note);
}

/** Makes a version the draft in review; unpublishable ones are refused. */
export async function putInReview(
  edit: RecordEdit,
  { data, sources }: Pick<DraftRow, 'data' | 'sources'>,
  note: string,
): Promise<void> {
  const { tx, caller, row, draft } = edit;
  await demandNoProblems(tx, row, { data, sources });
  const base_version = draft?.base_version ?? row.version;
  await putDraft(edit, { data, sources, status: 'review', base_version, note: note || null });
  await audit(tx, caller, 'sent to review', { recordId: row.id, ...(note ? { details: note } : {}) });
  await notify(tx, caller, {
    kind: 'second-review',
    to: 'editors',
    except: caller.user.id,
    recordId: row.id,
  });
}

type Publishing = Input<'POST /api/editors/records/{id}/publish'>;

/** Publishes the draft; the publisher is notified at once. */
export async function publishRecord(edit: RecordEdit, wish: Publishing): Promise<void> {
  const { tx, caller, row, draft } = edit;
  const { id } = row;
  if (draft) await requireVersion(edit, { expected_version: wish.expected_version });
  else if (wish.expected_version !== 0)
    throw new HttpError(409, 'Этот черновик уже опубликован или удалён. Откройте запись заново.', 'version');
  const merged = draft ? await mergedWithRecord(tx, row, draft) : undefined;
  await demandNoProblems(tx, row, draft);
  const isSecondNeeded = (await secondEditorKinds(tx)).has(row.kind);
  const refusal = publishRefusal(edit, { isSecondNeeded, userId: caller.user.id, problems: 0 });
  if (refusal) throw new HttpError(409, refusal);
  const today = portalDay(caller.now());
  const fields = { ...parsed(row.data), ...merged?.fields };
  demandDay(row, merged?.fields ?? fields, today);
  const authors = draft ? authorsOfDraft(draft) : [];
  // The draft's author stays the author.
  const author = authors.includes(caller.user.id) || !draft?.author_id ? caller.user.id : draft.author_id;
  const imported = await importedDraft(tx, id);
  const { version } = await writeRecord(
    tx,
    {
      ...(merged ?? { fields: {} }),
      kind: row.kind,
      id,
      whole: merged !== undefined,
      origins: imported.originsOf(fields),
      state: 'published',
      successor: null,
      ...(wish.reviewed ? { reviewed_at: today, reviewer: nameOf(caller.user) } : {}),
      review_due: wish.review_due ?? reviewDueOf(row, wish, today),
      author: authorOf(author),
      ...(wish.reason ? { reason: wish.reason } : {}),
    },
    caller.now(),
  );
  if (row.owner_id === null)
    await tx.updateTable('records').set({ owner_id: author }).where('id', '=', id).execute();
  await deleteDraft(edit);
  await imported.published(version);
  await audit(tx, caller, 'published', { recordId: id, ...(wish.reason ? { details: wish.reason } : {}) });
}

/** Refuses to publish before the record's own day; a published one may be corrected. */
export function demandDay(row: RecordRow, fields: Record<string, unknown>, on: string): void {
  const kind = getKind(row.kind);
  const field = kind.publishedOn;
  const day = field && fields[field];
  if (typeof day !== 'string' || day <= on) return;
  if (row.state === 'published' && parsed(row.data)[field!] === day) return;
  throw new HttpError(
    422,
    `${kind.titles.one} от ${formatDay(day)} раньше этого дня не выходит. Опубликуйте по расписанию: «Ещё», «Запланировать», или исправьте дату.`,
    field,
  );
}

/** Default review day: the kind's months from today if reviewed now or never scheduled. */
function reviewDueOf({ kind, review_due }: RecordRow, { reviewed }: Publishing, today: string) {
  return reviewed || review_due === null ? reviewAfter(getKind(kind), today) : review_due;
}

/** Merges changes published meanwhile; conflicts need a decision. */
async function mergedWithRecord(tx: WriteTransaction, row: RecordRow, draft: DraftRow) {
  const whole = (version: Pick<DraftRow, 'data' | 'sources'>) => {
    const { fields, sources } = versionOf(version);
    return { ...fields, sources };
  };
  const base = draft.base_version === row.version ? row : await findRevision(tx, row.id, draft.base_version);
  const { fields: merged, conflicts } = mergeFields(whole(base!), whole(draft), whole(row));
  if (conflicts.length > 0) {
    const named = conflicts.map((name) => `«${fieldTitle(row.kind, name) ?? name}»`).join(', ');
    throw new HttpError(
      409,
      `Тем временем другой человек или импорт изменил: ${named}. Сравните и выберите, что оставить.`,
      conflicts[0],
    );
  }
  const { sources, ...fields } = merged;
  return { fields, sources: sources as Source[] };
}

/** Unpublishes a record; its page redirects to the successor or answers 410. */
export async function unpublishRecord(
  { tx, caller, row }: RecordEdit,
  { reason, successor, archive }: Input<'POST /api/editors/records/{id}/unpublish'>,
): Promise<void> {
  const { id } = row;
  if (row.state !== 'published') throw new HttpError(409, `«${titleOf(row.card)}» и так не опубликовано.`);
  if (successor !== undefined) {
    const next = (await namedRecords(tx, [successor])).get(successor);
    if (successor === id) throw new HttpError(422, 'Запись не может быть своим преемником.', 'successor');
    if (next?.kind !== row.kind || next.state !== 'published')
      throw new HttpError(422, 'Преемником может быть опубликованная запись того же вида.', 'successor');
  }
  await writeRecord(
    tx,
    {
      kind: row.kind,
      id,
      fields: {},
      origins: 'editor',
      state: archive ? 'archived' : 'draft',
      successor: successor ?? null,
      author: authorOf(caller.user.id),
      reason,
    },
    caller.now(),
  );
  // An existing draft keeps its base.
  await tx
    .updateTable('drafts')
    .set({ base_version: row.version + 1 })
    .where('record_id', '=', id)
    .where('base_version', '=', row.version)
    .execute();
  await audit(tx, caller, 'unpublished', {
    recordId: id,
    details: successor === undefined ? reason : `${reason} → № ${successor}`,
  });
}

export async function setOwner(
  { tx, caller, row }: RecordEdit,
  { owner }: Input<'POST /api/editors/records/{id}/owner'>,
): Promise<void> {
  await staff(tx)
    .select('users.id')
    .where('users.id', '=', owner)
    .executeTakeFirstOrThrow(
      () => new HttpError(422, 'Отвечать за запись может редактор или администратор.', 'owner'),
    );
  if (row.owner_id === owner) return;
  await tx.updateTable('records').set({ owner_id: owner }).where('id', '=', row.id).execute();
  await audit(tx, caller, 'owner changed', { recordId: row.id, userId: owner });
}

async function demandNoProblems(
  tx: WriteTransaction,
  row: RecordRow,
  version: Pick<DraftRow, 'data' | 'sources'> | undefined,
): Promise<void> {
  const [first, ...also] = await problemsOf(tx, row, version);
  if (first) throw new HttpError(422, first.message, first.field, { also });
}
