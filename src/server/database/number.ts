import type { WriteTransaction } from './database.ts';

/** The next number of its kind; writers are serialised, so it is unique. */
export async function nextNumber(
  tx: WriteTransaction,
  name:
    | 'user'
    | 'consent'
    | 'letter'
    | 'audit'
    | 'application'
    | 'upload'
    | 'reading'
    | 'report'
    | 'case part'
    | 'draft'
    | 'view'
    | 'schedule'
    | 'import'
    | 'publication'
    | 'trouble'
    | 'purge'
    | 'file'
    | 'notification'
    | 'record comment'
    | 'broadcast',
): Promise<number> {
  const { value } = await tx
    .updateTable('meta')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}
