import { idsOf } from '../database/chunks.ts';
import { staffErasure } from '#contract/forms/profile.ts';
import { forgetAuthors } from '../cases/publication.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { tables, type Tables, type UserRow } from '../database/tables.ts';
import type { Column } from '../database/tables/column.ts';
import { erasedLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { HttpError } from '../http-error.ts';
import { sweepLetters } from '../mail/disk.ts';
import { createUploads, namedByCases } from '../uploads/uploads.ts';
import { forgetInAudit } from '../audit/forget.ts';
import { audit } from '../audit/audit.ts';
import { withdrawConsent } from '../account/consents.ts';
import { hashOf } from '../base/secret.ts';
import { requireReauthentication } from '../account/reauthentication.ts';
import { lettersTo } from '../account/confirmation.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { forgetSession } from '../account/sessions.ts';
import { mailingTopics } from '../notifications/preferences.ts';
import { notifyOfErasure } from '../account/roles.ts';
import { currentSite } from '../site/site-text.ts';
import { pageOfPerson } from './page-of-person.ts';

export const privacyHandlers = {
  'GET /api/user/consents': listConsents,
  /** Consent to data storage can only be withdrawn by erasing the account. */
  'POST /api/user/consents/withdraw': async (caller, { input: { purpose } }) => {
    const { user } = caller;
    if (purpose === 'personal')
      throw new HttpError(
        409,
        'Без этого согласия учётной записи быть не может: чтобы отозвать его, удалите учётную запись.',
        'purpose',
      );
    await caller.database.transaction(async (tx) => {
      const at = caller.now();
      await withdrawConsent(tx, { userId: user.id, purpose, at });
      // An old link must not restore what was withdrawn.
      await tx
        .deleteFrom('preferences')
        .where('user_id', '=', user.id)
        .where('topic', 'in', mailingTopics)
        .execute();
      await audit(tx, caller, 'withdrew a consent', { userId: user.id, details: purpose });
    });
    return await listConsents(caller);
  },
  'GET /api/user/export': async (caller, { query: { format } }) => {
    const { user, database } = caller;
    const gathered = await gatherPerson(database.kysely, user);
    await database.transaction((tx) => audit(tx, caller, 'exported', { userId: user.id }));
    const isJson = format === 'json';
    const body = isJson
      ? JSON.stringify(gathered, null, 2)
      : pageOfPerson((await currentSite(database.kysely)).title, gathered);
    return {
      type: isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
      body: Buffer.from(body),
      name: `my-data.${format}`,
    };
  },
  /**
   * Erases a person: nothing in the database names them any more. The final letter is deleted after sending.
   */
  'POST /api/user/delete': async (caller, { input: showing }) => {
    const { user, client, database, settings, now } = caller;
    if (user.type === 'editor' || user.type === 'admin') throw new HttpError(409, staffErasure);
    await requireReauthentication(caller, showing);
    const { files, sent } = await database.transaction(async (tx) => {
      const at = now();
      const theirs = await tx
        .selectFrom('outbox')
        .select(['id', 'kind'])
        .where('recipient', '=', user.email)
        .execute();
      const own = await tx.selectFrom('uploads').select('file').where('user_id', '=', user.id).execute();
      if (await wasStaff(tx, user)) await notifyOfErasure(tx, user, caller);
      await forgetPerson(tx, user, at);
      const to = { id: null, email: user.email, name: user.name };
      await putLetter(tx, caller, { kind: 'erased', to }, erasedLetter(settings));
      // Pictures of published cases stay.
      const kept = await namedByCases(
        tx,
        own.map(({ file }) => file),
      );
      return { files: own.filter(({ file }) => !kept.has(file)), sent: theirs };
    });
    await createUploads({ settings, database }).discard(files);
    await sweepLetters(caller, { letters: sent });
    await database.settle();
    forgetSession(client);
    client.setCookie('device', '', 0);
    return null;
  },
} satisfies Partial<Handlers>;

async function listConsents(caller: Caller) {
  return await caller.db
    .selectFrom('consents')
    .select(['purpose', 'text', 'document', 'version', 'sha256', 'given_at', 'withdrawn_at'])
    .where('user_id', '=', caller.user.id)
    .orderBy('id')
    .execute();
}

const owned = (Object.keys(tables) as (keyof Tables)[]).filter(
  (table) => Object.hasOwn(tables[table], 'user_id') && table !== 'users',
);

/** All personal data by the columns' privacy class, without secrets. */
async function gatherPerson(db: ReadDatabase, user: UserRow): Promise<Record<string, object[]>> {
  const gathered: Record<string, object[]> = { users: [exportedRow('users', user)] };
  for (const table of owned) {
    // All of these have a user_id, which the type does not know.
    const rows = await db
      .selectFrom(table as 'sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .execute();
    if (rows.length > 0) gathered[table] = rows.map((row) => exportedRow(table, row));
  }
  // Error reports have an address instead of an account.
  const reports = await db
    .selectFrom('reports')
    .selectAll()
    .where('email_key', '=', user.email_key)
    .execute();
  if (reports.length > 0) {
    gathered['reports'] = reports.map((row) => exportedRow('reports', row));
    const consents = await db
      .selectFrom('report_consents')
      .selectAll()
      .where('report_id', 'in', idsOf(reports))
      .execute();
    gathered['report_consents'] = consents.map((row) => exportedRow('report_consents', row));
  }
  return gathered;
}

function exportedRow(table: keyof Tables, row: object): object {
  const columns: Record<string, Column> = tables[table];
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns[column]?.privacy === 'person'));
}

/** Deletes the person's rows; shared ones are kept anonymously. */
export async function forgetPerson(tx: WriteTransaction, user: UserRow, at: Date): Promise<void> {
  await tx
    .deleteFrom('limits')
    .where('key', 'in', [hashOf(lettersTo(user.email).key), hashOf(`sign in ${user.email_key}`)])
    .execute();
  await tx.deleteFrom('outbox').where('recipient', '=', user.email).execute();
  await tx.deleteFrom('reports').where('email_key', '=', user.email_key).execute();
  const accounts = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', user.email_key)
    .execute();
  const people = accounts.map(({ id }) => id);
  await forgetAuthors(tx, people);
  await forgetInAudit(tx, people, at);
  // Unconfirmed registrations of the address.
  await tx.deleteFrom('users').where('email_key', '=', user.email_key).execute();
}

/** Whether an administrator removed a staff role from this account. */
async function wasStaff(tx: WriteTransaction, user: UserRow): Promise<boolean> {
  const row = await tx
    .selectFrom('audit')
    .select('id')
    .where('user_id', '=', user.id)
    .where('action', '=', 'type changed')
    .where((eb) => eb.or([eb('details', 'like', 'editor → %'), eb('details', 'like', 'admin → %')]))
    .executeTakeFirst();
  return row !== undefined;
}
