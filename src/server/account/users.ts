import type { User, UserType } from '#contract/account.ts';
import type { DoctorProfile, PartnerProfile } from '#contract/forms/profile.ts';
import { shortestEditorPassword, shortestPassword } from '#contract/forms/password.ts';
import { forgetAccounts } from '../audit/forget.ts';
import { idsOf } from '../database/chunks.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { UserRow } from '../database/tables.ts';
import { emailKey, readableEmail } from '../base/email.ts';
import { accessOf, mayReadCases } from '../request/access.ts';
import { choicesOf, digestTopic, usualFrequency } from '../notifications/preferences.ts';
import type { Context } from '../request/context.ts';
import { factorsOf, needsFactor } from './factor-state.ts';
import { wantedMailings } from './mailings.ts';

/** Multiple-choice dictionaries of a person, with their API fields. */
export const personTerms = {
  therapeutic_area_id: 'therapeuticarea',
  scientific_status_id: 'scientificstatus',
  specialization_id: 'specialization',
} as const;
type PersonTerms = keyof typeof personTerms;

/** The account of an address; an unconfirmed one only without another. */
export async function findByEmail(db: ReadDatabase, email: string): Promise<UserRow | undefined> {
  const rows = await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .orderBy('id', 'desc')
    .execute();
  return rows.find(({ confirmed_at }) => confirmed_at !== null) ?? rows[0];
}

export const findUser = (db: ReadDatabase, id: number): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

export async function getUser(db: ReadDatabase, id: number): Promise<UserRow> {
  const user = await findUser(db, id);
  if (!user) throw new Error(`There is no user ${id}`);
  return user;
}

type Named = Record<'type' | 'last_name' | 'name', string | null>;

/** Name of a person for others; an erased one has no type. */
export const titleOf = ({ type, last_name, name }: Named) =>
  type === null
    ? 'удалённый пользователь'
    : `${last_name} ${name}`.trim() || (type === 'admin' ? 'Администратор' : 'Редактор');

type Columns = { [Column in keyof UserRow]?: UserRow[Column] | undefined };
type NewUser = Omit<Columns, 'id' | 'email_key'> & { type: UserType; email: string; created_at: string };

/** Columns of a form about a person; omitted fields are undefined. */
export const columnsOf = (form: Partial<Omit<DoctorProfile & PartnerProfile, PersonTerms>>) => ({
  last_name: form.last_name,
  name: form.name,
  // A dash means no patronymic (ruling G34).
  second_name: /^[-–—]$/.test(form.second_name ?? '') ? null : form.second_name,
  subject: form.subject_federation_id,
  city: form.city,
  med: form.med,
  company: form.company,
  position: form.position,
  disease_id: form.catalog_disease_id === undefined ? undefined : Number(form.catalog_disease_id),
});

/** Minimum password length by type (ruling G54). */
export const minPassword = (type: string) =>
  type === 'editor' || type === 'admin' ? shortestEditorPassword : shortestPassword;

/** Whether the password was made under a weaker rule than the present role has. */
export const mustRenewPassword = ({ type, password_least }: Pick<UserRow, 'type' | 'password_least'>) =>
  password_least < minPassword(type);

export async function changeUser(
  tx: WriteTransaction,
  id: number,
  /** Undefined ones do not change. */
  values: Columns,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...values, updated_at: at.toISOString() })
    .where('id', '=', id)
    .execute();
}

/** Ids of unconfirmed registrations of an address, latest first. */
export async function pendingAt(tx: WriteTransaction, email_key: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email_key)
    .where('confirmed_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return idsOf(rows);
}

export const forgetPending = async (tx: WriteTransaction, email_key: string, at: Date, kept = 0) =>
  await forgetAccounts(tx, (await pendingAt(tx, email_key)).slice(kept), at);

/** Invalidates codes that could take over an account. */
export async function endCodes(tx: WriteTransaction, userId: number): Promise<void> {
  await tx
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'restore')
    .where('used_at', 'is', null)
    .execute();
  await tx.deleteFrom('address_changes').where('user_id', '=', userId).where('done_at', 'is', null).execute();
}

/** The founding link ends with the first account with a password. */
export const endFounding = (tx: WriteTransaction) => tx.deleteFrom('founding_links').execute();

/** A confirmed account replaces unfinished registrations of its address. */
export async function addUser(tx: WriteTransaction, user: NewUser): Promise<UserRow> {
  if (user.confirmed_at && user.password) await endFounding(tx);
  if (user.confirmed_at) await forgetPending(tx, emailKey(user.email), new Date(user.created_at));
  return await tx
    .insertInto('users')
    .values({
      password_least: minPassword(user.type),
      ...user,
      last_name: user.last_name ?? '',
      name: user.name ?? '',
      updated_at: user.created_at,
      id: await nextNumber(tx, 'user'),
      email: readableEmail(user.email),
      email_key: emailKey(user.email),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function setTerms(
  tx: WriteTransaction,
  userId: number,
  chosen: { [Field in PersonTerms]?: readonly string[] | undefined },
): Promise<void> {
  for (const field of Object.keys(personTerms) as PersonTerms[]) {
    const codes = chosen[field];
    const vocabulary = personTerms[field];
    if (!codes) continue;
    await tx
      .deleteFrom('user_terms')
      .where('user_id', '=', userId)
      .where('vocabulary', '=', vocabulary)
      .execute();
    if (codes.length > 0)
      await tx
        .insertInto('user_terms')
        .values(codes.map((code) => ({ user_id: userId, vocabulary, code })))
        .execute();
  }
}

/** The account for its owner; every field is listed, so none can leak. */
export async function userView(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  user: UserRow,
): Promise<User> {
  const db = database.kysely;
  const terms = await db.selectFrom('user_terms').selectAll().where('user_id', '=', user.id).execute();
  const codes = (field: PersonTerms) =>
    terms
      .filter(({ vocabulary }) => vocabulary === personTerms[field])
      .map(({ code }) => code)
      .sort();
  const avatar = await db
    .selectFrom('avatars')
    .select('hash')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  const choices = await choicesOf(db, user.id);
  const factors = await factorsOf(db, user.id);
  return {
    id: user.id,
    type: user.type as UserType,
    family: user.is_family === 1,
    email: user.email,
    last_name: user.last_name,
    name: user.name,
    second_name: user.second_name,
    verified: user.verified_at !== null,
    reads_cases: mayReadCases(accessOf(user), settings),
    subject_federation_id: user.subject,
    city: user.city,
    med: user.med,
    therapeutic_area_id: codes('therapeutic_area_id'),
    scientific_status_id: codes('scientific_status_id'),
    specialization_id: codes('specialization_id'),
    company: user.company,
    position: user.position,
    catalog_disease_id: user.disease_id,
    avatar: avatar ? `/api/user/avatar?v=${avatar.hash}` : null,
    mailings: wantedMailings(choices),
    frequency: choices.get(digestTopic)?.frequency ?? usualFrequency(digestTopic),
    second_factor: factors.length > 0 ? 'on' : needsFactor(user) ? 'required' : 'off',
    factors,
    must_renew_password: mustRenewPassword(user),
    created_at: user.created_at,
  };
}
