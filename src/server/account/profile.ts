import type { DoctorProfile, PartnerProfile } from '#contract/forms/profile.ts';
import type { User } from '#contract/account.ts';
import { mailings } from '#domain/subscriptions.ts';
import type { WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { checkChoices } from './vocabulary-choices.ts';
import { servedDocument, withdrawConsent } from './consents.ts';
import { choicesOf, digestTopic, mailingTopic, setPreference } from '../notifications/preferences.ts';
import { consentToMailings, wantedMailings } from './mailings.ts';
import { changeUser, columnsOf, getUser, personTerms, setTerms, userView } from './users.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { windowOf } from '../request/limits.ts';
import { redraw, typeOf } from '../uploads/content.ts';
import { hashOf } from '../base/secret.ts';

export const profileHandlers = {
  'POST /api/doctor/update': (caller, { input }) => updateProfile(caller, input),
  'POST /api/patient/update': (caller, { input }) => updateProfile(caller, input),
  /** Optional data of patients and relatives, which they may remove. */
  'POST /api/family/update': async (caller, { input: { name, subject_federation_id: subject } }) => {
    if (subject) await checkChoices(caller.db, { subject_federation_id: subject });
    const values = { name, subject: subject === '' ? null : subject };
    return await changeAccount(caller, (tx) => changeUser(tx, caller.user.id, values, caller.now()));
  },
  'POST /api/user/terra/set': async (caller, { input: { id: codes } }) => {
    await checkChoices(caller.db, { therapeutic_area_id: codes }).catch((error: unknown) => {
      throw error instanceof HttpError ? new HttpError(400, error.message, 'id') : error;
    });
    return await changeAccount(caller, (tx) =>
      tx
        .insertInto('user_terms')
        .values(codes.map((code) => ({ user_id: caller.user.id, vocabulary, code })))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  },
  'POST /api/user/terra/remove': (caller, { input: { id: codes } }) =>
    changeAccount(caller, (tx) =>
      tx
        .deleteFrom('user_terms')
        .where('user_id', '=', caller.user.id)
        .where('vocabulary', '=', vocabulary)
        .where('code', 'in', codes)
        .execute(),
    ),
  /** With the consent (ruling G47). */
  'POST /api/user/subscribe/set': async (caller, { input: { id: codes } }) => {
    const known: readonly string[] = mailings.map(({ code }) => code);
    if (!codes.every((code) => known.includes(code))) throw new HttpError(400, 'Такой рассылки нет.', 'id');
    const document = await servedDocument(caller.settings, 'mailings');
    const userId = caller.user.id;
    return await changeAccount(caller, async (tx) => {
      for (const code of codes)
        await setPreference(tx, { userId, topic: mailingTopic(code), frequency: 'now', at: caller.now() });
      await consentToMailings(tx, caller, { userId, document });
    });
  },
  'POST /api/user/subscribe/remove': (caller, { input: { id: codes } }) =>
    changeAccount(caller, async (tx) => {
      const userId = caller.user.id;
      await tx
        .deleteFrom('preferences')
        .where('user_id', '=', userId)
        .where('topic', 'in', codes.map(mailingTopic))
        .execute();
      const left = wantedMailings(await choicesOf(tx, userId));
      if (left.length === 0) await withdrawConsent(tx, { userId, purpose: 'mailings', at: caller.now() });
    }),
  'POST /api/user/frequency': (caller, { input: { frequency } }) =>
    changeAccount(caller, (tx) =>
      setPreference(tx, { userId: caller.user.id, topic: digestTopic, frequency, at: caller.now() }),
    ),
  /** Re-encodes the picture, which removes hidden content such as the location. */
  'POST /api/user/avatar/update': async (caller, { input: { avatar } }) => {
    const { user } = caller;
    await caller.limits.spend([windowOf(`pictures of ${user.id}`, 30, 3600)]);
    const bytes = Buffer.from(await avatar.arrayBuffer());
    if (!typeOf(bytes)?.startsWith('image/'))
      throw new HttpError(400, 'Нужна картинка JPEG, PNG или WebP.', 'avatar');
    const picture = await redraw(bytes, 'avatar', (given) =>
      given
        .rotate()
        .resize(avatarSide, avatarSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 }),
    );
    const data = picture.bytes.toString('base64');
    const values = { data, hash: hashOf(data).slice(0, 16) };
    return await changeAccount(caller, (tx) =>
      tx
        .insertInto('avatars')
        .values({ user_id: user.id, ...values })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute(),
    );
  },
  'POST /api/user/avatar/remove': (caller) =>
    changeAccount(caller, (tx) => tx.deleteFrom('avatars').where('user_id', '=', caller.user.id).execute()),
  'GET /api/user/avatar': async ({ db, user }) => {
    const row = await db
      .selectFrom('avatars')
      .select('data')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow(() => new HttpError(404, 'Картинки нет.'));
    return { type: 'image/webp', body: Buffer.from(row.data, 'base64') };
  },
} satisfies Partial<Handlers>;

/** Pixels of the longer side. */
const avatarSide = 512;

const vocabulary = personTerms.therapeutic_area_id;

export async function changeAccount(
  caller: Caller,
  action: (tx: WriteTransaction) => Promise<unknown>,
): Promise<User> {
  await caller.database.transaction(action);
  return await userView(caller, await getUser(caller.db, caller.user.id));
}

/** Updates the given fields only. */
async function updateProfile(caller: Caller, form: DoctorProfile & PartnerProfile): Promise<User> {
  await checkChoices(caller.db, form);
  return await changeAccount(caller, async (tx) => {
    await setTerms(tx, caller.user.id, form);
    await changeUser(tx, caller.user.id, columnsOf(form), caller.now());
  });
}
