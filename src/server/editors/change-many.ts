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
import { discardDraft, saveDraft } from './drafts.ts';
import { namesIn, titleOf } from '../catalogue/names.ts';
import { findDraft, getRow, parsed } from './record-view.ts';
import type { Caller, Handler } from '../request/caller.ts';

type Wish = Input<'POST /api/editors/records/change'>;

/**
 * Applies one change to many records, each as if alone. Refusing records stay unchanged with a reason; others
 * change together. A dry run rolls everything back.
 */
export const changeMany: Handler<'POST /api/editors/records/change'> = async (caller, { input: wish }) => {
  if (Object.keys(wish.fields).length === 0 && wish.action === 'none')
    throw new HttpError(400, 'Выберите, что изменить.', 'action');
  if (Object.keys(wish.fields).length > 0 && wish.action === 'discard')
    throw new HttpError(400, 'Изменить поле и тут же отказаться от правок нельзя: выберите одно.', 'action');
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
};

async function changeOne(
  tx: WriteTransaction,
  caller: Caller,
  id: number,
  wish: Wish,
): Promise<ChangedMany['items'][number]> {
  const row = await getRow(tx, id).catch(() => undefined);
  if (!row) return { id, title: `№ ${id}`, differences: [], refusal: 'Такой записи нет.' };
  const title = titleOf(row.card);
  const draft = await findDraft(tx, id);
  const before = parsed(draft?.data ?? row.data);
  const fields = describeKind(getKind(row.kind)).fields;
  // Discarding leaves the current fields.
  const after = wish.action === 'discard' ? parsed(row.data) : applyPatch(before, wish.fields);
  const differences = differencesOf(fields, before, after, await namesIn(tx, fields, [before, after]));
  if (wish.action === 'none' && isAlike(before, after))
    return { id, title, differences, refusal: 'Здесь так и есть: менять нечего.' };
  try {
    if (wish.action !== 'discard' && !isAlike(before, after))
      await saveDraft(tx, caller, id, {
        fields: wish.fields,
        expected_version: draft?.version ?? 0,
        base_version: draft?.base_version ?? row.version,
      });
    await act(tx, caller, id, wish);
    return { id, title, differences, refusal: null };
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // A refusing record stays unchanged: its saved draft is reverted.
    await tx.deleteFrom('drafts').where('record_id', '=', id).execute();
    if (draft) await tx.insertInto('drafts').values(draft).execute();
    return { id, title, differences, refusal: error.message };
  }
}

async function act(
  tx: WriteTransaction,
  caller: Caller,
  id: number,
  { action, reason, fields }: Wish,
): Promise<void> {
  const expected_version = (await findDraft(tx, id))?.version ?? 0;
  if (action === 'publish')
    await publishRecord(tx, caller, id, { reason, expected_version, reviewed: false });
  if (action === 'submit') await submitRecord(tx, caller, id, { note: reason, expected_version });
  if (action === 'discard') {
    if (expected_version === 0) throw new HttpError(409, 'Правок нет: отбрасывать нечего.');
    await discardDraft(tx, caller, id, { expected_version });
  }
  if (action === 'own') {
    const { owner_id } = await getRow(tx, id);
    if (owner_id === caller.user.id && Object.keys(fields).length === 0)
      throw new HttpError(409, 'Эта запись уже ваша.');
    await setOwner(tx, caller, id, { owner: caller.user.id });
  }
}
