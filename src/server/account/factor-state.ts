import type { FactorKind } from '#contract/account.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import type { AuditAction } from '#domain/audit-actions.ts';
import { audit, type AuditOrigin } from '../audit/audit.ts';
import type { WriteTransaction } from '../database/database.ts';
import { factorLetter, type FactorNews } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import type { Context } from '../request/context.ts';

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

interface FactorChange {
  action: AuditAction;
  news: FactorNews;
  passkey?: string;
}

export async function recordFactorChange(
  tx: WriteTransaction,
  user: UserRow,
  { action, news, passkey }: FactorChange,
  origin: AuditOrigin & Pick<Context, 'settings'>,
): Promise<void> {
  await audit(tx, origin, action, { userId: user.id, details: passkey });
  const letter = factorLetter(user.email, { news, when: origin.now(), passkey });
  await putLetter(tx, origin, { kind: 'factor', to: user }, letter);
}
