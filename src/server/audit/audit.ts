import type { AuditAction } from '#domain/audit-actions.ts';
import { appendToAudit } from './append.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { ClientInfo } from '../request/client.ts';
import type { Caller } from '../request/caller.ts';

interface Entry {
  at: Date;
  action: AuditAction;
  userId?: number | undefined;
  recordId?: number | undefined;
  actorId?: number | undefined;
  client?: ClientInfo | undefined;
  details?: string;
}

/** Appends who did what, from where, to the tamper-evident log. */
export async function audit(
  tx: WriteTransaction,
  { at, action, userId, recordId, actorId, client, details }: Entry,
): Promise<void> {
  await appendToAudit(tx, [
    {
      at: at.toISOString(),
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

/** Audits an action of this editor in its transaction. */
export const auditAction = (
  tx: WriteTransaction,
  caller: Caller,
  entry: { action: AuditAction; recordId?: number; userId?: number; details?: string },
): Promise<void> => audit(tx, { ...entry, at: caller.now(), actorId: caller.user.id, client: caller.client });
