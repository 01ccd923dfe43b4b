import type { FactorKind } from '#contract/account.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';

/** Staff need more than a password (ruling G54). */
export const needsFactor = ({ type }: Pick<UserRow, 'type'>) => type === 'editor' || type === 'admin';

/** Factors of an account; recovery codes replace any of them. */
export async function factorsOf(db: ReadDatabase, userId: number): Promise<FactorKind[]> {
  const application = await db
    .selectFrom('factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const passkey = await db
    .selectFrom('passkeys')
    .select('user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return [...(application ? (['application'] as const) : []), ...(passkey ? (['passkey'] as const) : [])];
}

export const hasFactor = async (db: ReadDatabase, userId: number): Promise<boolean> =>
  (await factorsOf(db, userId)).length > 0;
