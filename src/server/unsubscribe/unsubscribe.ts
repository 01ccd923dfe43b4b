import type { Unsubscribed } from '#contract/unsubscribe.ts';
import { servedDocument, withdrawConsent } from '../account/consents.ts';
import { wantMailings } from '../account/mailings.ts';
import { pauseNotices, resumeNotices, stateOfNotices } from '../notifications/unsubscribe.ts';
import { readToken, type SignedToken } from '../mail/signed-token.ts';
import { pauseDigests, resumeDigests, stateOfDigests } from './digests.ts';
import { findUser } from '../account/users.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { Refusal } from '../refusal.ts';
import type { Caller } from '../request/caller.ts';

export const problems = {
  wrong: 'Ссылка неверна. Откройте её из письма целиком или настройте письма в личном кабинете.',
  over: 'Ссылка устарела. Возьмите её из последнего письма или настройте письма в личном кабинете.',
} as const;

const gone: Unsubscribed = {
  state: 'gone',
  message: 'Этой учётной записи больше нет: письма на этот адрес не приходят.',
};

/** No letter of this sort from now on; asked twice, it is done once. */
export async function unsubscribe(caller: Caller, token: string): Promise<Unsubscribed> {
  const { database, now } = caller;
  const asked = await readGood(database.kysely, token, now());
  return await database.transaction(async (tx) => {
    const user = await findUser(tx, asked.userId);
    if (!user) return gone;
    if (asked.sort === 'digest') await pauseDigests(tx, { user, subject: asked.subject });
    else if (asked.sort === 'notice') await pauseNotices(tx, asked);
    else await pauseMailings(tx, asked.userId, now());
    return await stateOf(tx, asked);
  });
}

/** What was wanted before the link was pressed is wanted again; what has been chosen since stays. */
export async function subscribeAgain(caller: Caller, token: string): Promise<Unsubscribed> {
  const { visit, database, settings, now } = caller;
  const asked = await readGood(database.kysely, token, now());
  const document = await servedDocument(settings, 'mailings');
  return await database.transaction(async (tx) => {
    const user = await findUser(tx, asked.userId);
    if (!user) return gone;
    if (asked.sort === 'digest') await resumeDigests(tx, { user, subject: asked.subject });
    else if (asked.sort === 'notice') await resumeNotices(tx, asked);
    else if (user.paused_mailings) {
      const at = now();
      const codes = user.paused_mailings.split(',');
      await wantMailings(tx, { userId: user.id, codes, document, visit, at });
      await tx.updateTable('users').set({ paused_mailings: null }).where('id', '=', user.id).execute();
    }
    return await stateOf(tx, asked);
  });
}

async function readGood(db: ReadDatabase, token: string, at: Date): Promise<SignedToken> {
  const read = await readToken(db, token, at);
  if (read.state === 'good') return read.token;
  throw new Refusal(400, problems[read.state], 'token');
}

async function pauseMailings(tx: WriteTransaction, userId: number, at: Date): Promise<void> {
  const rows = await tx.deleteFrom('mailings').where('user_id', '=', userId).returning('code').execute();
  if (rows.length === 0) return;
  const codes = rows.map(({ code }) => code).join(',');
  await tx.updateTable('users').set({ paused_mailings: codes }).where('id', '=', userId).execute();
  await withdrawConsent(tx, { userId, purpose: 'mailings', at });
}

/** Whether letters of this sort come, as of now. */
export async function stateOf(db: ReadDatabase, asked: SignedToken): Promise<Unsubscribed> {
  const user = await findUser(db, asked.userId);
  if (!user) return gone;
  const { name, isOn } = await (asked.sort === 'digest'
    ? stateOfDigests(db, { user, subject: asked.subject })
    : asked.sort === 'notice'
      ? stateOfNotices(db, asked)
      : stateOfMailings(db, asked));
  return isOn
    ? { state: 'on', message: `${name} приходят вам по почте.` }
    : { state: 'off', message: `${name} больше не приходят.` };
}

const stateOfMailings = async (db: ReadDatabase, { userId }: SignedToken) => ({
  name: 'Рассылки портала',
  isOn: await hasMailings(db, userId),
});

const hasMailings = async (db: ReadDatabase, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('mailings')
    .select('code')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()) !== undefined;
