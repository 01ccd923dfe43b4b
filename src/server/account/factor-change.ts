import type { AuditAction } from '#domain/audit-actions.ts';
import { audit, type AuditOrigin } from '../audit/audit.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { factorLetter, type FactorNews } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import type { Context } from '../request/context.ts';

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
