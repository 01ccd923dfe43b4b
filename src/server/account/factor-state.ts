import type { Reading } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';

/** Those who can change what others read need more than a password (ruling G54). */
export const needsFactor = ({ type }: Pick<UserRow, 'type'>) => type === 'editor' || type === 'admin';

export async function hasFactor(db: Reading, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('factors')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined && row.confirmed_at !== null;
}
