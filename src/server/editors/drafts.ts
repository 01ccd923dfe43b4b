import { audit } from '../audit/audit.ts';
import type { Input } from '#contract/contract.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { applyPatch } from '#domain/editing/merge.ts';
import { cleanValue } from '#domain/editing/plain.ts';
import { getKind } from '#domain/kinds/index.ts';
import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { DraftRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { demandLengths } from './check.ts';
import { authorsOfDraft, getWithDraft, parsed, editorView, type Edited } from './record-view.ts';
import type { Caller } from '../request/caller.ts';

type Save = Input<'POST /api/editors/records/{id}/draft'>;

/** Saves an edit, invisible to readers; never overwrites unseen changes. */
export async function saveDraft(tx: WriteTransaction, caller: Caller, id: number, save: Save): Promise<void> {
  const edited = await getWithDraft(tx, id);
  const { row, draft } = edited;
  await requireVersion(tx, caller, edited, save);
  const kind = getKind(row.kind);
  const patch = save.fields;
  demandLengths(kind, patch);
  const before = parsed(row.data);
  const sourcesBefore: unknown = JSON.parse(draft?.sources ?? row.sources);
  const fields = applyPatch(draft ? parsed(draft.data) : before, cleanValue(patch) as typeof patch);
  const sources = save.sources === undefined ? sourcesBefore : cleanValue(save.sources);
  const isNothing =
    isAlike(fields, before) && isAlike(sources, JSON.parse(row.sources)) && draft?.status !== 'review';
  if (isNothing) {
    await tx.deleteFrom('drafts').where('record_id', '=', id).execute();
    return;
  }
  await putDraft(tx, caller, edited, {
    data: JSON.stringify(fields),
    sources: JSON.stringify(sources),
    // Saving moves a draft out of review.
    status: 'draft',
    base_version: save.base_version ?? draft?.base_version ?? row.version,
    note: draft?.note ?? null,
  });
}

/** Writes a draft; returns its new version. */
export async function putDraft(
  tx: WriteTransaction,
  caller: Caller,
  { row, draft }: Edited,
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
  tx: WriteTransaction,
  caller: Caller,
  { row, draft }: Edited,
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

export async function discardDraft(
  tx: WriteTransaction,
  caller: Caller,
  id: number,
  { expected_version }: { expected_version: number },
): Promise<void> {
  const edited = await getWithDraft(tx, id);
  if (!edited.draft) return;
  await requireVersion(tx, caller, edited, { expected_version });
  await tx.deleteFrom('drafts').where('record_id', '=', id).execute();
  await audit(tx, caller, 'draft discarded', { recordId: id });
}
