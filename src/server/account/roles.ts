import type { UserType } from '#contract/account.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import type { ClientInfo } from '../request/client.ts';
import { administratorLetter, roleLetter, roles, staffErasedLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import type { Settings } from '../settings.ts';
import { audit } from '../audit/audit.ts';

interface Circumstances {
  /** Follows «назначен». */
  way: string;
  actorId?: number;
  client?: ClientInfo;
  at: Date;
  settings: Settings;
}

/** A new administrator is audited and reported to all administrators, including the new one. */
export async function notifyOfNewAdministrator(
  tx: WriteTransaction,
  user: UserRow,
  { way, actorId, client, at, settings }: Circumstances,
): Promise<void> {
  await audit(tx, { at, action: 'administrator made', userId: user.id, actorId, client, details: way });
  for (const administrator of await administrators(tx)) {
    const letter = administratorLetter(
      administrator,
      { email: user.email, way, when: at },
      settings.SITE_URL,
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
  { type, ...circumstances }: Circumstances & { type: UserType },
): Promise<void> {
  const { at, way, settings } = circumstances;
  const change = { email: user.email, type, way, when: at };
  await notify(
    tx,
    { settings, now: () => at },
    {
      kind: 'role',
      to: [user.id],
      details: { role: `Теперь это ${roles[type]}.` },
      letter: (person) => roleLetter(person, change, settings.SITE_URL),
    },
  );
  if (type === 'admin') return await notifyOfNewAdministrator(tx, user, circumstances);
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
  { at, settings }: Pick<Circumstances, 'at' | 'settings'>,
): Promise<void> {
  for (const administrator of await administrators(tx)) {
    const letter = staffErasedLetter(administrator, { id: user.id, when: at }, settings.SITE_URL);
    await putLetter(tx, letter, { kind: 'role', to: administrator.email, userId: administrator.id, at });
  }
}

/** Administrators who may sign in. */
export const administrators = (tx: ReadDatabase): Promise<UserRow[]> =>
  tx
    .selectFrom('users')
    .selectAll()
    .where('type', '=', 'admin')
    .where('confirmed_at', 'is not', null)
    .where('blocked_at', 'is', null)
    .orderBy('id')
    .execute();
