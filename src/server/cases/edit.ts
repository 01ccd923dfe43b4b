import type { Context } from '../request/context.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { CaseRow } from '../database/tables.ts';

/** Updates columns of a case and increments its version. */
export async function editCase(
  tx: WriteTransaction,
  row: Pick<CaseRow, 'id' | 'version'>,
  context: Context,
  columns: Partial<CaseRow>,
): Promise<CaseRow> {
  return await tx
    .updateTable('cases')
    .set({ ...columns, version: row.version + 1, updated_at: context.now().toISOString() })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
