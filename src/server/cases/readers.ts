import { isOutOfRoom } from '../database/room.ts';
import type { Context } from '../context.ts';
import type { CaseRow, UserRow } from '../database/tables.ts';
import { clock } from './change.ts';

/** Counts a doctor among the readers of a case, once; editors and the author read it by duty. */
export async function noteReader(context: Context, { id, user_id }: CaseRow, user: UserRow): Promise<void> {
  if (user.type !== 'doctor' || user.id === user_id) return;
  const key = { case_id: id, user_id: user.id };
  const known = await context.database.kysely
    .selectFrom('case_readers')
    .select('user_id')
    .where('case_id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (known) return;
  await context.database
    .transaction((tx) =>
      tx
        .insertInto('case_readers')
        .values({ ...key, created_at: clock(context).toISOString() })
        .onConflict((conflict) => conflict.columns(['case_id', 'user_id']).doNothing())
        .execute(),
    )
    // A full disk stops whoever writes; the case can be read all the same, and is counted the next time.
    .catch((error: unknown) => {
      if (!isOutOfRoom(error)) throw error;
    });
}
