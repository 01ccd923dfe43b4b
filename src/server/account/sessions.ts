import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { isOutOfRoom, isWriterBusy } from '../database/storage-errors.ts';
import { inPassing } from '../database/write-wait.ts';
import type { UserRow } from '../database/tables.ts';
import { accessOf, anonymousActor, type Actor } from '../request/access.ts';
import type { Caller } from '../request/caller.ts';
import type { ClientInfo } from '../request/client.ts';
import { audit } from '../audit/audit.ts';
import { hasFactor, needsFactor } from './factor-state.ts';
import { addSeconds } from '../base/clock.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import { notifyNewDevice } from './suspicious-sign-ins.ts';
import { findUser, mustRenewPassword } from './users.ts';

/** Seconds: idle and total lifetime of a session. Those of staff are short. */
const lifetimes = {
  reader: { idle: 14 * 86_400, whole: 90 * 86_400 },
  editor: { idle: 30 * 60, whole: 12 * 3600 },
};
const lifetimeOf = (type: string) => lifetimes[type === 'editor' || type === 'admin' ? 'editor' : 'reader'];

/** Seconds by which a clock is corrected: a wrong zone is some hours. */
const maxClockError = 12 * 3600;

/** Seconds for the second step of sign-in. */
const halfLifetime = 600;

/** Seconds that a browser counts as known. */
const deviceLifetime = 365 * 86_400;

/**
 * Starts a session with a new token; the browser's previous one ends. A half session, after the password and
 * before the second factor, lives for minutes and allows only that step. Returns what sets the cookies, once
 * the session is stored.
 */
export async function startSession(
  tx: WriteTransaction,
  user: UserRow,
  caller: Caller,
  { isHalf = false, details }: { isHalf?: boolean; details?: string } = {},
): Promise<() => void> {
  const { client } = caller;
  const time = caller.now();
  const seconds = isHalf ? halfLifetime : lifetimeOf(user.type).whole;
  if (isHalf) await audit(tx, caller, 'passed the first step', { userId: user.id });
  else await audit(tx, caller, 'signed in', { userId: user.id, actorId: user.id, details });
  const earlier = client.cookie('sid');
  if (earlier) await tx.deleteFrom('sessions').where('token_hash', '=', hashOf(earlier)).execute();
  const token = newSecret();
  await tx
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      id: newSecret().slice(0, 16),
      user_id: user.id,
      created_at: time.toISOString(),
      seen_at: time.toISOString(),
      expires_at: addSeconds(time, seconds).toISOString(),
      ip: client.ip,
      agent: client.agent,
      stage: isHalf ? 'code' : 'full',
    })
    .execute();
  const device = isHalf ? undefined : await keepDevice(tx, user, caller);
  return () => {
    client.setCookie('sid', token, seconds);
    if (device) client.setCookie('device', device, deviceLifetime);
    // Marks a pending code without a secret: other pages request nothing (ruling G39).
    client.setCookie('u', isHalf ? '2' : '1', seconds);
  };
}

/** Current owner of this browser's cookie. */
export async function identify({ database, now }: Context, client: ClientInfo): Promise<Actor> {
  const db = database.kysely;
  const token = client.cookie('sid');
  if (!token) return anonymousActor;
  const hash = hashOf(token);
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  const user = session && (await findUser(db, session.user_id));
  const time = now();
  if (!session || !user || isOver(session, user.type, time)) {
    forgetSession(client);
    // Correcting the clock must not revive it.
    if (session)
      await ifPossible(() =>
        database.transaction((tx) => tx.deleteFrom('sessions').where('token_hash', '=', hash).execute()),
      );
    return anonymousActor;
  }
  if (isOldRecord(session.seen_at, user.type, time))
    // A full disk or slow writer must not stop reads; the session only seems idle.
    await ifPossible(() =>
      database.transaction((tx) =>
        tx
          .updateTable('sessions')
          .set({ seen_at: time.toISOString() })
          .where('token_hash', '=', hash)
          .execute(),
      ),
    );
  const access = accessOf(user);
  const lacks = session.stage === 'code' ? 'code' : await lackOf(db, user);
  return lacks && access !== 'anonymous'
    ? { access: 'anonymous', session: hash, pendingLogin: { user, lacks } }
    : { access, user, session: hash };
}

export function forgetSession(client: ClientInfo): void {
  client.setCookie('sid', '', 0);
  client.setCookie('u', '', 0);
}

/** Type and factor may have changed since the start of the session. */
const lackOf = async (db: ReadDatabase, user: UserRow) => {
  if (mustRenewPassword(user)) return 'password';
  return needsFactor(user) && !(await hasFactor(db, user.id)) ? 'factor' : undefined;
};

/** A write that may fail on a full disk or slow writers. */
const ifPossible = (write: () => Promise<unknown>) =>
  inPassing(write).catch((error: unknown) => {
    if (!isOutOfRoom(error) && !isWriterBusy(error)) throw error;
  });

/** By the current type: an editor's session is short even if it began as a reader's. */
export function isOver(
  session: Record<'created_at' | 'seen_at' | 'expires_at', string>,
  type: string,
  time: Date,
): boolean {
  const { idle, whole } = lifetimeOf(type);
  return (
    time >= new Date(session.expires_at) ||
    time >= addSeconds(new Date(session.created_at), whole) ||
    time >= addSeconds(new Date(session.seen_at), idle) ||
    // A clock set back further must not prolong a session.
    time < addSeconds(new Date(session.created_at), -maxClockError)
  );
}

/**
 * Whether activity should be recorded: a read does not write each time. After a clock set back too, since idle
 * time counts by the present one.
 */
const isOldRecord = (seen_at: string, type: string, time: Date): boolean =>
  Math.abs(time.getTime() - Date.parse(seen_at)) >= 1000 * Math.min(lifetimeOf(type).idle / 30, 900);

/** Hash of this browser's device token, if the user has signed in here before. */
export async function knownDevice(
  db: ReadDatabase,
  { userId, client }: { userId: number; client: ClientInfo },
): Promise<string | undefined> {
  const token = client.cookie('device');
  if (!token) return undefined;
  const row = await db
    .selectFrom('devices')
    .select('token_hash')
    .where('token_hash', '=', hashOf(token))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.token_hash;
}

/** Marks a known browser, so that guesses elsewhere do not lock it. */
async function keepDevice(tx: WriteTransaction, user: UserRow, caller: Caller): Promise<string> {
  const { client } = caller;
  const time = caller.now();
  const known = client.cookie('device');
  if (known) {
    const { numUpdatedRows } = await tx
      .updateTable('devices')
      .set({ seen_at: time.toISOString() })
      .where('token_hash', '=', hashOf(known))
      .where('user_id', '=', user.id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return known;
  }
  await notifyNewDevice(tx, user, client, caller);
  const token = newSecret();
  await tx
    .insertInto('devices')
    .values({
      token_hash: hashOf(token),
      user_id: user.id,
      created_at: time.toISOString(),
      seen_at: time.toISOString(),
    })
    .execute();
  return token;
}

/** Ends all sessions, or all but one; ending all also forgets known browsers. */
export async function endSessions(
  tx: WriteTransaction,
  userId: number,
  { except }: { except?: string } = {},
): Promise<void> {
  let sessions = tx.deleteFrom('sessions').where('user_id', '=', userId);
  if (except) sessions = sessions.where('token_hash', '!=', except);
  await sessions.execute();
  if (!except) await tx.deleteFrom('devices').where('user_id', '=', userId).execute();
}
