import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { CaseRow } from '../database/tables.ts';
import type { Caller } from '../request/caller.ts';
import { audit } from '../audit/audit.ts';
import type { CaseAction } from './author-view.ts';

interface CaseEvent {
  id: number;
  action: CaseAction;
  side: 'author' | 'editor';
  actorId: number | null;
  at: Date;
  text?: string;
}

export type RecordedAction = Exclude<CaseAction, 'consent removed'>;

/** Adds the caller's action to the history of the case and to the audit. */
export async function recordAction(
  tx: WriteTransaction,
  caller: Caller,
  { id, user_id }: Pick<CaseRow, 'id' | 'user_id'>,
  { action, ...event }: { action: RecordedAction; side: CaseEvent['side']; text?: string },
): Promise<void> {
  await addEvent(tx, { id, action, actorId: caller.user.id, at: caller.now(), ...event });
  await audit(tx, caller, `case ${action}`, { userId: user_id, details: String(id) });
}

export async function addEvent(
  tx: WriteTransaction,
  { id, action, side, actorId, at, text = '' }: CaseEvent,
): Promise<void> {
  await tx
    .insertInto('case_events')
    .values({
      id: await nextNumber(tx, 'case part'),
      case_id: id,
      actor_id: actorId,
      at: at.toISOString(),
      action,
      side,
      text,
    })
    .execute();
}
