import type { User } from '#contract/account.ts';
import type { DoctorProfile, PartnerProfile } from '#contract/forms/profile.ts';
import { mailings, type Frequency } from '#domain/subscriptions.ts';
import type { UserRow } from '../database/tables.ts';
import type { Visit } from '../request/visit.ts';
import { Refusal } from '../refusal.ts';
import { checkChoices } from './choices.ts';
import { servedDocument, withdrawConsent } from './consents.ts';
import { wantMailings } from './mailings.ts';
import { nameOrNone } from './registration.ts';
import type { Services } from './services.ts';
import { getUser, personTerms, setTerms, showUser, type PersonTerms } from './users.ts';

/** Writes what the form names and nothing else. */
export async function updateProfile(
  user: UserRow,
  form: DoctorProfile & PartnerProfile,
  { database, now }: Services,
): Promise<User> {
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
    await tx
      .updateTable('users')
      .set({ ...values, updated_at: now().toISOString() })
      .where('id', '=', user.id)
      .execute();
  });
  return await showAgain(user, { database });
}

const given = <Values extends Record<string, unknown>>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Values>;

/** The account after a change. */
export const showAgain = async ({ id }: UserRow, { database }: Pick<Services, 'database'>): Promise<User> =>
  await showUser(database.kysely, await getUser(database.kysely, id));

/** Adds therapeutic areas to a person, or takes them away; either may be done twice. */
export async function changeAreas(
  user: UserRow,
  { id: codes }: { id: string[] },
  { deed, services }: { deed: 'set' | 'remove'; services: Services },
): Promise<User> {
  if (deed === 'set')
    await checkChoices(services.database.kysely, { therapeutic_area_id: codes }).catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal(400, error.message, 'id') : error;
    });
  const vocabulary = personTerms.therapeutic_area_id;
  await services.database.transaction(async (tx) => {
    if (deed === 'remove')
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
  return await showAgain(user, services);
}

/** Wants mailings, or wants them no more; the consent goes along (ruling G47). */
export async function changeMailings(
  user: UserRow,
  { id: codes }: { id: string[] },
  { deed, visit, services }: { deed: 'set' | 'remove'; visit: Visit; services: Services },
): Promise<User> {
  const { database, settings, now } = services;
  const known: readonly string[] = mailings.map(({ code }) => code);
  if (deed === 'set' && !codes.every((code) => known.includes(code)))
    throw new Refusal(400, 'Такой рассылки нет.', 'id');
  const document = await servedDocument(settings, 'mailings');
  await database.transaction(async (tx) => {
    const at = now();
    if (deed === 'remove') {
      await tx.deleteFrom('mailings').where('user_id', '=', user.id).where('code', 'in', codes).execute();
      const left = await tx
        .selectFrom('mailings')
        .select('code')
        .where('user_id', '=', user.id)
        .limit(1)
        .executeTakeFirst();
      if (!left) await withdrawConsent(tx, { userId: user.id, purpose: 'mailings', at });
      return;
    }
    await wantMailings(tx, { userId: user.id, codes, document, visit, at });
  });
  return await showAgain(user, services);
}

export async function setFrequency(
  user: UserRow,
  { frequency }: { frequency: Frequency },
  services: Services,
): Promise<User> {
  await services.database.transaction((tx) =>
    tx.updateTable('users').set({ frequency }).where('id', '=', user.id).execute(),
  );
  return await showAgain(user, services);
}
