import { administrators } from '../request/access.ts';
import type { UserType } from '#contract/account.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import type { Context } from '../request/context.ts';
import { administratorLetter, roleLetter, roles, staffErasedLetter } from '../mail/letters.ts';
import type { LetterText } from '../mail/letter.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { audit, type AuditOrigin } from '../audit/audit.ts';

type Origin = AuditOrigin & Pick<Context, 'settings'>;

/**
 * A new administrator is audited and reported to all administrators, including the new one. `way` follows
 * «назначен».
 */
export async function notifyOfNewAdministrator(
  tx: WriteTransaction,
  user: UserRow,
  origin: Origin,
  way: string,
): Promise<void> {
  await audit(tx, origin, 'administrator made', { userId: user.id, details: way });
  const letter = administratorLetter({ email: user.email, way, when: origin.now() });
  await writeToAdministrators(tx, origin, 'administrator', letter);
}

async function writeToAdministrators(
  tx: WriteTransaction,
  context: Pick<Context, 'settings' | 'now'>,
  kind: 'administrator' | 'role',
  letter: LetterText,
  except?: number,
): Promise<void> {
  for (const to of await administrators(tx))
    if (to.id !== except) await putLetter(tx, context, { kind, to }, letter);
}

/** Notifies the owner of a role change, and all administrators when it concerns staff. */
export async function notifyOfRole(
  tx: WriteTransaction,
  user: UserRow,
  origin: Origin,
  { type, way }: { type: UserType; way: string },
): Promise<void> {
  const change = { email: user.email, type, way, when: origin.now() };
  await notify(tx, origin, {
    kind: 'role',
    to: [user.id],
    details: { role: `Теперь это ${roles[type]}.` },
    letter: roleLetter(change, true),
  });
  if (type === 'admin') return await notifyOfNewAdministrator(tx, user, origin, way);
  await writeToAdministrators(tx, origin, 'role', roleLetter(change, false), user.id);
}

export async function notifyOfErasure(
  tx: WriteTransaction,
  user: UserRow,
  context: Pick<Context, 'now' | 'settings'>,
): Promise<void> {
  await writeToAdministrators(tx, context, 'role', staffErasedLetter(user.id, context.now()));
}
