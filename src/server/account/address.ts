import { addSeconds, isCurrent } from '../base/clock.ts';
import type { WriteTransaction } from '../database/database.ts';
import type { UserRow } from '../database/tables.ts';
import {
  addressChangedLetter,
  alreadyLetter,
  momentOf,
  newAddressLetter,
  oldAddressLetter,
} from '../mail/letters.ts';
import { putLetter } from '../mail/outbox.ts';
import { notify } from '../notifications/notify.ts';
import { HttpError } from '../http-error.ts';
import { audit } from '../audit/audit.ts';
import { emailKey, readableEmail } from '../base/email.ts';
import { requireReauthentication } from './reauthentication.ts';
import { lettersTo } from './confirmation.ts';
import { hashOf, newSecret } from '../base/secret.ts';
import { endSessions } from './sessions.ts';
import { codeOfLink, findToken, issueToken, useToken } from './tokens.ts';
import { changeUser, endCodes, findByEmail, getUser } from './users.ts';
import type { Caller, Handlers } from '../request/caller.ts';

/** A change of address is one row that both mailboxes must confirm (ruling G63). */

const lifetimeSeconds = 86_400;

export const addressHandlers = {
  /**
   * Requests confirmation by both addresses and cancels earlier requests; the response does not reveal whether
   * the new address has an account.
   */
  'POST /api/user/email': async (caller, { input: { email: newEmail, ...showing } }) => {
    const email = readableEmail(newEmail);
    const { user, database, limits, now } = caller;
    if (emailKey(email) === user.email_key) throw new HttpError(400, 'Это и есть ваш адрес.', 'email');
    await requireReauthentication(caller, showing);
    refuseFrozen(user, now());
    await database.transaction(async (tx) => {
      const at = now();
      if (!(await limits.spendWithin(tx, [lettersTo(user.email), lettersTo(email)]))) return;
      await endCodes(tx, user.id);
      const codes = { old: newSecret(), fresh: newSecret() };
      await tx
        .insertInto('address_changes')
        .values({
          user_id: user.id,
          old_hash: hashOf(codes.old),
          new_hash: hashOf(codes.fresh),
          email,
          created_at: at.toISOString(),
          expires_at: addSeconds(at, lifetimeSeconds).toISOString(),
        })
        .execute();
      const stop = await issueToken(tx, { purpose: 'stop address', userId: user.id, at });
      const old = oldAddressLetter(user.email, { to: email, code: codes.old, stop });
      await putLetter(tx, caller, { kind: 'old-address', to: user }, old);
      const owner = await findByEmail(tx, email);
      const to = { id: user.id, email };
      if (owner?.confirmed_at)
        await putLetter(
          tx,
          caller,
          { kind: 'new-address', to: { ...to, name: owner.name } },
          alreadyLetter(owner.email),
        );
      else await putLetter(tx, caller, { kind: 'new-address', to }, newAddressLetter(codes.fresh));
      await audit(tx, caller, 'asked for another address', { userId: user.id });
      // The bell is for all browsers of the owner; the letters are already sent.
      await ringOfAddress(tx, caller, { userId: user.id, what: 'Запрошен новый адрес почты.' });
    });
    return { email };
  },
  /** «Это не я» in the letter to the present address: cancels the request and blocks new ones for a week. */
  'POST /api/user/email/stop': async (caller, { input }) => {
    const { database, now } = caller;
    const given = await codeOfLink(caller, input);
    return await database.transaction(async (tx) => {
      const at = now();
      const found = await findToken(tx, { code: given, purpose: 'stop address', at });
      if (!found || found.state === 'over')
        throw new HttpError(
          400,
          'Ссылка устарела или неверна. Если вы этого не просили, смените пароль.',
          'code',
        );
      const { userId } = found;
      const user = await getUser(tx, userId);
      const until =
        found.state === 'used' && user.address_frozen_until !== null
          ? user.address_frozen_until
          : addSeconds(at, freezeDays * 86_400).toISOString();
      if (await useToken(tx, given, at)) {
        await tx
          .deleteFrom('address_changes')
          .where('user_id', '=', userId)
          .where('done_at', 'is', null)
          .execute();
        await tx.updateTable('users').set({ address_frozen_until: until }).where('id', '=', userId).execute();
        await audit(tx, caller, 'stopped a change of the address', { userId });
        const what = `Смена адреса остановлена до ${momentOf(new Date(until))}.`;
        await ringOfAddress(tx, caller, { userId, what });
      }
      return {
        message: `Адрес не изменится: смена остановлена до ${momentOf(new Date(until))}. Теперь смените пароль: кто-то вошёл в вашу учётную запись.`,
      };
    });
  },
  /** Records one confirmation; the second changes the address and signs out other browsers. */
  'POST /api/user/email/confirm': async (caller, { input }) => {
    const { actor, database, now } = caller;
    const given = await codeOfLink(caller, input);
    return await database.transaction(async (tx) => {
      const at = now();
      const found = await findChange(tx, given);
      if (!found) throw overdue();
      const { change, side } = found;
      if (change.done_at !== null) return { state: 'changed', message: 'Адрес уже изменён.' };
      if (!isCurrent(change.expires_at, lifetimeSeconds, at)) throw overdue();
      if (change[side] !== null) return { state: 'waiting', message: `Это письмо уже подтверждено. ${left}` };
      const isLast =
        (side === 'old_confirmed_at' ? change.new_confirmed_at : change.old_confirmed_at) !== null;
      await tx
        .updateTable('address_changes')
        .set({ [side]: at.toISOString(), ...(isLast ? { done_at: at.toISOString() } : {}) })
        .where('old_hash', '=', change.old_hash)
        .execute();
      if (!isLast) return { state: 'waiting', message: `Подтверждение принято. ${left}` };
      const { email } = change;
      const owner = await findByEmail(tx, email);
      if (owner?.confirmed_at) throw overdue();
      const user = await getUser(tx, change.user_id);
      await changeUser(tx, user.id, { email, email_key: emailKey(email) }, at);
      await endCodes(tx, user.id);
      const isOwn = actor.user?.id === user.id && actor.session !== undefined;
      await endSessions(tx, user.id, isOwn && actor.session ? { except: actor.session } : {});
      await audit(tx, caller, 'changed the address', { userId: user.id });
      await putLetter(tx, caller, { kind: 'address', to: user }, addressChangedLetter);
      return { state: 'changed', message: 'Адрес изменён: для входа служит новый. Другие входы завершены.' };
    });
  },
} satisfies Partial<Handlers>;

/** Days without address changes after the owner's «это не я». */
const freezeDays = 7;

function refuseFrozen({ address_frozen_until: until }: UserRow, at: Date): void {
  if (until !== null && at.toISOString() < until)
    throw new HttpError(
      409,
      `Смена адреса остановлена по ссылке из письма до ${momentOf(new Date(until))}.`,
      'email',
    );
}

/** For the bell only: the letter of the change is sent separately. */
const ringOfAddress = (
  tx: WriteTransaction,
  context: Pick<Caller, 'settings' | 'now'>,
  { userId, what }: { userId: number; what: string },
) => notify(tx, context, { kind: 'address-change', to: [userId], details: { what }, isWithoutLetter: true });

const overdue = () =>
  new HttpError(400, 'Ссылка устарела или неверна. Запросите смену адреса ещё раз.', 'code');
const left = 'Осталось подтвердить смену из второго письма.';

/** The request of a code, and the mailbox it was sent to. */
async function findChange(tx: WriteTransaction, code: string) {
  const hash = hashOf(code);
  const change = await tx
    .selectFrom('address_changes')
    .selectAll()
    .where((eb) => eb.or([eb('old_hash', '=', hash), eb('new_hash', '=', hash)]))
    .executeTakeFirst();
  const side = change?.old_hash === hash ? 'old_confirmed_at' : 'new_confirmed_at';
  return change && ({ change, side } as const);
}
