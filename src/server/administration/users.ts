import { administrators } from '../request/access.ts';
import type { ManagedUser, ManagedUserWhole, FiledApplication } from '#contract/administration.ts';
import type { AuditAction } from '#domain/audit-actions.ts';
import type { UserType } from '#contract/account.ts';
import { audit } from '../audit/audit.ts';
import { hasFactor, needsFactor } from '../account/factor-state.ts';
import { recordDataReads } from '../account/data-reads.ts';
import { endSessions } from '../account/sessions.ts';
import { removeFactors } from '../account/factor-codes.ts';
import { notifyOfRole } from '../account/roles.ts';
import { changeUser, endCodes, findUser, titleOf } from '../account/users.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { paginate, contains } from '../database/page.ts';
import type { UserRow } from '../database/tables.ts';
import { blockedLetter, factorLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { deskCsvOf } from '#domain/exports/csv.ts';
import { chunks } from '../database/chunks.ts';

export const userHandlers = {
  'GET /api/editors/users': async (caller, { query: { query, type, state, page, page_size } }) => {
    const { db } = caller;
    let rows = db.selectFrom('users');
    if (type === 'family') rows = rows.where('is_family', '=', 1);
    else if (type) rows = rows.where('type', '=', type).where('is_family', '=', 0);
    if (state === 'blocked') rows = rows.where('blocked_at', 'is not', null);
    if (state === 'unconfirmed') rows = rows.where('confirmed_at', 'is', null);
    if (state === 'active') rows = rows.where('confirmed_at', 'is not', null).where('blocked_at', 'is', null);
    if (query && /^\d{1,9}$/.test(query)) rows = rows.where('id', '=', Number(query));
    else if (query) {
      // SQLite folds Latin case only: the name is matched as typed, or with a capital.
      const raised = `${query.slice(0, 1).toUpperCase()}${query.slice(1)}`;
      rows = rows.where((eb) =>
        eb.or([
          contains(eb.ref('email_key'), query.toLowerCase(), { from: 'anywhere' }),
          contains(eb.ref('last_name'), query, { from: 'start' }),
          contains(eb.ref('last_name'), raised, { from: 'start' }),
        ]),
      );
    }
    const { rows: found, place } = await paginate(rows, { page, page_size }, (lines) =>
      lines.selectAll().orderBy('id', 'desc'),
    );
    const items = await Promise.all(found.map((user) => showManaged(db, user)));
    await caller.database.transaction((tx) =>
      recordDataReads(tx, caller, {
        userIds: found.map(({ id }) => id),
        fields: personFields,
        place: 'users',
      }),
    );
    return { items, ...place };
  },
  'GET /api/editors/users/{id}': async (caller, { path: { id } }) => {
    return await caller.database.transaction(async (tx) => {
      const user = await findManagedUser(tx, id);
      const fields = [...personFields, 'position', 'subject_federation_id', 'seen_at', 'decisions'];
      await recordDataReads(tx, caller, { userIds: [id], fields, place: 'user' });
      return await showWhole(tx, user);
    });
  },
  /** Changes the role at once and signs the user out. */
  'POST /api/editors/users/{id}/role': (caller, { path: { id }, input: { type, reason } }) =>
    updateUser(caller, id, async (tx, user, at) => {
      if (user.type === type && !user.is_family) throw new HttpError(409, 'Эта роль и сейчас такая.', 'type');
      if (user.type === 'admin') await refuseLast(tx, user);
      await changeUser(tx, id, { type, is_family: 0, verified_at: null }, at);
      await endSessions(tx, id);
      await endCodes(tx, id);
      const details = `${user.type} → ${type}: ${reason}`;
      await audit(tx, caller, 'type changed', { userId: id, details });
      await notifyOfRole(tx, user, caller, { type, way: 'администратором портала' });
    }),
  'POST /api/editors/users/{id}/block': (caller, { path: { id }, input: { reason } }) =>
    updateUser(caller, id, async (tx, user, at) => {
      if (user.blocked_at !== null) throw new HttpError(409, 'Учётная запись уже заблокирована.');
      if (user.type === 'admin') await refuseLast(tx, user);
      await tx.updateTable('users').set({ blocked_at: at.toISOString() }).where('id', '=', id).execute();
      await endSessions(tx, id);
      await tx.deleteFrom('tokens').where('user_id', '=', id).where('used_at', 'is', null).execute();
      await endCodes(tx, id);
      await audit(tx, caller, 'blocked', { userId: id, details: reason });
      const letter = blockedLetter(user.email, { isBlocked: true, reason });
      await putLetter(tx, caller, { kind: 'account', to: user }, letter);
    }),
  'POST /api/editors/users/{id}/unblock': (caller, { path: { id }, input: { reason } }) =>
    updateUser(caller, id, async (tx, user) => {
      if (user.blocked_at === null) throw new HttpError(409, 'Учётная запись не заблокирована.');
      await tx.updateTable('users').set({ blocked_at: null }).where('id', '=', id).execute();
      await audit(tx, caller, 'unblocked', { userId: id, details: reason });
      const letter = blockedLetter(user.email, { isBlocked: false, reason });
      await putLetter(tx, caller, { kind: 'account', to: user }, letter);
    }),
  /** For a user who has lost both phone and recovery codes. */
  'POST /api/editors/users/{id}/second-factor/reset': (caller, { path: { id }, input: { reason } }) =>
    updateUser(caller, id, async (tx, user, at) => {
      if (!(await removeFactors(tx, id))) throw new HttpError(409, 'Второй фактор не включён.');
      await endSessions(tx, id);
      await audit(tx, caller, 'second factor reset', { userId: id, details: reason });
      const letter = factorLetter(user.email, { news: 'reset', when: at });
      await putLetter(tx, caller, { kind: 'account', to: user }, letter);
    }),
} satisfies Partial<Handlers>;

async function updateUser(
  { database, now, user: { id: actorId } }: Caller,
  id: number,
  action: (tx: WriteTransaction, user: UserRow, at: Date) => Promise<void>,
): Promise<ManagedUserWhole> {
  return await database.transaction(async (tx) => {
    const user = await findManagedUser(tx, id);
    if (id === actorId) throw new HttpError(409, 'О себе самом решает другой администратор.');
    await action(tx, user, now());
    return await showWhole(tx, await findManagedUser(tx, id));
  });
}

async function findManagedUser(db: ReadDatabase, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw new HttpError(404, 'Такой учётной записи нет.');
  return user;
}

/** Without an administrator no other could be appointed. */
async function refuseLast(tx: WriteTransaction, user: UserRow): Promise<void> {
  const all = await administrators(tx);
  if (all.every(({ id }) => id === user.id))
    throw new HttpError(409, 'Это единственный администратор: сначала назначьте другого.');
}

const showManaged = async (db: ReadDatabase, user: UserRow): Promise<ManagedUser> => ({
  ...showPerson(user),
  state: user.blocked_at !== null ? 'blocked' : user.confirmed_at === null ? 'unconfirmed' : 'active',
  second_factor: (await hasFactor(db, user.id)) ? 'on' : needsFactor(user) ? 'required' : 'off',
  created_at: user.created_at,
});

const decisive: readonly AuditAction[] = [
  'account made',
  'administrator made',
  'type changed',
  'verified',
  'not verified',
  'blocked',
  'unblocked',
  'second factor reset',
];

async function showWhole(db: ReadDatabase, user: UserRow): Promise<ManagedUserWhole> {
  const decisions = await db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .select(['audit.at', 'audit.action', 'audit.details', 'users.type', 'users.last_name', 'users.name'])
    .where('audit.user_id', '=', user.id)
    .where('audit.action', 'in', decisive)
    .orderBy('audit.id', 'desc')
    .limit(100)
    .execute();
  const sessions = await db
    .selectFrom('sessions')
    .select('seen_at')
    .where('user_id', '=', user.id)
    .where('stage', '=', 'full')
    .orderBy('seen_at', 'desc')
    .execute();
  return {
    ...(await showManaged(db, user)),
    position: user.position,
    subject_federation_id: user.subject,
    confirmed_at: user.confirmed_at,
    verified_at: user.verified_at,
    blocked_at: user.blocked_at,
    seen_at: sessions[0]?.seen_at ?? null,
    sessions: sessions.length,
    decisions: decisions.map(({ at, action, details, ...person }) => ({
      at,
      action,
      by: person.type === null ? null : titleOf(person),
      reason: details,
    })),
  };
}

/** Personal fields that editors see, as named in the record of reads. */
export const personFields = ['email', 'last_name', 'name', 'second_name', 'city', 'work'] as const;

export const showPerson = (user: UserRow): FiledApplication['user'] => ({
  id: user.id,
  type: user.type as UserType,
  family: user.is_family === 1,
  email: user.email,
  last_name: user.last_name,
  name: user.name,
  second_name: user.second_name,
  verified: user.verified_at !== null,
  city: user.city,
  work: user.type === 'patient' ? user.company : user.med,
});

const columns = [
  'id',
  'user_id',
  'email',
  'purpose',
  'text',
  'document',
  'version',
  'sha256',
  'given_at',
  'withdrawn_at',
  'ip',
  'agent',
] as const;

export const consentHandlers = {
  'GET /api/editors/consents': async (caller) => {
    const { database } = caller;
    const rows = await database.kysely
      .selectFrom('consents')
      .innerJoin('users', 'users.id', 'consents.user_id')
      .selectAll('consents')
      .select('users.email')
      .orderBy('consents.id')
      .execute();
    // Reporters have no account; the address is deleted some time after the answer, the consent is kept.
    const ofReports = await database.kysely
      .selectFrom('report_consents')
      .innerJoin('reports', 'reports.id', 'report_consents.report_id')
      .selectAll('report_consents')
      .select('reports.email')
      .orderBy('report_id')
      .execute();
    const people = [...new Set(rows.map(({ user_id: id }) => id))];
    await database.transaction(async (tx) => {
      await audit(tx, caller, 'consents exported');
      for (const userIds of chunks(people, 500))
        await recordDataReads(tx, caller, {
          userIds,
          fields: ['email', 'ip', 'agent'],
          place: 'consents',
        });
    });
    const body = Buffer.from(
      deskCsvOf(
        columns,
        [
          ...rows,
          ...ofReports.map((row) => ({
            ...row,
            id: `report ${row.report_id}`,
            user_id: null,
            purpose: 'report',
            withdrawn_at: null,
          })),
        ].map((row) => columns.map((name) => row[name])),
      ),
    );
    return { type: 'text/csv; charset=utf-8', body, name: 'consents.csv' };
  },
} satisfies Partial<Handlers>;
