import type { Context } from '../request/context.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { isOutOfRoom, isWriterBusy } from '../database/storage-errors.ts';
import { inPassing } from '../database/write-wait.ts';
import type { UserRow } from '../database/tables.ts';
import { accessOf, anonymousActor, type Actor } from '../request/access.ts';
import type { ClientInfo } from '../request/client.ts';
import { hasFactor, needsFactor } from './factor-state.ts';
import { addSeconds } from '../base/clock.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import { notifyNewDevice } from './suspicious-sign-ins.ts';
import { mustRenewPassword } from './users.ts';

/** Seconds: how long a session lives unused, and at all. Those who edit answer for more, so theirs are short. */
const lifetimes = {
  reader: { idle: 14 * 86_400, whole: 90 * 86_400 },
  editor: { idle: 30 * 60, whole: 12 * 3600 },
};
const lifetimeOf = (type: string) => lifetimes[type === 'editor' || type === 'admin' ? 'editor' : 'reader'];

/** How long the second step of signing in may take. */
const halfLifetime = 600;

/** How long a browser counts as known. */
const deviceLifetime = 365 * 86_400;

interface Sessions {
  /** Who this browser's cookie belongs to, as of now. */
  identify(client: ClientInfo): Promise<Actor>;
  /** Begins a session with a new token; the one that the browser had before ends. */
  open(tx: WriteTransaction, user: UserRow, client: ClientInfo): Promise<() => void>;
  /** The same for anyone who has shown the password and owes a code: it lives for minutes and may do nothing else. */
  openHalf(tx: WriteTransaction, user: UserRow, client: ClientInfo): Promise<() => void>;
  /** Makes the browser forget its session. */
  forget(client: ClientInfo): void;
}

export function createSessions(context: Context): Sessions {
  const { database, now } = context;
  const db = database.kysely;

  function forget(client: ClientInfo): void {
    client.setCookie('sid', '', 0);
    client.setCookie('u', '', 0);
  }

  /** What was once over stays over: a clock that was wrong and is put right revives no session. */
  const drop = (hash: string) =>
    // On a full disk it is only refused.
    ifPossible(() =>
      database.transaction((tx) => tx.deleteFrom('sessions').where('token_hash', '=', hash).execute()),
    );

  return {
    forget,
    async identify(client) {
      const token = client.cookie('sid');
      if (!token) return anonymousActor;
      const hash = hashOf(token);
      const session = await db
        .selectFrom('sessions')
        .selectAll()
        .where('token_hash', '=', hash)
        .executeTakeFirst();
      const user =
        session &&
        (await db.selectFrom('users').selectAll().where('id', '=', session.user_id).executeTakeFirst());
      const time = now();
      if (!session || !user || isOver(session, user.type, time)) {
        forget(client);
        if (session) await drop(hash);
        return anonymousActor;
      }
      // A note of the visit now and then: reading should not write each time.
      const pause = Math.min(lifetimeOf(user.type).idle / 30, 900);
      if (time >= addSeconds(new Date(session.seen_at), pause))
        // A full disk or a slow writer ends no reading; the session only seems to rest.
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
    },

    async openHalf(tx, user, client) {
      const token = await createSession(tx, user, {
        client,
        stage: 'code',
        seconds: halfLifetime,
        time: now(),
      });
      return () => keepHalf(client, token);
    },

    async open(tx, user, client) {
      const time = now();
      const { whole } = lifetimeOf(user.type);
      const token = await createSession(tx, user, { client, stage: 'full', seconds: whole, time });
      const device = await keepDevice(tx, user, client, context);
      // Cookies go out only when the session is stored.
      return () => {
        client.setCookie('sid', token, whole);
        client.setCookie('device', device, deviceLifetime);
        client.setCookie('u', '1', whole);
      };
    },
  };
}

function keepHalf(client: ClientInfo, token: string): void {
  client.setCookie('sid', token, halfLifetime);
  // Says without a secret that a code is waited for: pages of everybody else ask nothing (ruling G39).
  client.setCookie('u', '2', halfLifetime);
}

/** The type may have changed since the session began, and the factor may have gone. */
const lackOf = async (db: ReadDatabase, user: UserRow) => {
  if (mustRenewPassword(user)) return 'password';
  return needsFactor(user) && !(await hasFactor(db, user.id)) ? 'factor' : undefined;
};

/** A write that need not succeed where the disk has no room or other writers are slow. */
const ifPossible = (write: () => Promise<unknown>) =>
  inPassing(write).catch((error: unknown) => {
    if (!isOutOfRoom(error) && !isWriterBusy(error)) throw error;
  });

/** Gives the new token. */
async function createSession(
  tx: WriteTransaction,
  user: UserRow,
  {
    client,
    stage,
    seconds,
    time,
  }: { client: ClientInfo; stage: 'full' | 'code'; seconds: number; time: Date },
): Promise<string> {
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
      stage,
    })
    .execute();
  return token;
}

interface Life {
  created_at: string;
  seen_at: string;
  expires_at: string;
}

/** The type may have changed since: an editor's session is short even if a reader began it. */
export function isOver(session: Life, type: string, time: Date): boolean {
  const { idle, whole } = lifetimeOf(type);
  return (
    time >= new Date(session.expires_at) ||
    time >= addSeconds(new Date(session.created_at), whole) ||
    time >= addSeconds(new Date(session.seen_at), idle) ||
    // A clock that was set back must not lengthen a session.
    time < addSeconds(new Date(session.created_at), -300)
  );
}

/** The print of this browser's token, when this person has signed in here before. */
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

/** Notes that the owner uses this browser, so that guesses elsewhere do not lock it out. */
async function keepDevice(
  tx: WriteTransaction,
  user: UserRow,
  client: ClientInfo,
  context: Context,
): Promise<string> {
  const time = context.now();
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
  await notifyNewDevice(tx, user, client, context);
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

/** All sessions of a person, or all but one; known browsers are forgotten with all. */
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
