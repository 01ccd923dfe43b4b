import { slices } from '../catalogue/stored.ts';
import type { Writing } from '../database/database.ts';
import { newSalt, sealRow, type AuditFacts } from './chain.ts';

export type AuditEntry = Omit<AuditFacts, 'id'>;

/** Appends rows to the chain; writers queue, so each finds the former at the end. */
export async function appendToAudit(tx: Writing, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const { value } = await tx
    .updateTable('meta')
    .set((eb) => ({ value: eb('value', '+', entries.length) }))
    .where('name', '=', 'audit')
    .returning('value')
    .executeTakeFirstOrThrow();
  const first = value - entries.length + 1;
  const former = await tx
    .selectFrom('audit')
    .select('hash')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  let last = former?.hash ?? '';
  const rows = entries.map((entry, index) => {
    const row = { record_id: null, ...entry, id: first + index };
    const sealed = sealRow(row, last, newSalt());
    last = sealed.hash;
    return { ...row, ...sealed };
  });
  for (const some of slices(rows, 100)) await tx.insertInto('audit').values(some).execute();
}
