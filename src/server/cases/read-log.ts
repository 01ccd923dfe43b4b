import { staff } from '../request/access.ts';
import { countRows } from '../database/page.ts';
import { addSeconds } from '../base/clock.ts';
import { isOutOfRoom } from '../database/storage-errors.ts';
import type { CaseRow } from '../database/tables.ts';
import { putLetter } from '../mail/outbox.ts';
import { HttpError } from '../http-error.ts';
import type { Caller } from '../request/caller.ts';
import type { LetterText } from '../mail/letter.ts';

/** Distinct cases a doctor may read a day. */
const maxPerDay = { unverified: 60, verified: 300 };
/** Editors are notified at this many reads a day. */
const noticed = 60;

/**
 * Counts a doctor once as a reader; editors and the author do not count. Above the limit reading is stopped
 * and editors are notified.
 */
export async function recordCaseRead(caller: Caller, { id, user_id }: CaseRow): Promise<void> {
  const { user } = caller;
  if (user.type !== 'doctor' || user.id === user_id) return;
  const known = await caller.db
    .selectFrom('case_readers')
    .select('user_id')
    .where('case_id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (known) return;
  const at = caller.now();
  const read = await countRows(
    caller.db
      .selectFrom('case_readers')
      .where('user_id', '=', user.id)
      .where('created_at', '>', addSeconds(at, -86_400).toISOString()),
  );
  if (read >= maxPerDay[user.verified_at === null ? 'unverified' : 'verified'])
    throw new HttpError(429, 'За сутки вы открыли слишком много случаев. Продолжите завтра.', undefined, {
      retryAfter: 3600,
    });
  await caller.database
    .transaction(async (tx) => {
      await tx
        .insertInto('case_readers')
        .values({ case_id: id, user_id: user.id, created_at: at.toISOString() })
        .onConflict((conflict) => conflict.columns(['case_id', 'user_id']).doNothing())
        .execute();
      if (read + 1 !== noticed) return;
      for (const to of await staff(tx).select(['id', 'email']).execute())
        await putLetter(tx, caller, { kind: 'case', to }, manyCasesReadLetter(user.id));
    })
    // A full disk stops writes: the case is readable and counted next time.
    .catch((error: unknown) => {
      if (!isOutOfRoom(error)) throw error;
    });
}

/** To editors: a user who opens so many cases a day may be copying them. */
const manyCasesReadLetter = (id: number): LetterText => ({
  subject: `Врач за сутки открыл ${noticed} клинических случаев`,
  before: [
    `Учётная запись № ${id} за сутки открыла ${noticed} разных клинических случаев. Посмотрите, кто это: доступ можно закрыть в разделе пользователей.`,
  ],
  button: { title: 'Открыть пользователей', url: '/profile/editors/users/' },
});
