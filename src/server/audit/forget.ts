import { createHmac } from 'node:crypto';
import { secondsPerDay } from '#domain/durations.ts';
import { keysOfWriting } from '../base/audit-keys.ts';
import { newSalt } from '../base/chain.ts';
import { addSeconds } from '../base/clock.ts';
import type { WriteTransaction } from '../database/database.ts';
import { chunks, idsOf } from '../database/chunks.ts';
import { sealsOf } from './places.ts';
import { audit } from './audit.ts';

/** Retention of actions on others' data, as of personal data reads. */
const daysOfActions = 3 * 365;

const emptied = {
  ip: null,
  agent: null,
  details: null,
  user_id: null,
  actor_id: null,
  pseudonym: null,
  salt: null,
};

/**
 * Erases people from the log. Rows about them are emptied and listed in an `erased` row, without which a row
 * must keep its hash. Rows of their actions on others stay under a pseudonym.
 */
export async function forgetInAudit(
  tx: WriteTransaction,
  userIds: readonly number[],
  at: Date,
): Promise<void> {
  const forgotten: number[] = [];
  for (const some of chunks(userIds, 500)) {
    for (const id of some) await keepActions(tx, { actorId: id, erased: some, at });
    const rows = await tx
      .updateTable('audit')
      .set(emptied)
      .where((eb) => eb.or([eb('user_id', 'in', some), eb('actor_id', 'in', some)]))
      .returning('id')
      .execute();
    forgotten.push(...rows.map(({ id }) => id));
  }
  await nameForgotten(tx, forgotten, at);
}

/** Replaces the actor by a pseudonym in rows about others, and lists their remaining digests. */
async function keepActions(
  tx: WriteTransaction,
  { actorId, erased, at }: { actorId: number; erased: readonly number[]; at: Date },
): Promise<void> {
  const [key] = keysOfWriting.take(tx);
  // Account ids are guessable: only the audit key maps a pseudonym back.
  const pseudonym = createHmac('sha256', key?.secret ?? newSalt())
    .update(`actor ${actorId}`)
    .digest('hex')
    .slice(0, 12);
  const rows = await tx
    .updateTable('audit')
    .set({ ip: null, agent: null, actor_id: null, pseudonym })
    .where('actor_id', '=', actorId)
    .where('salt', 'is not', null)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', 'not in', erased)]))
    .returningAll()
    .execute();
  const seals = sealsOf(rows.toSorted((one, other) => one.id - other.id));
  for (const some of chunks(seals, 200))
    await audit(tx, { now: () => at }, 'actor erased', { details: some.join(' ') });
}

async function nameForgotten(tx: WriteTransaction, ids: readonly number[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  const details = ids.toSorted((one, other) => one - other).join(' ');
  await audit(tx, { now: () => at }, 'erased', { details });
}

export async function forgetOldActions(tx: WriteTransaction, now: Date): Promise<void> {
  const rows = await tx
    .updateTable('audit')
    .set(emptied)
    .where('pseudonym', 'is not', null)
    .where('at', '<=', addSeconds(now, -daysOfActions * secondsPerDay).toISOString())
    .returning('id')
    .execute();
  await nameForgotten(tx, idsOf(rows), now);
}

/** Erases accounts of unconfirmed registrations. */
export async function forgetAccounts(
  tx: WriteTransaction,
  userIds: readonly number[],
  at: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await forgetInAudit(tx, userIds, at);
  for (const some of chunks(userIds, 500)) await tx.deleteFrom('users').where('id', 'in', some).execute();
}
