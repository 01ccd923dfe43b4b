import type { WriteTransaction } from '../database/database.ts';
import { slices } from '../database/slices.ts';
import { appendToAudit } from './write.ts';

/**
 * Takes people out of the audit, and gives the numbers of the rows that say nothing of them any more. The chain stays
 * whole: a row `erased` names those rows, and only so may a row lose its seal.
 */
export async function forgetInAudit(tx: WriteTransaction, userIds: readonly number[]): Promise<number[]> {
  const forgotten: number[] = [];
  for (const some of slices(userIds, 500)) {
    const rows = await tx
      .updateTable('audit')
      .set({ ip: null, agent: null, details: null, user_id: null, actor_id: null, salt: null })
      .where((eb) => eb.or([eb('user_id', 'in', some), eb('actor_id', 'in', some)]))
      .returning('id')
      .execute();
    forgotten.push(...rows.map(({ id }) => id));
  }
  return forgotten.toSorted((one, other) => one - other);
}

/** The rows of accounts that are no more: registrations that nobody has confirmed. */
export async function forgetAccounts(
  tx: WriteTransaction,
  userIds: readonly number[],
  at: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  const rows = await forgetInAudit(tx, userIds);
  for (const some of slices(userIds, 500)) await tx.deleteFrom('users').where('id', 'in', some).execute();
  if (rows.length > 0)
    await appendToAudit(tx, [
      {
        at: at.toISOString(),
        deed: 'erased',
        user_id: null,
        actor_id: null,
        ip: null,
        agent: null,
        details: rows.join(' '),
      },
    ]);
}
