import type { WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { CaseAction } from './author-view.ts';

interface CaseEvent {
  id: number;
  action: CaseAction;
  side: 'author' | 'editor';
  actorId: number | null;
  at: Date;
  text?: string;
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
