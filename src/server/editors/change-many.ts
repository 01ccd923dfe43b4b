import { audit } from '../audit/audit.ts';
import type { Input } from '#contract/contract.ts';
import type { ChangedMany } from '#contract/editors.ts';
import { isAlike } from '#domain/editing/equality.ts';
import { applyPatch } from '#domain/editing/merge.ts';
import { differencesOf } from '#domain/editing/differences.ts';
import { describeKind } from '#domain/kinds/describe.ts';
import { getKind } from '#domain/kinds/index.ts';
import { dryRun, type WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { publishRecord, setOwner, submitRecord } from './record-actions.ts';
import { deleteDraft, discardDraft, saveDraft } from './drafts.ts';
import { openEdit, type RecordEdit } from './record-edit.ts';
import { namesIn, titleOf } from '../catalogue/names.ts';
import { parsed } from './record-view.ts';
import type { Caller, Handlers } from '../request/caller.ts';

type Wish = Input<'POST /api/editors/records/change'>;

export const changeManyHandlers = {
  /**
   * Applies one change to many records, each as if alone. Refusing records stay unchanged with a reason; others
   * change together. A dry run rolls everything back.
   */
  'POST /api/editors/records/change': async (caller, { input: wish }) => {
    if (Object.keys(wish.fields).length === 0 && wish.action === 'none')
      throw new HttpError(400, 'Выберите, что изменить.', 'action');
    if (Object.keys(wish.fields).length > 0 && wish.action === 'discard')
      throw new HttpError(
        400,
        'Изменить поле и тут же отказаться от правок нельзя: выберите одно.',
        'action',
      );
    const change = async (tx: WriteTransaction) => {
      const items: ChangedMany['items'] = [];
      for (const id of wish.ids.map(Number)) items.push(await changeOne(tx, caller, id, wish));
      const changed = items.filter(({ refusal }) => refusal === null).map(({ id }) => id);
      if (changed.length > 0)
        await audit(tx, caller, 'changed many', {
          details: `${wish.action} ${Object.keys(wish.fields).join(', ')}: № ${changed.join(', ')}`,
        });
      return items;
    };
    const { database } = caller;
    const items = await (wish.dry_run ? dryRun(database, change) : database.transaction(change));
    const refused = items.filter(({ refusal }) => refusal !== null).length;
    return { items, changed: items.length - refused, refused };
  },
} satisfies Partial<Handlers>;

async function changeOne(
  tx: WriteTransaction,
  caller: Caller,
  id: number,
  wish: Wish,
): Promise<ChangedMany['items'][number]> {
  const edit = await openEdit(tx, caller, id).catch(() => undefined);
  if (!edit) return { id, title: `№ ${id}`, differences: [], refusal: 'Такой записи нет.' };
  const { row, draft } = edit;
  const title = titleOf(row.card);
  const before = parsed(draft?.data ?? row.data);
  const fields = describeKind(getKind(row.kind)).fields;
  // Discarding leaves the current fields.
  const after = wish.action === 'discard' ? parsed(row.data) : applyPatch(before, wish.fields);
  const differences = differencesOf(fields, before, after, await namesIn(tx, fields, [before, after]));
  if (wish.action === 'none' && isAlike(before, after))
    return { id, title, differences, refusal: 'Здесь так и есть: менять нечего.' };
  try {
    if (wish.action !== 'discard' && !isAlike(before, after))
      await saveDraft(edit, {
        fields: wish.fields,
        expected_version: draft?.version ?? 0,
        base_version: draft?.base_version ?? row.version,
      });
    await act(await openEdit(tx, caller, id), wish);
    return { id, title, differences, refusal: null };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // A refusing record stays unchanged: its saved draft is reverted.
    await deleteDraft(edit);
    if (draft) await tx.insertInto('drafts').values(draft).execute();
    return { id, title, differences, refusal: error.message };
  }
}

async function act(edit: RecordEdit, { action, reason, fields }: Wish): Promise<void> {
  const { caller, row, draft } = edit;
  const expected_version = draft?.version ?? 0;
  if (action === 'publish') await publishRecord(edit, { reason, expected_version, reviewed: false });
  if (action === 'submit') await submitRecord(edit, { note: reason, expected_version });
  if (action === 'discard') {
    if (!draft) throw new HttpError(409, 'Правок нет: отбрасывать нечего.');
    await discardDraft(edit, { expected_version });
  }
  if (action === 'own') {
    if (row.owner_id === caller.user.id && Object.keys(fields).length === 0)
      throw new HttpError(409, 'Эта запись уже ваша.');
    await setOwner(edit, { owner: caller.user.id });
  }
}
