import { addSeconds } from '../base/clock.ts';
import { audit } from '../audit/audit.ts';
import { tooMany } from '../request/limits.ts';
import { lettersTo } from '../account/confirmation.ts';
import { codeOfLink, findToken, issueToken, useToken } from '../account/tokens.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { momentOf, workAddressLetter } from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import { apply, fileApplication } from './applications.ts';
import type { Caller, Handler, Handlers } from '../request/caller.ts';

/** Promised days for a decision. */
const verificationDays = 5;

/** Public mail providers, which prove no workplace. */
const openMail = new Set(
  (
    'mail.ru bk.ru inbox.ru list.ru internet.ru xmail.ru vk.com yandex.ru yandex.com ya.ru narod.ru rambler.ru ' +
    'lenta.ru ro.ru autorambler.ru myrambler.ru gmail.com googlemail.com outlook.com hotmail.com live.com msn.com ' +
    'yahoo.com icloud.com me.com mac.com proton.me protonmail.com gmx.com gmx.de ukr.net tut.by aol.com'
  ).split(' '),
);

const mayBeWorkEmail = (address: string) =>
  !openMail.has(address.slice(address.lastIndexOf('@') + 1).toLowerCase());

const dueFrom = (at: Date) => addSeconds(at, verificationDays * 86_400).toISOString();

/** Requests verification as a doctor: by work address, document or both (ruling G45). */
const requestVerification: Handler<'POST /api/user/verification'> = async (caller, { input: form }) => {
  const { user, limits, now } = caller;
  if (user.type !== 'doctor')
    throw new HttpError(409, 'Подтвердить можно только врача: сначала смените роль в настройках.');
  if (user.verified_at !== null) throw new HttpError(409, 'Вы уже подтверждены как врач.');
  const email = form.work_email || null;
  if (email !== null && !mayBeWorkEmail(email))
    throw new HttpError(400, 'Это общедоступная почта: нужен адрес вашего учреждения.', 'work_email');
  if (await isWaiting(caller.db, user.id)) throw alreadyWaiting();
  const text = form.text || 'Прошу подтвердить, что я врач.';
  const { files: given } = form;
  return await fileApplication(
    caller,
    { type: 'verification', text, files: given },
    async (tx, row, files) => {
      if (email === null && files.length === 0)
        throw new HttpError(400, 'Укажите рабочую почту или приложите документ.', 'work_email', {
          also: [{ field: 'files', message: 'Приложите документ или укажите рабочую почту.' }],
        });
      if (await isWaiting(tx, user.id)) throw alreadyWaiting();
      const at = now();
      await tx
        .insertInto('verifications')
        .values({
          application_id: row.id,
          user_id: user.id,
          way: email === null ? 'document' : 'email',
          email,
          due_at: dueFrom(at),
        })
        .execute();
      if (email !== null) {
        if (!(await limits.spendWithin(tx, [lettersTo(email)]))) throw tooMany(3600);
        const code = await issueToken(tx, { purpose: 'work address', userId: user.id, email, at });
        const to = { id: user.id, email };
        await putLetter(tx, caller, { kind: 'work-address', to }, workAddressLetter(code));
        // Editors are notified after the work address is confirmed.
      } else await notifyEditors(tx, caller, { id: row.id, due: dueFrom(at) });
      await audit(tx, caller, 'asked to be verified', { userId: user.id });
    },
  );
};

const alreadyWaiting = () => new HttpError(409, 'Заявка уже подана: дождитесь решения, оно придёт письмом.');

const notifyEditors = (tx: WriteTransaction, caller: Caller, { id, due }: { id: number; due: string }) =>
  notify(tx, caller, {
    kind: 'verification',
    to: 'editors',
    details: { id: String(id), due: momentOf(new Date(due)) },
  });

/** A pending request. Until the work address is confirmed, a new one may replace it. */
const isWaiting = async (db: ReadDatabase, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('verifications')
    .innerJoin('applications', 'applications.id', 'verifications.application_id')
    .select('applications.id')
    .where('applications.user_id', '=', userId)
    .where('applications.status', 'in', ['new', 'work'])
    .where('verifications.decision', 'is', null)
    .where((eb) =>
      eb.or([
        eb('verifications.way', '=', 'document'),
        eb('verifications.email_confirmed_at', 'is not', null),
      ]),
    )
    .executeTakeFirst()) !== undefined;

export const verificationHandlers = {
  'POST /api/applications': (caller, request) =>
    request.input.type === 'verification' ? requestVerification(caller, request) : apply(caller, request),
  'POST /api/user/verification': (caller, request) => requestVerification(caller, request),
  /** Confirms the work address, which passes the request to editors. */
  'POST /api/user/verification/confirm': async (caller, { input }) => {
    const { database, now } = caller;
    const given = await codeOfLink(caller, input);
    return await database.transaction(async (tx) => {
      const at = now();
      const found = await findToken(tx, { code: given, purpose: 'work address', at });
      const row = await tx
        .selectFrom('verifications')
        .innerJoin('applications', 'applications.id', 'verifications.application_id')
        .select(['applications.id', 'verifications.due_at', 'verifications.email_confirmed_at'])
        .where('applications.user_id', '=', found?.userId ?? 0)
        .where('applications.status', 'in', ['new', 'work'])
        .where('verifications.email', '=', found?.email ?? '')
        .where('verifications.decision', 'is', null)
        .orderBy('applications.id', 'desc')
        .executeTakeFirst();
      const message = 'Рабочая почта подтверждена. Решение редактора придёт письмом.';
      if (found && row?.email_confirmed_at) return { state: 'waiting', due_at: row.due_at, message };
      if (found?.state !== 'good' || !row || !(await useToken(tx, given, at)))
        throw new HttpError(400, 'Ссылка устарела или неверна. Подайте заявку ещё раз.', 'code');
      const due = dueFrom(at);
      await tx
        .updateTable('verifications')
        .set({ email_confirmed_at: at.toISOString(), due_at: due })
        .where('application_id', '=', row.id)
        .execute();
      await notifyEditors(tx, caller, { id: row.id, due });
      return { state: 'waiting', due_at: due, message };
    });
  },
} satisfies Partial<Handlers>;
