import type { Writing } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { Visit } from '../http/visit.ts';

export type Deed =
  | 'registered'
  | 'confirmed'
  | 'signed in'
  | 'failed to sign in'
  | 'signed out'
  | 'asked for a new password'
  | 'set a new password'
  | 'changed the password'
  | 'asked for another address'
  | 'changed the address'
  | 'ended sessions'
  | 'withdrew a consent'
  | 'exported'
  | 'erased'
  | 'account made'
  | 'type changed';

interface Entry {
  at: Date;
  deed: Deed;
  userId?: number | undefined;
  actorId?: number | undefined;
  visit?: Visit | undefined;
  details?: string;
}

/** Notes who did what, from where. */
export async function note(tx: Writing, { at, deed, userId, actorId, visit, details }: Entry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      id: await nextNumber(tx, 'audit'),
      at: at.toISOString(),
      deed,
      user_id: userId ?? null,
      actor_id: actorId ?? null,
      ip: visit?.ip ?? null,
      agent: visit?.agent ?? null,
      details: details ?? null,
    })
    .execute();
}
