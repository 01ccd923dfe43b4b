import type { WriteTransaction } from './database.ts';

/** The next number of its kind, or the first of several; writers are serialised, so each is unique. */
export async function nextNumber(
  tx: WriteTransaction,
  name:
    | 'record'
    | 'change'
    | 'terms'
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
  count = 1,
): Promise<number> {
  const { value } = await tx
    .updateTable('meta')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}
