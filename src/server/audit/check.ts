import type { AuditCheck } from '#contract/desk.ts';
import { msPerDay } from '#domain/durations.ts';
import type { Context } from '../request/context.ts';
import type { Head } from './heads.ts';
import { verifyAudit, type Verified } from './verify.ts';

/** The last result; null before the first. */
export async function lastAuditCheck({ database }: Pick<Context, 'database'>): Promise<AuditCheck | null> {
  const row = await database.kysely
    .selectFrom('checks')
    .selectAll()
    .where('name', '=', 'audit')
    .executeTakeFirst();
  return row ? { ...(JSON.parse(row.result) as Verified), at: row.at } : null;
}

/** Verifies the whole chain, also against a head that was kept elsewhere, and stores the result. */
export async function checkAudit(
  { database, now }: Pick<Context, 'database' | 'now'>,
  head?: Head,
): Promise<AuditCheck> {
  const verified = await verifyAudit(database.kysely, {
    keys: database.auditKeys,
    heads: head ? [head] : [],
  });
  const values = { name: 'audit', at: now().toISOString(), result: JSON.stringify(verified) };
  await database.transaction((tx) =>
    tx
      .insertInto('checks')
      .values(values)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute(),
  );
  return { ...verified, at: values.at };
}

export async function checkAuditDaily(context: Context): Promise<void> {
  const last = await lastAuditCheck(context);
  const now = context.now();
  if (!last || now.getTime() - Date.parse(last.at) >= msPerDay) await checkAudit(context);
}
