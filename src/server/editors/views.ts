import { countRows } from '../database/page.ts';
import type { ReadDatabase } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';

const maxViews = 50;

const listViews = (db: ReadDatabase, { user }: Caller) =>
  db
    .selectFrom('views')
    .select(['id', 'title', 'query'])
    .where('user_id', '=', user.id)
    .orderBy('title')
    .execute();

export const viewHandlers = {
  'GET /api/editors/views': (caller) => listViews(caller.db, caller),
  /** Saves a view of the table, replacing one of the same name. */
  'POST /api/editors/views': (caller, { input: { title, query } }) =>
    caller.database.transaction(async (tx) => {
      const user_id = caller.user.id;
      await tx.deleteFrom('views').where('user_id', '=', user_id).where('title', '=', title).execute();
      const count = await countRows(tx.selectFrom('views').where('user_id', '=', user_id));
      if (count >= maxViews) throw new HttpError(409, 'Сохранённых видов уже 50. Уберите лишний.');
      await tx
        .insertInto('views')
        .values({
          id: await nextNumber(tx, 'view'),
          user_id,
          title,
          query: query.replace(/^\?/, ''),
          created_at: caller.now().toISOString(),
        })
        .execute();
      return await listViews(tx, caller);
    }),
  'POST /api/editors/views/{id}/remove': (caller, { path: { id } }) =>
    caller.database.transaction(async (tx) => {
      await tx.deleteFrom('views').where('id', '=', id).where('user_id', '=', caller.user.id).execute();
      return await listViews(tx, caller);
    }),
} satisfies Partial<Handlers>;
