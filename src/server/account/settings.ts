import { passwordChangedLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { encryptionOf } from '../encryption.ts';
import { HttpError } from '../http-error.ts';
import type { AuditAction } from '#domain/audit-actions.ts';
import { audit } from '../audit/audit.ts';
import { addSeconds } from '../base/clock.ts';
import { requireReauthentication, requirePassword } from './reauthentication.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { endSessions, forgetSession, isOver } from './sessions.ts';
import { changeUser, endCodes, minPassword } from './users.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import type { Caller, Handlers } from '../request/caller.ts';

export const settingsHandlers = {
  'POST /api/user/password': async (caller, { input: form }) => {
    const { user, session, database, passwordCost } = caller;
    checkPassword(form.password, user);
    await requirePassword(caller, { password: form.current_password, field: 'current_password' });
    const hash = await hashPassword(form.password, passwordCost);
    await database.transaction((tx) =>
      setPassword(tx, caller, user, { hash, action: 'changed the password', except: session }),
    );
    return null;
  },
  /** Ends a session by id, or all but the current. */
  'POST /api/user/sessions/end': async (caller, { input: { id, password, ...factor } }) => {
    const { user, session, client, database } = caller;
    if (!(await isFresh(caller))) {
      if (!password) throw new HttpError(400, 'Вы вошли давно: введите пароль.', 'password');
      await requireReauthentication(caller, { password, ...factor });
    }
    const ended = await database.transaction(async (tx) => {
      let rows = tx.deleteFrom('sessions').where('user_id', '=', user.id);
      rows = id ? rows.where('id', '=', id) : rows.where('token_hash', '!=', session);
      const hashes = (await rows.returning('token_hash').execute()).map(({ token_hash: hash }) => hash);
      if (hashes.length > 0) await audit(tx, caller, 'ended sessions', { userId: user.id });
      return hashes;
    });
    if (id && ended.length === 0) throw new HttpError(404, 'Такого входа нет.', 'id');
    if (ended.includes(session)) forgetSession(client);
    return await listSessions(caller);
  },
  'GET /api/user/sessions': listSessions,
  /**
   * Key with which browsers of a person encrypt unsaved drafts, unreadable for later users of the browser. It
   * changes monthly; earlier keys are returned to the same person.
   */
  'GET /api/user/drafts/key': async ({ user: { id, created_at }, settings, now }, { query: { of } }) => {
    const month = of ?? now().toISOString().slice(0, 7);
    return { person: id, of: month, key: encryptionOf(settings).mac(`drafts ${id} ${created_at} ${month}`) };
  },
} satisfies Partial<Handlers>;

/**
 * Stores a password. Sessions end, except the given one, and codes of letters that others may have requested.
 */
export async function setPassword(
  tx: WriteTransaction,
  caller: Caller,
  user: UserRow,
  change: { hash: string; action: AuditAction; except?: string },
): Promise<void> {
  const { id, type, email } = user;
  const at = caller.now();
  await changeUser(tx, id, { password: change.hash, password_least: minPassword(type) }, at);
  await endCodes(tx, id);
  await endSessions(tx, id, change);
  await audit(tx, caller, change.action, { userId: id });
  await putLetter(tx, caller, { kind: 'password', to: user }, passwordChangedLetter(email, at));
}

/** Sessions of the user: the current first, then latest first. */
async function listSessions({ user, session, db, now }: Caller) {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('stage', '=', 'full')
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows
    .filter((row) => !isOver(row, user.type, now()))
    .map(({ token_hash: hash, id, created_at, seen_at, ip, agent }) => ({
      id,
      current: hash === session,
      created_at,
      seen_at,
      ip,
      agent,
    }))
    .toSorted((one, other) => Number(other.current) - Number(one.current));
}

/** Seconds after sign-in without reauthentication for ending sessions. */
const freshness = 1800;

async function isFresh({ session, db, now }: Caller): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', session)
    .executeTakeFirst();
  return row !== undefined && now() < addSeconds(new Date(row.created_at), freshness);
}
