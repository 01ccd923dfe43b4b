import type { Unsubscribed, unsubscribeContract } from '#contract/unsubscribe.ts';
import { notificationKind, type NotificationKindName } from '#domain/notifications.ts';
import { mailings } from '#domain/subscriptions.ts';
import { servedDocument, withdrawConsent, type Document } from '../account/consents.ts';
import { consentToMailings } from '../account/mailings.ts';
import { findUser } from '../account/users.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { printOf, readToken, type SignedToken } from '../mail/signed-token.ts';
import {
  choicesOf,
  digestTopic,
  kindsFor,
  mailingTopic,
  mailingTopics,
  pause,
  resume,
  usualFrequency,
} from '../notifications/preferences.ts';
import type { Handlers } from '../request/caller.ts';
import { describe, listTopics } from '../subscriptions/subscriptions.ts';
import type { Unsubscribing } from '#domain/render-request.ts';
import { PageError } from '#domain/page-error.ts';
import type { Context } from '../request/context.ts';
import type { FilledPage } from '../site/serve.ts';

const problems = {
  wrong: 'Ссылка неверна. Откройте её из письма целиком или настройте письма в личном кабинете.',
  over: 'Ссылка устарела. Возьмите её из последнего письма или настройте письма в личном кабинете.',
} as const;

const gone: Unsubscribed = {
  state: 'gone',
  message: 'Этой учётной записи больше нет: письма на этот адрес не приходят.',
};

async function readGood(db: ReadDatabase, token: string, at: Date): Promise<SignedToken> {
  const read = await readToken(db, token, at);
  if (read.state === 'good') return read.token;
  throw new HttpError(400, problems[read.state], 'token');
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

async function topicsOf(db: ReadDatabase, user: UserRow, { sort, subject }: SignedToken): Promise<string[]> {
  if (sort === 'mailings') return subject === undefined ? mailingTopics : [mailingTopic(subject)];
  // Letters of the former weekly kind are a part of digests.
  if (sort === 'notice' && subject === 'week') return [digestTopic];
  const kinds = kindsFor(user).filter((kind) => !notificationKind(kind).isAlways);
  if (sort === 'notice') return kinds.filter((kind) => kind === subject);
  const followed = await listTopics(db, user.id);
  if (subject !== undefined) return followed.filter((topic) => printOf(topic) === subject);
  const choices = await choicesOf(db, user.id);
  const isGathered = (kind: string) => {
    const { frequency, previous } = choices.get(kind) ?? {};
    const wanted = (previous ?? frequency) || usualFrequency(kind);
    return wanted === 'daily' || wanted === 'weekly';
  };
  return [digestTopic, ...followed, ...kinds.filter(isGathered)];
}

async function wantsAny(db: ReadDatabase, userId: number, topics: readonly string[]): Promise<boolean> {
  const choices = await choicesOf(db, userId);
  return topics.some((topic) => (choices.get(topic)?.frequency ?? usualFrequency(topic)) !== 'off');
}

async function stateOf(db: ReadDatabase, signed: SignedToken): Promise<Unsubscribed> {
  const user = await findUser(db, signed.userId);
  if (!user) return gone;
  const topics = await topicsOf(db, user, signed);
  const name = await nameOf(db, signed, topics);
  return (await wantsAny(db, user.id, topics))
    ? { state: 'on', message: `${name} приходят вам по почте.` }
    : { state: 'off', message: `${name} больше не приходят.` };
}

async function nameOf(
  db: ReadDatabase,
  { sort, subject }: SignedToken,
  [topic]: readonly string[],
): Promise<string> {
  if (sort === 'mailings') {
    const mailing = mailings.find(({ code }) => code === subject);
    return mailing ? `Письма рассылки «${mailing.title}»` : 'Рассылки портала';
  }
  if (topic === digestTopic) return 'Письма об изменениях в том, за чем вы следите,';
  if (topic === undefined) return sort === 'notice' ? 'Такие письма' : 'Письма об этом';
  if (sort === 'notice') return `Письма «${notificationKind(topic as NotificationKindName).title}»`;
  const place = await describe(db, topic);
  return place ? `Письма об изменениях («${place.title}»)` : 'Письма об этом';
}

export const unsubscribeHandlers: Handlers<keyof typeof unsubscribeContract> = {
  /** Idempotent. */
  'POST /api/unsubscribe': async ({ database, now }, { input: { token } }) => {
    const signed = await readGood(database.kysely, token, now());
    return await database.transaction(async (tx) => {
      const user = await findUser(tx, signed.userId);
      if (!user) return gone;
      const { id: userId } = user;
      await pause(tx, { userId, topics: await topicsOf(tx, user, signed), at: now() });
      // The consent ends with the last mailing.
      if (signed.sort === 'mailings' && !(await wantsAny(tx, userId, mailingTopics)))
        await withdrawConsent(tx, { userId, purpose: 'mailings', at: now() });
      return await stateOf(tx, signed);
    });
  },

  /** Restores the state before the link, except what was changed since. */
  'POST /api/unsubscribe/undo': async (caller, { input: { token } }) => {
    const { database, settings, now } = caller;
    const signed = await readGood(database.kysely, token, now());
    const document = await servedDocument(settings, 'mailings');
    return await database.transaction(async (tx) => {
      const user = await findUser(tx, signed.userId);
      if (!user) return gone;
      const { id: userId } = user;
      if (user.blocked_at !== null)
        throw new HttpError(409, 'Учётная запись заблокирована: письма не приходят.');
      const topics = await topicsOf(tx, user, signed);
      const choices = await choicesOf(tx, userId);
      const isPaused = topics.some((topic) => choices.get(topic)?.previous != null);
      if (isPaused && signed.sort === 'mailings') {
        await demandSameConsent(tx, userId, document);
        await consentToMailings(tx, caller, { userId, document });
      }
      if (isPaused) await resume(tx, { userId, topics });
      return await stateOf(tx, signed);
    });
  },
};

/**
 * GET /unsubscribe/?token=…: a page with a button that works without scripts. Opening it changes nothing:
 * mail scanners open every link.
 */
export function unsubscribePage({ database, now }: Context): FilledPage {
  return async ({ query }, draw) => {
    const { token } = query as { token?: unknown };
    if (typeof token !== 'string') return undefined;
    const html = await draw('/unsubscribe/', { unsubscribing: await look(token) });
    // The static page would send its reader back to the letter.
    if (html === undefined)
      throw new PageError('Сайт ещё собирается. Откройте ссылку из письма через минуту', 503);
    return html;
  };

  async function look(token: string): Promise<Unsubscribing> {
    const read = await readToken(database.kysely, token, now());
    return read.state === 'good'
      ? { token, ...(await stateOf(database.kysely, read.token)) }
      : { token, state: 'bad', message: problems[read.state] };
  }
}
