import type { AuditAction } from '#domain/deeds.ts';
import { appendToAudit } from './write.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { ClientInfo } from '../request/visit.ts';
import type { Caller } from '../request/caller.ts';

interface Entry {
  at: Date;
  deed: AuditAction;
  userId?: number | undefined;
  recordId?: number | undefined;
  actorId?: number | undefined;
  visit?: ClientInfo | undefined;
  details?: string;
}

/** Notes who did what, from where, in the chain that nothing can be taken out of. */
export async function note(
  tx: WriteTransaction,
  { at, deed, userId, recordId, actorId, visit, details }: Entry,
): Promise<void> {
  await appendToAudit(tx, [
    {
      at: at.toISOString(),
      deed,
      record_id: recordId ?? null,
      user_id: userId ?? null,
      actor_id: actorId ?? null,
      ip: visit?.ip ?? null,
      agent: visit?.agent ?? null,
      details: details ?? null,
    },
  ]);
}

/** Notes a deed of this editor in the audit, in the transaction of the deed itself. */
export const auditAction = (
  tx: WriteTransaction,
  caller: Caller,
  entry: { deed: AuditAction; recordId?: number; userId?: number; details?: string },
): Promise<void> => note(tx, { ...entry, at: caller.now(), actorId: caller.user.id, visit: caller.visit });
