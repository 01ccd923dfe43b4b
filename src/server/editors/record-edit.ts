import type { EditedRecord } from '#contract/editors.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { Caller, HandlerRequest } from '../request/caller.ts';
import { editorView, getWithDraft, type RecordWithDraft } from './record-view.ts';

export interface RecordEdit extends RecordWithDraft {
  tx: WriteTransaction;
  caller: Caller;
}

export const openEdit = async (tx: WriteTransaction, caller: Caller, id: number): Promise<RecordEdit> => ({
  tx,
  caller,
  ...(await getWithDraft(tx, id)),
});

/** The call of a change to a record: the record as its form needs it. */
export function recordAction<Given>(
  change: (edit: RecordEdit, given: Given) => Promise<void>,
): (caller: Caller, request: HandlerRequest<{ id: number }, unknown, Given>) => Promise<EditedRecord> {
  return async (caller, { path: { id }, input }) => {
    await caller.database.transaction(async (tx) => change(await openEdit(tx, caller, id), input));
    return await editorView(caller.db, id, caller.user.id);
  };
}
