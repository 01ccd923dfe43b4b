import { audit } from '../audit/audit.ts';
import type { WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import { nameOf } from '../account/people.ts';
import { getWithDraft } from './record-view.ts';
import type { Handlers } from '../request/caller.ts';

/** Milliseconds without activity after which the next editor takes over. */
const silenceMs = 120_000;

export const presenceHandlers = {
  /** Records presence and returns the others. The first editor holds the record. */
  'POST /api/editors/records/{id}/presence': async (caller, { path: { id }, input: { action, page } }) => {
    const now = caller.now();
    const at = now.toISOString();
    const { id: userId } = caller.user;
    return await caller.database.transaction(async (tx) => {
      const { row, draft } = await getWithDraft(tx, id);
      await tx
        .deleteFrom('presence')
        .where('record_id', '=', id)
        .where('seen_at', '<', new Date(now.getTime() - silenceMs).toISOString())
        .execute();
      const left_at = action === 'leave' ? at : null;
      await tx
        .insertInto('presence')
        .values({ record_id: id, user_id: userId, page, since: at, seen_at: at, left_at })
        .onConflict((conflict) =>
          // A heartbeat may arrive after the page has left.
          conflict
            .columns(['record_id', 'user_id', 'page'])
            .doUpdateSet(left_at === null ? { seen_at: at } : { seen_at: at, left_at }),
        )
        .execute();
      const people = await editorsAt(tx, id);
      const [holder = null] = people;
      if (action === 'take' && holder?.id !== userId)
        throw new HttpError(
          409,
          `${holder?.name ?? 'Другой редактор'} правит запись сейчас. Перехватить можно через две минуты молчания; писать вместе можно уже сейчас: правки сведутся по полям.`,
        );
      if (action === 'take') await audit(tx, caller, 'editing taken over', { recordId: id });
      return {
        holder,
        is_mine: holder?.id === userId,
        others: people.filter((person) => person.id !== userId),
        draft_version: draft?.version ?? 0,
        version: row.version,
      };
    });
  },
} satisfies Partial<Handlers>;

/** Who has the record open, longest first. */
async function editorsAt(tx: WriteTransaction, id: number) {
  const there = await tx
    .selectFrom('presence')
    .innerJoin('users', 'users.id', 'presence.user_id')
    .select((eb) => [
      'users.id',
      'users.name',
      'users.last_name',
      'users.email',
      eb.fn.min('since').as('since'),
      eb.fn.max('seen_at').as('seen_at'),
    ])
    .where('record_id', '=', id)
    .where('left_at', 'is', null)
    .groupBy(['users.id', 'users.name', 'users.last_name', 'users.email'])
    .orderBy('since')
    .orderBy('users.id')
    .execute();
  return there.map((person) => ({
    id: person.id,
    name: nameOf(person),
    since: person.since,
    seen_at: person.seen_at,
  }));
}
