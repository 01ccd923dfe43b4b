import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../request/context.ts';
import type { ReadDatabase } from '../database/database.ts';
import { hostOf } from '../mail/transport.ts';
import { HttpError } from '../http-error.ts';
import type { Settings } from '../settings.ts';
import { addSeconds, isCurrent } from '../base/clock.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { notifyOfNewAdministrator } from './roles.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import { addUser, endFounding } from './users.ts';
import type { Caller } from '../request/caller.ts';

/** The first administrator: a link in a file for the operator only; no account exists before its use. */

const lifetimeSeconds = 86_400;
/** Prefix of invitation codes, whose page also asks for an address. */
const invitationPrefix = 'first-';

const placeOf = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>) =>
  path.resolve(DATA_DIR, 'first-administrator.txt');

/** The link is invalid once an account exists. */
export const removeInvitation = (settings: Pick<Settings, 'DATA_DIR'>): Promise<void> =>
  rm(placeOf(settings), { force: true });

export const isFoundingCode = (code: string) => code.startsWith(invitationPrefix);

/**
 * Writes a new link and returns its file path; undefined once an account exists or while another process has
 * one. The previous link becomes invalid.
 */
export async function inviteFounder({
  settings,
  database,
  now,
  cluster,
}: Pick<Context, 'settings' | 'database' | 'now' | 'cluster'>): Promise<string | undefined> {
  // A link of this process would invalidate the other's.
  if (!(await cluster.claim('invitation'))) return undefined;
  const place = placeOf(settings);
  const code = await database.transaction(async (tx) => {
    const at = now();
    await endFounding(tx);
    if (await isFounded(tx)) return undefined;
    const fresh = invitationPrefix + newSecret();
    await tx
      .insertInto('founding_links')
      .values({
        hash: hashOf(fresh),
        created_at: at.toISOString(),
        expires_at: addSeconds(at, lifetimeSeconds).toISOString(),
      })
      .execute();
    return fresh;
  });
  await removeInvitation(settings);
  if (!code) return undefined;
  await writeFile(place, `${settings.SITE_URL}/profile/restore/?code=${code}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(place, 0o600);
  return place;
}

/** Creates the first administrator, at the given address or admin@ this host. */
export async function createFirstAdministrator(
  caller: Caller,
  { code, password, email: given }: { code: string; password: string; email?: string | undefined },
): Promise<{ email: string }> {
  const { settings, database, now, passwordCost } = caller;
  const overdue = new HttpError(
    400,
    'Ссылка устарела или уже использована. Новую портал запишет при следующем запуске, пока учётных записей нет.',
    'code',
  );
  const isGood = async (db: ReadDatabase) => {
    const row = await db
      .selectFrom('founding_links')
      .select('expires_at')
      .where('hash', '=', hashOf(code))
      .executeTakeFirst();
    return row !== undefined && isCurrent(row.expires_at, lifetimeSeconds, now());
  };
  if (!(await isGood(database.kysely))) throw overdue;
  const email = given ?? `admin@${hostOf(settings.SITE_URL)}`;
  checkPassword(password, { type: 'admin', email });
  const hash = await hashPassword(password, passwordCost);
  await database.transaction(async (tx) => {
    const at = now();
    if (!(await isGood(tx)) || (await isFounded(tx))) throw overdue;
    const user = await addUser(tx, {
      type: 'admin',
      email,
      password: hash,
      confirmed_at: at.toISOString(),
      created_at: at.toISOString(),
    });
    await notifyOfNewAdministrator(tx, user, caller, 'по ссылке первого запуска');
  });
  await removeInvitation(settings);
  return { email };
}

const isFounded = async (db: ReadDatabase): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('confirmed_at', 'is not', null)
    .where('password', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
