import { setTimeout as pause } from 'node:timers/promises';
import type { CaptchaForm } from '#contract/forms/access.ts';
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
import { audit } from '../audit/audit.ts';
import { checkChoices } from './vocabulary-choices.ts';
import { giveConsent, servedDocuments } from './consents.ts';
import { emailKey, readableEmail } from '../base/email.ts';
import { windowOf } from '../request/limits.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { lettersTo, maxPending, sendConfirmation } from './confirmation.ts';
import { addUser, columnsOf, findByEmail, forgetPending, setTerms } from './users.ts';
import { findFollowable, keepFollowing } from '../subscriptions/subscriptions.ts';
import { admit } from '../captcha/captcha.ts';
import { HttpError } from '../http-error.ts';
import { canTakeConsents } from '../settings.ts';

/** Fields of all registrations; each has some of them. */
type Registration = { email: string } & Partial<
  DoctorRegistration & PartnerRegistration & Omit<FamilyRegistration, 'consent'>
>;

export const registrationHandlers = {
  'POST /api/register/doctor': (caller, { input }) => register(caller, 'doctor', input),
  'POST /api/register/patient': (caller, { input }) => register(caller, 'partner', input),
  'POST /api/register/family': (caller, { input }) => register(caller, 'family', input),
} satisfies Partial<Handlers>;

/** Creates an account pending confirmation; an address in use gets a letter instead. */
async function register(
  caller: Caller,
  formName: CaptchaForm,
  form: Registration,
): Promise<{ email: string }> {
  const { client, once, settings, database, limits, now, evenTime, passwordCost } = caller;
  const type = formName === 'doctor' ? 'doctor' : 'patient';
  if (!canTakeConsents(settings))
    throw new HttpError(
      403,
      'Регистрация пока закрыта: портал ещё не назвал оператора персональных данных, которому даётся согласие. Каталог и поиск открыты без регистрации.',
    );
  const answer = { email: readableEmail(form.email) };
  await limits.spend([windowOf(`register from ${client.network}`, 60, 60)]);
  await checkChoices(database.kysely, form);
  if (form.password !== undefined) checkPassword(form.password, { type, email: form.email });
  const answerTime = pause(evenTime);
  // Honeypot: robots get the usual response.
  if (form.website) return await answerTime.then(() => once(async () => answer));
  await admit(caller, form, client, formName);
  await limits.spend(paceOf(client, form.email));
  const [password, consents] = await Promise.all([
    form.password === undefined ? null : hashPassword(form.password, passwordCost),
    servedDocuments(settings, purposesOf(form)),
  ]);
  await once(async (tx) => {
    const at = now();
    const owner = await findByEmail(tx, form.email);
    if (!(await limits.spendWithin(tx, [lettersTo(form.email)]))) return answer;
    if (owner?.confirmed_at) {
      await putLetter(tx, caller, { kind: 'already', to: owner }, alreadyLetter(owner.email));
      return answer;
    }
    await forgetPending(tx, emailKey(form.email), at, maxPending - 1);
    const user = await addUser(tx, {
      ...columnsOf(form),
      type,
      is_family: Number(formName === 'family'),
      email: form.email,
      password,
      created_at: at.toISOString(),
    });
    await setTerms(tx, user.id, form);
    for (const consent of consents) await giveConsent(tx, caller, { userId: user.id, ...consent });
    await audit(tx, caller, 'registered', { userId: user.id });
    await followFirst(tx, user, form, at);
    await sendConfirmation(tx, user, caller);
    return answer;
  });
  await answerTime;
  return answer;
}

/** Subscription of the registration form; ignored if the record does not exist. */
async function followFirst(
  tx: WriteTransaction,
  user: UserRow,
  { follow_kind: kind, follow_id: id }: Registration,
  at: Date,
): Promise<void> {
  const place = id && (await findFollowable(tx, { kind, id }));
  if (place) await keepFollowing(tx, user.id, place, { at });
}

/** Consents of the registration; missing ones are asked for at confirmation (ruling G71). */
const purposesOf = (form: Registration) => [
  ...(isTicked(form.consent) ? (['personal'] as const) : []),
  ...(isTicked(form.specialist) ? (['specialist'] as const) : []),
  ...(isTicked(form.mailings) ? (['mailings'] as const) : []),
];
