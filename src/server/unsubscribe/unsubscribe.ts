import type { Unsubscribed } from '#contract/unsubscribe.ts';
import { servedDocument, withdrawConsent, type Document } from '../account/consents.ts';
import { wantMailings } from '../account/mailings.ts';
import { pauseNotices, resumeNotices, stateOfNotices } from '../notifications/unsubscribe.ts';
import { readToken, type SignedToken } from '../mail/signed-token.ts';
import { pauseDigests, resumeDigests, stateOfDigests } from './digests.ts';
import { findUser, getUser } from '../account/users.ts';
import { mailings } from '#domain/subscriptions.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';

export const problems = {
  wrong: 'Ссылка неверна. Откройте её из письма целиком или настройте письма в личном кабинете.',
  over: 'Ссылка устарела. Возьмите её из последнего письма или настройте письма в личном кабинете.',
} as const;

const gone: Unsubscribed = {
  state: 'gone',
  message: 'Этой учётной записи больше нет: письма на этот адрес не приходят.',
};

/** Unsubscribes from a sort of letters; idempotent. */
export async function unsubscribe(caller: Caller, token: string): Promise<Unsubscribed> {
  const { database, now } = caller;
  const signed = await readGood(database.kysely, token, now());
  return await database.transaction(async (tx) => {
    const user = await findUser(tx, signed.userId);
    if (!user) return gone;
    if (signed.sort === 'digest') await pauseDigests(tx, { user, subject: signed.subject });
    else if (signed.sort === 'notice') await pauseNotices(tx, signed);
    else await pauseMailings(tx, signed, now());
    return await stateOf(tx, signed);
  });
}

/** Restores the state before the link, except what was changed since. */
export async function resubscribe(caller: Caller, token: string): Promise<Unsubscribed> {
  const { client, database, settings, now } = caller;
  const signed = await readGood(database.kysely, token, now());
  const document = await servedDocument(settings, 'mailings');
  return await database.transaction(async (tx) => {
    const user = await findUser(tx, signed.userId);
    if (!user) return gone;
    if (user.blocked_at !== null)
      throw new HttpError(409, 'Учётная запись заблокирована: письма не приходят.');
    if (signed.sort === 'digest') await resumeDigests(tx, { user, subject: signed.subject });
    else if (signed.sort === 'notice') await resumeNotices(tx, signed);
    else {
      const paused = user.paused_mailings?.split(',') ?? [];
      const isMeant = (code: string) => signed.subject === undefined || code === signed.subject;
      const codes = paused.filter(isMeant);
      if (codes.length > 0) await demandSameConsent(tx, user.id, document);
      if (codes.length > 0) await wantMailings(tx, { userId: user.id, codes, document, client, at: now() });
      await keepPaused(
        tx,
        user.id,
        paused.filter((code) => !isMeant(code)),
      );
    }
    return await stateOf(tx, signed);
  });
}

async function readGood(db: ReadDatabase, token: string, at: Date): Promise<SignedToken> {
  const read = await readToken(db, token, at);
  if (read.state === 'good') return read.token;
  throw new HttpError(400, problems[read.state], 'token');
}

/** Stops one mailing or all; the consent ends with the last. */
async function pauseMailings(
  tx: WriteTransaction,
  { userId, subject }: SignedToken,
  at: Date,
): Promise<void> {
  const user = await getUser(tx, userId);
  const rows = await tx
    .deleteFrom('mailings')
    .where('user_id', '=', userId)
    .$if(subject !== undefined, (some) => some.where('code', '=', subject ?? ''))
    .returning('code')
    .execute();
  if (rows.length === 0) return;
  const before = user.paused_mailings?.split(',') ?? [];
  await keepPaused(tx, userId, [...new Set([...before, ...rows.map(({ code }) => code)])]);
  if (!(await wantsMailing(tx, { userId }))) await withdrawConsent(tx, { userId, purpose: 'mailings', at });
}

/** A link cannot consent to a document the person has not seen. */
async function demandSameConsent(tx: ReadDatabase, userId: number, { version }: Document): Promise<void> {
  const last = await tx
    .selectFrom('consents')
    .select(['version', 'withdrawn_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'mailings')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (last && (last.withdrawn_at === null || last.version === version)) return;
  throw new HttpError(
    409,
    'Согласие на рассылки с тех пор изменилось: прочтите его и включите рассылку в личном кабинете.',
  );
}

const keepPaused = (tx: WriteTransaction, userId: number, codes: readonly string[]) =>
  tx
    .updateTable('users')
    .set({ paused_mailings: codes.length > 0 ? codes.join(',') : null })
    .where('id', '=', userId)
    .execute();

/** Current state of these letters. */
export async function stateOf(db: ReadDatabase, signed: SignedToken): Promise<Unsubscribed> {
  const user = await findUser(db, signed.userId);
  if (!user) return gone;
  const { name, isOn } = await (signed.sort === 'digest'
    ? stateOfDigests(db, { user, subject: signed.subject })
    : signed.sort === 'notice'
      ? stateOfNotices(db, signed)
      : stateOfMailings(db, signed));
  return isOn
    ? { state: 'on', message: `${name} приходят вам по почте.` }
    : { state: 'off', message: `${name} больше не приходят.` };
}

const stateOfMailings = async (
  db: ReadDatabase,
  signed: Pick<SignedToken, 'userId' | 'subject'>,
): Promise<{ name: string; isOn: boolean }> => {
  const title = mailings.find(({ code }) => code === signed.subject)?.title;
  return {
    name: title ? `Письма рассылки «${title}»` : 'Рассылки портала',
    isOn: await wantsMailing(db, signed),
  };
};

const wantsMailing = async (
  db: ReadDatabase,
  { userId, subject }: Pick<SignedToken, 'userId' | 'subject'>,
): Promise<boolean> =>
  (await db
    .selectFrom('mailings')
    .select('code')
    .where('user_id', '=', userId)
    .$if(subject !== undefined, (some) => some.where('code', '=', subject ?? ''))
    .limit(1)
    .executeTakeFirst()) !== undefined;
