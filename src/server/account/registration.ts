import { setTimeout as pause } from 'node:timers/promises';
import { isTicked } from '#contract/forms/fields.ts';
import {
  boxes,
  type DoctorRegistration,
  type FamilyRegistration,
  type PartnerRegistration,
} from '#contract/forms/registration.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { lettersFrom, paceOf } from '../captcha/pace.ts';
import type { Caller } from '../request/caller.ts';
import { neighbourhoodOf } from '../request/visit.ts';
import { alreadyLetter, confirmationLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { Refusal } from '../refusal.ts';
import { forgetAccounts } from '../audit/forget.ts';
import { note } from '../audit/note.ts';
import { checkChoices } from './choices.ts';
import { giveConsent, servedDocument } from './consents.ts';
import { emailKey, readableEmail } from '../base/email.ts';
import { windowOf } from '../request/limits.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { hashOf } from '../base/secret.ts';
import { findToken, issueToken, useToken } from './tokens.ts';
import { addUser, endFounding, findByEmail, findUser, setTerms, type NewUser } from './users.ts';
import { describe, findFollowable, keepFollowing } from '../subscriptions/subscriptions.ts';
import { createCaptcha } from '../captcha/captcha.ts';

/** Accounts that wait for confirmation at one address; of more, the oldest go. */
const mostPending = 5;

type Registration =
  | { type: 'doctor'; form: DoctorRegistration }
  | { type: 'patient'; form: PartnerRegistration }
  | { type: 'family'; form: FamilyRegistration };

/** A new account, waiting for its owner's mail; an address that has one already gets a letter instead. */
export async function register(caller: Caller, registration: Registration): Promise<{ email: string }> {
  const { visit, once, settings, database, limits, now, evenTime, passwordCost } = caller;
  const captcha = createCaptcha(caller);
  const { form } = registration;
  const answer = { email: readableEmail(form.email) };
  await limits.spend([windowOf(`register from ${visit.network}`, 60, 60)]);
  if (registration.type !== 'family') {
    await checkChoices(database.kysely, registration.form);
    checkPassword(registration.form.password, { type: registration.type, email: form.email });
  }
  const answerTime = pause(evenTime);
  // Filled in by programs only: they learn nothing.
  if (form.website) return await answerTime.then(() => once(async () => answer));
  await captcha.admit(form, visit, captchaOf[registration.type]);
  await limits.spend(paceOf(visit, form.email));
  const [password, consents] = await Promise.all([
    'password' in form ? hashPassword(form.password, passwordCost) : null,
    Promise.all(
      purposesOf(registration).map(async (purpose) => ({
        purpose,
        document: await servedDocument(settings, purpose),
      })),
    ),
  ]);
  await once(async (tx) => {
    const at = now();
    const owner = await findByEmail(tx, form.email);
    if (!(await limits.spendWithin(tx, [lettersTo(form.email)]))) return answer;
    if (owner?.confirmed_at) {
      const letter = alreadyLetter(owner, settings.SITE_URL);
      await putLetter(tx, letter, { kind: 'already', to: owner.email, userId: owner.id, at });
      return answer;
    }
    await dropOldPending(tx, form.email, at);
    const user = await addUser(tx, { ...newUserOf(registration), password, created_at: at.toISOString() });
    if (registration.type === 'doctor') {
      await setTerms(tx, user.id, 'therapeutic_area_id', registration.form.therapeutic_area_id);
      await setTerms(tx, user.id, 'scientific_status_id', registration.form.scientific_status_id);
    }
    for (const { purpose, document } of consents)
      await giveConsent(tx, { userId: user.id, purpose, text: boxes[purpose], document, visit, at });
    await note(tx, { at, deed: 'registered', userId: user.id, visit });
    if (registration.type === 'family') await followFirst(tx, user, registration.form, at);
    await sendConfirmation(tx, user, { at, siteUrl: settings.SITE_URL });
    return answer;
  });
  await answerTime;
  return answer;
}

const captchaOf = { doctor: 'doctor', patient: 'partner', family: 'family' } as const;

/** What one wanted to follow before there was an account; without a record of that number there is nothing to follow. */
async function followFirst(
  tx: WriteTransaction,
  user: UserRow,
  { follow_kind: kind, follow_id: id }: FamilyRegistration,
  at: Date,
): Promise<void> {
  const target = id && (await findFollowable(tx, { kind, id }));
  if (target && (await describe(tx, target))) await keepFollowing(tx, user, target, { at });
}

/** However often somebody asks, one address gets only so many letters. */
export const lettersTo = (email: string) => windowOf(`letters to ${emailKey(email)}`, 6, 3600);

function newUserOf({ type, form }: Registration): Omit<NewUser, 'created_at'> {
  if (type === 'family') return { type: 'patient', is_family: 1, email: form.email };
  const person = {
    email: form.email,
    last_name: form.last_name,
    name: form.name,
    second_name: nameOrNone(form.second_name),
  };
  return type === 'doctor'
    ? { ...person, type, subject: form.subject_federation_id, city: form.city, med: form.med }
    : {
        ...person,
        type,
        company: form.company,
        position: form.position,
        disease_id: Number(form.catalog_disease_id),
      };
}

/** A dash says that there is no отчество (ruling G34). */
export const nameOrNone = (name: string) => (/^[-–—]$/.test(name) ? null : name);

/** What one agrees to with a registration. */
const purposesOf = ({ type, form }: Registration) => [
  'personal' as const,
  ...(type === 'doctor' ? (['specialist'] as const) : []),
  ...(isTicked(form.mailings) ? (['mailings'] as const) : []),
];

/** Registrations at an address that nobody has confirmed, the latest first. */
export async function pendingAt(tx: WriteTransaction, email_key: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', email_key)
    .where('confirmed_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id }) => id);
}

/** An address that somebody keeps registering without confirming does not fill the database. */
async function dropOldPending(tx: WriteTransaction, email: string, at: Date): Promise<void> {
  const old = (await pendingAt(tx, emailKey(email))).slice(mostPending - 1);
  await forgetAccounts(tx, old, at);
}

/** Says when and from where one registered: of several registrations at an address its owner knows their own. */
async function sendConfirmation(
  tx: WriteTransaction,
  user: UserRow,
  { at, siteUrl }: { at: Date; siteUrl: string },
): Promise<void> {
  const code = await issueToken(tx, { purpose: 'confirm', userId: user.id, at });
  const consent = await tx
    .selectFrom('consents')
    .select('ip')
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'personal')
    .executeTakeFirst();
  const waiting = await pendingAt(tx, user.email_key);
  const letter = confirmationLetter(
    user,
    {
      code,
      when: new Date(user.created_at),
      from: neighbourhoodOf(consent?.ip ?? ''),
      hasPassword: user.password !== null,
      isAlone: waiting.length === 1,
    },
    siteUrl,
  );
  await putLetter(tx, letter, { kind: 'confirm', to: user.email, userId: user.id, at });
}

/** The letter of the latest registration once more; the answer tells nothing. */
export async function resendConfirmation(
  caller: Caller,
  { email }: { email: string },
): Promise<{ email: string }> {
  const { visit, settings, database, limits, now, evenTime } = caller;
  await limits.spend([windowOf(`letters from ${visit.network}`, 20, 60), ...lettersFrom(visit)]);
  const answerTime = pause(evenTime);
  await database.transaction(async (tx) => {
    const isAllowed = await limits.spendWithin(tx, [lettersTo(email)]);
    const user = await findByEmail(tx, email);
    if (isAllowed && user?.confirmed_at === null)
      await sendConfirmation(tx, user, { at: now(), siteUrl: settings.SITE_URL });
  });
  await answerTime;
  return { email };
}

type Confirmed = { state: 'confirmed' | 'already'; email: string; message: string };

interface Confirmation {
  code?: string | undefined;
  token?: string | undefined;
  password?: string | undefined;
  confirm_password?: string | undefined;
}

/**
 * Confirms a registration: the code shows whose mailbox it is, the password which of the registrations at that address
 * its owner has made (target D-7); a new password, given twice, takes the place of whatever a stranger chose. The others
 * at the address go.
 */
export async function confirm(
  caller: Caller,
  { code, token, password, confirm_password }: Confirmation,
): Promise<Confirmed> {
  const { visit, database, limits, now, passwordCost } = caller;
  const given = code || token;
  if (!given) throw new Refusal(400, 'В ссылке нет кода. Откройте её из письма целиком.', 'code');
  await limits.spend([windowOf(`codes from ${visit.network}`, 120, 60)]);
  const waiting = await findRegistration(database.kysely, given, now());
  if ('state' in waiting) return waiting;
  const { user } = waiting;
  if (!password && user.password === null)
    throw new Refusal(400, 'Придумайте пароль и введите его дважды.', 'confirm_password');
  if (!password)
    throw new Refusal(
      400,
      'Введите пароль, который придумали при регистрации, или задайте новый.',
      'password',
    );
  await limits.spend([windowOf(`confirm ${user.email_key}`, 30, 600)]);
  const isNew = Boolean(confirm_password);
  if (isNew) checkPassword(password, user);
  const owners = isNew ? user : await registeredWith(password, user, caller);
  if (!owners)
    throw new Refusal(
      400,
      'С таким паролем здесь не регистрировались. Если вы его не помните или регистрировались не вы, задайте новый.',
      'password',
    );
  const hash = isNew ? await hashPassword(password, passwordCost) : owners.password;
  return await database.transaction(async (tx) => {
    const at = now();
    const still = await findRegistration(tx, given, at);
    if ('state' in still) return still;
    await useToken(tx, given, at);
    // The code is remembered with the account that stays.
    await tx.updateTable('tokens').set({ user_id: owners.id }).where('hash', '=', hashOf(given)).execute();
    await tx
      .updateTable('users')
      .set({ confirmed_at: at.toISOString(), password: hash })
      .where('id', '=', owners.id)
      .execute();
    await endFounding(tx);
    await forgetAccounts(tx, await pendingAt(tx, user.email_key), at);
    await note(tx, { at, deed: 'confirmed', userId: owners.id, visit });
    return { state: 'confirmed', email: user.email, message: 'Регистрация подтверждена: можно войти.' };
  });
}

/** The registration that a code belongs to, while it waits; what is said when it does not wait any more. */
async function findRegistration(
  db: ReadDatabase,
  code: string,
  at: Date,
): Promise<{ user: UserRow } | Confirmed> {
  const found = await findToken(db, { code, purposes: ['confirm'], at });
  const user = found && (await findUser(db, found.userId));
  if (!found || !user || (found.state === 'over' && user.confirmed_at === null))
    throw new Refusal(400, 'Ссылка устарела или неверна. Запросите новую.', 'code');
  const owner = await findByEmail(db, user.email);
  return found.state !== 'good' || owner?.confirmed_at
    ? { state: 'already', email: user.email, message: 'Регистрация уже подтверждена: можно войти.' }
    : { user };
}

/** Of the registrations that wait at the address, the one with this password; the one of the letter first. */
async function registeredWith(
  password: string,
  user: UserRow,
  { db, passwordCost }: Caller,
): Promise<UserRow | undefined> {
  const others = await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', user.email_key)
    .where('confirmed_at', 'is', null)
    .where('id', '!=', user.id)
    .orderBy('id', 'desc')
    .limit(mostPending)
    .execute();
  for (const one of [user, ...others]) if (await isPassword(password, one.password, passwordCost)) return one;
  return undefined;
}
