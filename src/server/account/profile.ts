import type { DoctorProfile, PartnerProfile } from '#contract/forms/profile.ts';
import type { User } from '#contract/account.ts';
import { mailings } from '#domain/subscriptions.ts';
import { HttpError } from '../http-error.ts';
import { checkChoices } from './vocabulary-choices.ts';
import { servedDocument, withdrawConsent } from './consents.ts';
import { choicesOf, digestTopic, mailingTopic, setPreference } from '../notifications/preferences.ts';
import { wantedMailings, wantMailings } from './mailings.ts';
import { nameOrNone } from './registration.ts';
import { changeUser, getUser, personTerms, setTerms, userView, type PersonTerms } from './users.ts';
import type { Caller, Handler } from '../request/caller.ts';

/** Updates the given fields only. */
export async function updateProfile(caller: Caller, form: DoctorProfile & PartnerProfile): Promise<User> {
  const { user, database, now } = caller;
  await checkChoices(database.kysely, form);
  const { second_name: secondName, subject_federation_id: subject, catalog_disease_id: disease } = form;
  const values = {
    ...given({ last_name: form.last_name, name: form.name, city: form.city, med: form.med }),
    ...given({ company: form.company, position: form.position, subject }),
    ...(secondName === undefined ? {} : { second_name: nameOrNone(secondName) }),
    ...(disease === undefined ? {} : { disease_id: Number(disease) }),
  };
  await database.transaction(async (tx) => {
    for (const field of Object.keys(personTerms) as PersonTerms[]) {
      const codes = form[field];
      if (codes) await setTerms(tx, user.id, field, codes);
    }
    await changeUser(tx, user.id, values, now());
  });
  return await updatedView(caller);
}

/** Optional data of patients and relatives, which they may remove. */
export const updateFamily: Handler<'POST /api/family/update'> = async (caller, { input: form }) => {
  const { user, database, now } = caller;
  const { name, subject_federation_id: subject } = form;
  if (subject) await checkChoices(database.kysely, { subject_federation_id: subject });
  const values = given({ name, subject: subject === '' ? null : subject });
  await database.transaction((tx) => changeUser(tx, user.id, values, now()));
  return await updatedView(caller);
};

const given = <Values extends Record<string, unknown>>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

export const updatedView = async (caller: Caller): Promise<User> =>
  await userView(caller, await getUser(caller.database.kysely, caller.user.id));

/** Adds or removes therapeutic areas; idempotent. */
export async function changeAreas(
  caller: Caller,
  { id: codes }: { id: string[] },
  { action }: { action: 'set' | 'remove' },
): Promise<User> {
  const { user } = caller;
  if (action === 'set')
    await checkChoices(caller.db, { therapeutic_area_id: codes }).catch((error: unknown) => {
      throw error instanceof HttpError ? new HttpError(400, error.message, 'id') : error;
    });
  const vocabulary = personTerms.therapeutic_area_id;
  await caller.database.transaction(async (tx) => {
    if (action === 'remove')
      await tx
        .deleteFrom('user_terms')
        .where('user_id', '=', user.id)
        .where('vocabulary', '=', vocabulary)
        .where('code', 'in', codes)
        .execute();
    else
      await tx
        .insertInto('user_terms')
        .values(codes.map((code) => ({ user_id: user.id, vocabulary, code })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
  });
  return await updatedView(caller);
}

/** Subscribes or unsubscribes, with the consent (ruling G47). */
export async function changeMailings(
  caller: Caller,
  { id: codes }: { id: string[] },
  { action }: { action: 'set' | 'remove' },
): Promise<User> {
  const { user, client, database, settings, now } = caller;
  const known: readonly string[] = mailings.map(({ code }) => code);
  if (action === 'set' && !codes.every((code) => known.includes(code)))
    throw new HttpError(400, 'Такой рассылки нет.', 'id');
  const document = await servedDocument(settings, 'mailings');
  await database.transaction(async (tx) => {
    const at = now();
    if (action === 'remove') {
      await tx
        .deleteFrom('preferences')
        .where('user_id', '=', user.id)
        .where('topic', 'in', codes.map(mailingTopic))
        .execute();
      const left = wantedMailings(await choicesOf(tx, user.id));
      if (left.length === 0) await withdrawConsent(tx, { userId: user.id, purpose: 'mailings', at });
      return;
    }
    await wantMailings(tx, { userId: user.id, codes, document, client, at });
  });
  return await updatedView(caller);
}

export const setFrequency: Handler<'POST /api/user/frequency'> = async (caller, { input: { frequency } }) => {
  const { user, database, now } = caller;
  await database.transaction((tx) =>
    setPreference(tx, { userId: user.id, topic: digestTopic, frequency, at: now() }),
  );
  return await updatedView(caller);
};
