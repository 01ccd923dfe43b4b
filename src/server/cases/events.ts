import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { CaseRow } from '../database/tables.ts';
import type { Caller } from '../request/caller.ts';
import { audit } from '../audit/audit.ts';
import type { CaseAction } from './author-view.ts';

interface CaseEvent {
  action: CaseAction;
  side: 'author' | 'editor';
  text?: string;
}

export type RecordedAction = Exclude<CaseAction, 'consent removed'>;

/** Adds the caller's action to the history of the case and to the audit. */
export async function recordAction(
  tx: WriteTransaction,
  caller: Caller,
  { id, user_id }: Pick<CaseRow, 'id' | 'user_id'>,
  event: CaseEvent & { action: RecordedAction },
): Promise<void> {
  await addEvent(tx, id, event, caller.now(), caller.user.id);
  await audit(tx, caller, `case ${event.action}`, { userId: user_id, details: String(id) });
}

export async function addEvent(
  tx: WriteTransaction,
  case_id: number,
  event: CaseEvent,
  at: Date,
  actor_id: number | null = null,
): Promise<void> {
  const id = await nextNumber(tx, 'case part');
  const values = { text: '', ...event, id, case_id, actor_id, at: at.toISOString() };
  await tx.insertInto('case_events').values(values).execute();
}
