import type { Context } from '../context.ts';
import type { Writing } from '../database/database.ts';
import type { CaseRow, UserRow } from '../database/tables.ts';
import type { Visit } from '../request/visit.ts';

/** Who does it, from where. */
export interface Author {
  user: UserRow;
  visit: Visit;
  context: Context;
}

export const clock = ({ now = () => new Date() }: Context) => now();

/** Writes columns of a case; every change is a new version. */
export async function change(
  tx: Writing,
  row: Pick<CaseRow, 'id' | 'version'>,
  context: Context,
  columns: Partial<CaseRow>,
): Promise<CaseRow> {
  return await tx
    .updateTable('cases')
    .set({ ...columns, version: row.version + 1, updated_at: clock(context).toISOString() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
