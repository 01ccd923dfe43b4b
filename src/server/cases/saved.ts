import type { SavedCase, savedCasesContract } from '#contract/saved-cases.ts';
import { savedLimits } from '#domain/cases.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { windowOf } from '../request/limits.ts';
import { cardsOf } from './cards.ts';
import { refusePersonalData } from './findings.ts';
import { getPublished } from './published.ts';

export const savedHandlers: Handlers<keyof typeof savedCasesContract> = {
  'GET /api/user/saved': ({ db, user }) => listSaved(db, user.id),
  'POST /api/user/saved/{id}': async (caller, { path: { id }, input: { folder, note, following } }) => {
    await refusePersonalData(caller, { folder, note });
    return await changeSaved(caller, async (tx) => {
      await refuseNew(tx, caller.user.id, id);
      const entry = { folder, note, following: Number(following) };
      await tx
        .insertInto('saved_cases')
        .values({ user_id: caller.user.id, case_id: id, created_at: caller.now().toISOString(), ...entry })
        .onConflict((conflict) => conflict.columns(['user_id', 'case_id']).doUpdateSet(entry))
        .execute();
    });
  },
  'POST /api/user/saved/{id}/remove': (caller, { path }) =>
    changeSaved(caller, async (tx) => {
      await tx
        .deleteFrom('saved_cases')
        .where('user_id', '=', caller.user.id)
        .where('case_id', '=', path.id)
        .execute();
    }),
  'POST /api/user/saved/folder': async (caller, { input: { folder, title = '' } }) => {
    await refusePersonalData(caller, { title });
    return await changeSaved(caller, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('saved_cases')
        .set({ folder: title })
        .where('user_id', '=', caller.user.id)
        .where('folder', '=', folder)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new HttpError(404, 'Такой папки нет.');
    });
  },
};

async function listSaved(db: ReadDatabase, userId: number): Promise<SavedCase[]> {
  const saved = await db
    .selectFrom('saved_cases')
    .select(['case_id', 'folder', 'note', 'following', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('case_id', 'desc')
    .execute();
  const published = await db
    .selectFrom('cases')
    .selectAll()
    .where('published', '=', 1)
    .where('id', 'in', (eb) => eb.selectFrom('saved_cases').select('case_id').where('user_id', '=', userId))
    .execute();
  const cards = new Map((await cardsOf(db, published)).map((card) => [card.id, card]));
  return saved.map((row) => ({
    ...row,
    following: row.following === 1,
    card: cards.get(row.case_id) ?? null,
  }));
}

async function changeSaved(
  caller: Caller,
  change: (tx: WriteTransaction) => Promise<void>,
): Promise<SavedCase[]> {
  await caller.limits.spend([windowOf(`saved cases of ${caller.user.id}`, 600, 3600)]);
  return await caller.database.transaction(async (tx) => {
    await change(tx);
    return await listSaved(tx, caller.user.id);
  });
}

/** A case that is not saved yet must be published, and the list not full. */
async function refuseNew(tx: WriteTransaction, userId: number, id: number): Promise<void> {
  const saved = await tx.selectFrom('saved_cases').select('case_id').where('user_id', '=', userId).execute();
  if (saved.some(({ case_id }) => case_id === id)) return;
  await getPublished(tx, id);
  if (saved.length >= savedLimits.cases)
    throw new HttpError(
      409,
      `Сохранить можно не больше ${savedLimits.cases} случаев: сначала уберите лишние.`,
    );
}
