import type { UserType } from '#contract/account.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import type { Context } from '../request/context.ts';
import { administratorLetter, roleLetter, roles, staffErasedLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { audit, type AuditOrigin } from '../audit/audit.ts';
import { administrators } from './people.ts';

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
  for (const administrator of await administrators(tx)) {
    const letter = administratorLetter(
      administrator,
      { email: user.email, way, when: at },
      origin.settings.SITE_URL,
    );
    await putLetter(tx, letter, {
      kind: 'administrator',
      to: administrator.email,
      userId: administrator.id,
      at,
    });
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
  for (const administrator of await administrators(tx)) {
    if (administrator.id === user.id) continue;
    const copy = roleLetter(administrator, change, settings.SITE_URL);
    await putLetter(tx, copy, { kind: 'role', to: administrator.email, userId: administrator.id, at });
  }
}

/** Notifies all administrators when staff erase their account. */
export async function notifyOfErasure(
  tx: WriteTransaction,
  user: UserRow,
  { now, settings }: Pick<Context, 'now' | 'settings'>,
): Promise<void> {
  const at = now();
  for (const administrator of await administrators(tx)) {
    const letter = staffErasedLetter(administrator, { id: user.id, when: at }, settings.SITE_URL);
    await putLetter(tx, letter, { kind: 'role', to: administrator.email, userId: administrator.id, at });
  }
}
