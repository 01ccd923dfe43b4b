import { administrators } from '../request/access.ts';
import type { UserType } from '#contract/account.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import type { Context } from '../request/context.ts';
import { administratorLetter, roleLetter, roles, staffErasedLetter } from '../mail/letters.ts';
import type { Letter } from '../mail/letter.ts';
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
  const at = origin.now();
  await audit(tx, origin, 'administrator made', { userId: user.id, details: way });
  await writeToAdministrators(tx, origin, 'administrator', (administrator) =>
    administratorLetter(administrator, { email: user.email, way, when: at }, origin.settings.SITE_URL),
  );
}

/** Writes to all administrators but one. */
async function writeToAdministrators(
  tx: WriteTransaction,
  { now }: Pick<Context, 'now'>,
  kind: 'administrator' | 'role',
  letterFor: (administrator: UserRow) => Letter,
  except?: number,
): Promise<void> {
  for (const administrator of await administrators(tx)) {
    const { id: userId, email: to } = administrator;
    if (userId !== except) await putLetter(tx, letterFor(administrator), { kind, to, userId, at: now() });
  }
}

/** Notifies the owner of a role change, and all administrators when it concerns staff. */
export async function notifyOfRole(
  tx: WriteTransaction,
  user: UserRow,
  origin: Origin,
  { type, way }: { type: UserType; way: string },
): Promise<void> {
  const { settings } = origin;
  const at = origin.now();
  const change = { email: user.email, type, way, when: at };
  await notify(tx, origin, {
    kind: 'role',
    to: [user.id],
    details: { role: `Теперь это ${roles[type]}.` },
    letter: (person) => roleLetter(person, change, settings.SITE_URL),
  });
  if (type === 'admin') return await notifyOfNewAdministrator(tx, user, origin, way);
  const copyFor = (person: UserRow) => roleLetter(person, change, settings.SITE_URL);
  await writeToAdministrators(tx, origin, 'role', copyFor, user.id);
}

/** Notifies all administrators when staff erase their account. */
export async function notifyOfErasure(
  tx: WriteTransaction,
  user: UserRow,
  context: Pick<Context, 'now' | 'settings'>,
): Promise<void> {
  const about = { id: user.id, when: context.now() };
  await writeToAdministrators(tx, context, 'role', (administrator) =>
    staffErasedLetter(administrator, about, context.settings.SITE_URL),
  );
}
