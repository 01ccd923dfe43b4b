import { sql } from 'kysely';
import type { Dialect, WriteTransaction } from '../database/database.ts';

interface Link {
  table: string;
  name: string;
}

/**
 * Defers foreign keys within the transaction, because tables refer to each other; they are checked at its
 * end.
 */
export async function withLateLinks<Result>(
  tx: WriteTransaction,
  dialect: Dialect,
  action: () => Promise<Result>,
): Promise<Result> {
  if (dialect === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(tx);
    return await action();
  }
  const { rows } = await sql<Link>`
    select child.relname as "table", link.conname as name from pg_constraint as link
    join pg_class as child on child.oid = link.conrelid
    join pg_namespace as space on space.oid = link.connamespace
    where link.contype = 'f' and space.nspname = current_schema()`.execute(tx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} deferrable initially deferred`.execute(
      tx,
    );
  const result = await action();
  await sql`set constraints all immediate`.execute(tx);
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} alter constraint ${sql.ref(name)} not deferrable`.execute(tx);
  return result;
}
