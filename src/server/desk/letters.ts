import { subscribersOf } from '../account/mailings.ts';
import { audit } from '../audit/audit.ts';
import type { LoggedLetter, LetterState } from '#contract/letters.ts';
import { findUser } from '../account/users.ts';
import { recordDataReads } from '../account/data-reads.ts';
import type { ReadDatabase } from '../database/database.ts';
import { countRows, paginate } from '../database/page.ts';
import type { OutboxRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import { messageState } from '../database/outbox.ts';
import type { Handlers } from '../request/caller.ts';

/** Few letters are unsent: the index finds them. */
const within = (db: ReadDatabase, state?: LetterState) => {
  const all = db.selectFrom('outbox');
  if (state === undefined) return all;
  if (state === 'sent') return all.where('sent_at', 'is not', null);
  return all.where('sent_at', 'is', null).where(messageState, '=', state);
};

export const letterHandlers = {
  'GET /api/editors/letters': async ({ db }, { query: { state, ...pageRequest } }) => {
    const { rows, place } = await paginate(within(db, state), pageRequest, (letters) =>
      letters.selectAll().select(messageState.as('state')).orderBy('id', 'desc'),
    );
    const counts: { state: LetterState; count: number }[] = [];
    for (const one of ['waiting', 'failed', 'given-up', 'sent'] as const)
      counts.push({ state: one, count: await countRows(within(db, one)) });
    return { items: rows.map(letterView), ...place, counts };
  },
  /** A letter with its whole address; the read is recorded for its recipient. */
  'GET /api/editors/letters/{id}': (caller, { path: { id } }) =>
    caller.database.transaction(async (tx) => {
      const row = await findLetter(tx, id);
      await recordDataReads(tx, caller, { userIds: [row.user_id], fields: ['email'], place: 'letter' });
      return { ...letterView(row), email: row.recipient };
    }),
  /** Queues a letter again, for immediate sending. */
  'POST /api/editors/letters/{id}/repeat': (caller, { path: { id } }) =>
    caller.database.transaction(async (tx) => {
      const row = await findLetter(tx, id);
      if (row.sent_at !== null)
        throw new HttpError(409, 'Письмо уже ушло. Его слова стёрты, повторить нечего: нужно новое письмо.');
      if (row.problem === null && row.attempts > 0)
        throw new HttpError(409, 'Письмо как раз отправляется. Загляните через две минуты.');
      await refuseUnwanted(tx, row);
      await tx
        .updateTable('outbox')
        .set({ due_at: caller.now().toISOString(), attempts: 0, problem: null })
        .where('id', '=', id)
        .execute();
      await audit(tx, caller, 'letter repeated', { details: `письмо ${id}: ${row.subject}` });
      return letterView(await findLetter(tx, id));
    }),
} satisfies Partial<Handlers>;

export const countTroubledLetters = (db: ReadDatabase): Promise<number> =>
  countRows(db.selectFrom('outbox').where('sent_at', 'is', null).where('problem', 'is not', null));

/** Broadcasts go to present subscribers only, and neither they nor digests to blocked accounts. */
async function refuseUnwanted(tx: ReadDatabase, { id, kind, user_id }: OutboxRow): Promise<void> {
  if (user_id === null || !['mailing', 'digest'].includes(kind)) return;
  if ((await findUser(tx, user_id))?.blocked_at != null)
    throw new HttpError(409, 'Учётная запись заблокирована: такие письма ей не идут.');
  if (kind !== 'mailing') return;
  const broadcast = await tx
    .selectFrom('broadcast_letters')
    .innerJoin('broadcasts', 'broadcasts.id', 'broadcast_letters.broadcast_id')
    .select('broadcasts.mailing')
    .where('letter_id', '=', id)
    .executeTakeFirst();
  const wanted =
    broadcast &&
    (await subscribersOf(tx, broadcast.mailing).where('users.id', '=', user_id).executeTakeFirst());
  if (!wanted)
    throw new HttpError(409, 'Человек с тех пор отказался от этой рассылки: письмо не отправляется.');
}

async function findLetter(db: ReadDatabase, id: number): Promise<Letter> {
  return await db
    .selectFrom('outbox')
    .selectAll()
    .select(messageState.as('state'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow(
      () =>
        new HttpError(404, 'Такого письма нет: письма хранятся 90 дней, письма удалённых людей не хранятся.'),
    );
}

type Letter = OutboxRow & { state: LetterState };

const letterView = (row: Letter): LoggedLetter => ({
  id: row.id,
  subject: row.subject,
  recipient: maskedEmail(row.recipient),
  state: row.state,
  created_at: row.created_at,
  sent_at: row.sent_at,
  due_at: row.state === 'waiting' || row.state === 'failed' ? row.due_at : null,
  attempts: row.attempts,
  problem: row.problem === null ? null : troubleInWords(row.problem),
});

const troubles: [RegExp, string][] = [
  [/ETIMEDOUT|ETIMEOUT/, 'Почтовый сервер не отвечает'],
  [/ECONNREFUSED|ECONNRESET|ECONNECTION|ESOCKET|EPIPE/, 'Почтовый сервер не принимает соединение'],
  [/ENOTFOUND|EDNS|EAI_AGAIN/, 'Имя почтового сервера не находится'],
  [/ETLS/, 'Защищённое соединение с почтовым сервером не устанавливается'],
  [/EAUTH|ENOAUTH|EOAUTH2/, 'Почтовый сервер не пускает: проверьте имя и пароль в SMTP_URL'],
  [/EENVELOPE|\b55\d\b/, 'Почтовый сервер не принял адрес получателя'],
  [/\b4\d\d\b/, 'Почтовый сервер просит повторить позже'],
  [/EMESSAGE|\b5\d\d\b/, 'Почтовый сервер отверг письмо'],
  [/ENOSPC|EDQUOT/, 'На диске нет места'],
];

function troubleInWords(problem: string): string {
  const words = troubles.find(([pattern]) => pattern.test(problem))?.[1] ?? 'Отправить не удалось';
  return `${words} (${problem})`;
}

/** A masked email address, distinguishable but not identifiable: `a…@example.ru`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at > 1 ? `${first}…${email.slice(at)}` : `…${email.slice(Math.max(at, 0))}`;
}
