import type { AuditAction } from '#domain/audit-actions.ts';
import { appendToAudit } from './append.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { Caller } from '../request/caller.ts';

/** A caller, or the context of work without a request. */
export type AuditOrigin = Pick<Caller, 'now'> & Partial<Pick<Caller, 'actor' | 'client'>>;

interface Entry {
  userId?: number | null;
  recordId?: number;
  /** The account that acts, where it is not yet the caller's. */
  actorId?: number;
  details?: string;
}

/** Appends who did what, when and from where, to the tamper-evident log. */
export async function audit(
  tx: WriteTransaction,
  { now, actor, client }: AuditOrigin,
  action: AuditAction,
  { userId, recordId, actorId = actor?.user?.id, details }: Entry = {},
): Promise<void> {
  await appendToAudit(tx, [
    {
      at: now().toISOString(),
      action,
      record_id: recordId ?? null,
      user_id: userId ?? null,
      actor_id: actorId ?? null,
      ip: client?.ip ?? null,
      agent: client?.agent ?? null,
      details: details ?? null,
    },
  ]);
}
