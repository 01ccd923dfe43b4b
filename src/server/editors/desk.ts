import type { Deed } from '#domain/deeds.ts';
import type { Context } from '../context.ts';
import type { Writing } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { note } from '../account/audit.ts';
import type { Visit } from '../http/visit.ts';

/** An editor at work: who, from where, on what. */
export interface Desk {
  user: UserRow;
  visit: Visit;
  context: Context;
}

export const nowOf = ({ context }: Pick<Desk, 'context'>): Date => context.now?.() ?? new Date();

/** Notes a deed of this editor in the audit, in the transaction of the deed itself. */
export const noteDeed = (
  tx: Writing,
  desk: Desk,
  entry: { deed: Deed; recordId?: number; userId?: number; details?: string },
): Promise<void> => note(tx, { ...entry, at: nowOf(desk), actorId: desk.user.id, visit: desk.visit });
