import { setTimeout as pause } from 'node:timers/promises';
import { isTicked } from '#contract/forms/fields.ts';
import type {
  DoctorRegistration,
  FamilyRegistration,
  PartnerRegistration,
} from '#contract/forms/registration.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { paceOf } from '../captcha/pace.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { alreadyLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { forgetAccounts } from '../audit/forget.ts';
import { audit } from '../audit/audit.ts';
import { checkChoices } from './vocabulary-choices.ts';
import { giveConsent, servedDocuments } from './consents.ts';
import { emailKey, readableEmail } from '../base/email.ts';
import { windowOf } from '../request/limits.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { lettersTo, maxPending, pendingAt, sendConfirmation } from './confirmation.ts';
import { addUser, findByEmail, setTerms, type NewUser } from './users.ts';
import { describe, findFollowable, keepFollowing } from '../subscriptions/subscriptions.ts';
import { admit } from '../captcha/captcha.ts';
import { HttpError } from '../http-error.ts';
import { canTakeConsents } from '../settings.ts';

type Registration =
  | { type: 'doctor'; form: DoctorRegistration }
  | { type: 'patient'; form: PartnerRegistration }
  | { type: 'family'; form: FamilyRegistration };

export const registrationHandlers = {
  'POST /api/register/doctor': (caller, { input: form }) => register(caller, { type: 'doctor', form }),
  'POST /api/register/patient': (caller, { input: form }) => register(caller, { type: 'patient', form }),
  'POST /api/register/family': (caller, { input: form }) => register(caller, { type: 'family', form }),
} satisfies Partial<Handlers>;

/** Creates an account pending confirmation; an address in use gets a letter instead. */
async function register(caller: Caller, registration: Registration): Promise<{ email: string }> {
  const { client, once, settings, database, limits, now, evenTime, passwordCost } = caller;
  const { form } = registration;
  if (!canTakeConsents(settings))
    throw new HttpError(
      403,
      'Регистрация пока закрыта: портал ещё не назвал оператора персональных данных, которому даётся согласие. Каталог и поиск открыты без регистрации.',
    );
  const answer = { email: readableEmail(form.email) };
  await limits.spend([windowOf(`register from ${client.network}`, 60, 60)]);
  if (registration.type !== 'family') {
    await checkChoices(database.kysely, registration.form);
    checkPassword(registration.form.password, { type: registration.type, email: form.email });
  }
  const answerTime = pause(evenTime);
  // Honeypot: robots get the usual response.
  if (form.website) return await answerTime.then(() => once(async () => answer));
  await admit(caller, form, client, captchaOf[registration.type]);
  await limits.spend(paceOf(client, form.email));
  const [password, consents] = await Promise.all([
    'password' in form ? hashPassword(form.password, passwordCost) : null,
    servedDocuments(settings, purposesOf(registration)),
  ]);
  await once(async (tx) => {
    const at = now();
    const owner = await findByEmail(tx, form.email);
    if (!(await limits.spendWithin(tx, [lettersTo(form.email)]))) return answer;
    if (owner?.confirmed_at) {
      await putLetter(tx, caller, { kind: 'already', to: owner }, alreadyLetter(owner.email));
      return answer;
    }
    await dropOldPending(tx, form.email, at);
    const user = await addUser(tx, { ...newUserOf(registration), password, created_at: at.toISOString() });
    if (registration.type === 'doctor') {
      await setTerms(tx, user.id, 'therapeutic_area_id', registration.form.therapeutic_area_id);
      await setTerms(tx, user.id, 'scientific_status_id', registration.form.scientific_status_id);
    }
    for (const consent of consents) await giveConsent(tx, caller, { userId: user.id, ...consent });
    await audit(tx, caller, 'registered', { userId: user.id });
    if (registration.type === 'family') await followFirst(tx, user, registration.form, at);
    await sendConfirmation(tx, user, caller);
    return answer;
  });
  await answerTime;
  return answer;
}

const captchaOf = { doctor: 'doctor', patient: 'partner', family: 'family' } as const;

/** Subscription of the registration form; ignored if the record does not exist. */
async function followFirst(
  tx: WriteTransaction,
  user: UserRow,
  { follow_kind: kind, follow_id: id }: FamilyRegistration,
  at: Date,
): Promise<void> {
  const topic = id && (await findFollowable(tx, { kind, id }));
  if (topic && (await describe(tx, topic))) await keepFollowing(tx, user.id, topic, { at });
}

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

/** A dash means no patronymic (ruling G34). */
export const nameOrNone = (name: string) => (/^[-–—]$/.test(name) ? null : name);

/** Consents of the registration; missing ones are asked for at confirmation (ruling G71). */
const purposesOf = ({ type, form }: Registration) => [
  ...(isTicked(form.consent) ? (['personal'] as const) : []),
  ...(type === 'doctor' && isTicked(form.specialist) ? (['specialist'] as const) : []),
  ...(isTicked(form.mailings) ? (['mailings'] as const) : []),
];

/** Limits unconfirmed registrations of one address. */
async function dropOldPending(tx: WriteTransaction, email: string, at: Date): Promise<void> {
  const old = (await pendingAt(tx, emailKey(email))).slice(maxPending - 1);
  await forgetAccounts(tx, old, at);
}
