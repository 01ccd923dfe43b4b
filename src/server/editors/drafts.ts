import { audit } from '../audit/audit.ts';
import type { Input } from '#contract/contract.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { applyPatch } from '#domain/editing/merge.ts';
import { cleanValue } from '#domain/editing/plain.ts';
import { getKind } from '#domain/kinds/index.ts';
import { versionOf } from '../catalogue/validation.ts';
import { nextNumber } from '../database/number.ts';
import type { DraftRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Handlers } from '../request/caller.ts';
import { demandLengths } from './check.ts';
import { recordAction, type RecordEdit } from './record-edit.ts';
import { authorsOfDraft, editorView } from './record-view.ts';

type Save = Input<'POST /api/editors/records/{id}/draft'>;

export const draftHandlers = {
  'POST /api/editors/records/{id}/draft': recordAction(saveDraft),
  'POST /api/editors/records/{id}/discard': recordAction(discardDraft),
} satisfies Partial<Handlers>;

/** Saves an edit, invisible to readers; never overwrites unseen changes. */
export async function saveDraft(edit: RecordEdit, save: Save): Promise<void> {
  const { row, draft } = edit;
  await requireVersion(edit, save);
  demandLengths(getKind(row.kind), save.fields);
  const stored = versionOf(row);
  const current = versionOf(draft ?? row);
  const fields = applyPatch(current.fields, cleanValue(save.fields) as typeof save.fields);
  const sources = save.sources === undefined ? current.sources : cleanValue(save.sources);
  if (isAlike({ fields, sources }, stored) && draft?.status !== 'review') return await deleteDraft(edit);
  await putDraft(edit, {
    data: JSON.stringify(fields),
    sources: JSON.stringify(sources),
    // Saving moves a draft out of review.
    status: 'draft',
    base_version: save.base_version ?? draft?.base_version ?? row.version,
    note: draft?.note ?? null,
  });
}

export async function discardDraft(
  edit: RecordEdit,
  { expected_version }: { expected_version: number },
): Promise<void> {
  const { tx, caller, row, draft } = edit;
  if (!draft) return;
  await requireVersion(edit, { expected_version });
  await deleteDraft(edit);
  await audit(tx, caller, 'draft discarded', { recordId: row.id });
}

export async function deleteDraft({ tx, row }: Pick<RecordEdit, 'tx' | 'row'>): Promise<void> {
  await tx.deleteFrom('drafts').where('record_id', '=', row.id).execute();
}

/** Writes a draft; returns its new version. */
export async function putDraft(
  { tx, caller, row, draft }: RecordEdit,
  given: Pick<DraftRow, 'data' | 'sources' | 'status' | 'base_version' | 'note'>,
): Promise<number> {
  const at = caller.now().toISOString();
  const authors = [...new Set([...(draft ? authorsOfDraft(draft) : []), caller.user.id])];
  const values = {
    ...given,
    record_id: row.id,
    version: await nextNumber(tx, 'draft'),
    authors: JSON.stringify(authors),
    author_id: caller.user.id,
    created_at: draft?.created_at ?? at,
    updated_at: at,
  };
  await tx
    .insertInto('drafts')
    .values(values)
    .onConflict((conflict) => conflict.column('record_id').doUpdateSet(values))
    .execute();
  return values.version;
}

/** Throws 409 with both sides if draft or record differ from what the editor saw. */
export async function requireVersion(
  { tx, caller, row, draft }: RecordEdit,
  save: Pick<Save, 'expected_version' | 'base_version'>,
): Promise<void> {
  const isDraftSeen = save.expected_version === (draft?.version ?? 0);
  const bases = draft ? [draft.base_version, row.version] : [row.version];
  const isBaseSeen =
    save.base_version === undefined ? draft !== undefined : bases.includes(save.base_version);
  if (isDraftSeen && isBaseSeen) return;
  if (save.base_version === undefined && isDraftSeen)
    throw new HttpError(400, 'Назовите base_version: версию записи, которую вы правите.', 'base_version');
  throw new HttpError(
    409,
    'Тем временем запись изменили. Ваш текст не потерян: сравните обе правки и выберите, что оставить.',
    'version',
    { data: await editorView(tx, row.id, caller.user.id) },
  );
}
