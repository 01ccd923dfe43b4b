import type { CaseCollection, OpenedCollection, caseCollectionContract } from '#contract/case-collections.ts';
import { collectionLimits } from '#domain/cases.ts';
import type { ReadDatabase, WriteTransaction } from '../database/database.ts';
import { nextNumber } from '../database/number.ts';
import type { UserRow } from '../database/tables.ts';
import { HttpError } from '../http-error.ts';
import type { Caller, Handlers } from '../request/caller.ts';
import { windowOf } from '../request/limits.ts';
import { cardsOf } from './cards.ts';
import { refusePersonalData } from './personal.ts';
import { getPublished } from './published.ts';

type Owner = Pick<UserRow, 'id'>;

export const collectionHandlers: Handlers<keyof typeof caseCollectionContract> = {
  'GET /api/user/collections': ({ db, user }) => listCollections(db, user),
  'POST /api/user/collections/add': (caller, { input }) => addCollection(caller, input),
  'GET /api/user/collections/{id}': (caller, { path }) => openCollection(caller.db, caller.user, path.id),
  'POST /api/user/collections/{id}': (caller, { path, input }) =>
    updateCollection(caller, path.id, async (tx) => {
      await giveTitle(tx, caller.user, input.title, path.id);
      await tx
        .updateTable('case_collections')
        .set({ title: input.title })
        .where('id', '=', path.id)
        .execute();
    }),
  'POST /api/user/collections/{id}/remove': (caller, { path }) =>
    updateCollection(caller, path.id, async (tx) => {
      await tx.deleteFrom('case_collections').where('id', '=', path.id).execute();
    }),
  'POST /api/user/collections/{id}/cases': (caller, { path, input }) =>
    updateCollection(caller, path.id, async (tx) => {
      if (input.kept) await keepCase(tx, caller, { ...input, collection: path.id });
      else
        await tx
          .deleteFrom('case_collected')
          .where('collection_id', '=', path.id)
          .where('case_id', '=', input.case)
          .execute();
    }),
};

async function listCollections(db: ReadDatabase, user: Owner): Promise<CaseCollection[]> {
  const rows = await db
    .selectFrom('case_collections')
    .select(['id', 'title', 'created_at'])
    .where('user_id', '=', user.id)
    .execute();
  const kept = await db
    .selectFrom('case_collected')
    .select(['collection_id', 'case_id'])
    .where('user_id', '=', user.id)
    .orderBy('created_at', 'desc')
    .orderBy('case_id', 'desc')
    .execute();
  return rows
    .map((row) => ({
      ...row,
      cases: kept.filter(({ collection_id }) => collection_id === row.id).map(({ case_id }) => case_id),
    }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'ru') || one.id - other.id);
}

async function openCollection(db: ReadDatabase, user: Owner, id: number): Promise<OpenedCollection> {
  const { title } = await getCollection(db, user, id);
  const kept = await db
    .selectFrom('case_collected')
    .select(['case_id', 'note', 'created_at'])
    .where('collection_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('case_id', 'desc')
    .execute();
  const rows = await db
    .selectFrom('cases')
    .selectAll()
    .where('published', '=', 1)
    .where('id', 'in', (eb) =>
      eb.selectFrom('case_collected').select('case_id').where('collection_id', '=', id),
    )
    .execute();
  const cards = new Map((await cardsOf(db, rows)).map((card) => [card.id, card]));
  return {
    id,
    title,
    items: kept.map(({ case_id, note, created_at }) => ({
      case_id,
      note,
      added_at: created_at,
      card: cards.get(case_id) ?? null,
    })),
  };
}

/** Another user's collection does not exist. */
async function getCollection(db: ReadDatabase, user: Owner, id: number): Promise<{ title: string }> {
  const row = await db
    .selectFrom('case_collections')
    .select('title')
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (!row) throw new HttpError(404, 'Такой подборки нет.');
  return row;
}

const limitRate = ({ limits, user }: Caller) =>
  limits.spend([windowOf(`collections of ${user.id}`, 600, 3600)]);

/** An action on the user's collection; returns the new list. */
async function updateCollection(
  caller: Caller,
  id: number,
  action: (tx: WriteTransaction) => Promise<void>,
): Promise<CaseCollection[]> {
  await limitRate(caller);
  return await caller.database.transaction(async (tx) => {
    await getCollection(tx, caller.user, id);
    await action(tx);
    return await listCollections(tx, caller.user);
  });
}

async function addCollection(
  caller: Caller,
  { title, case: first }: { title: string; case?: number | undefined },
): Promise<CaseCollection[]> {
  await limitRate(caller);
  return await caller.once(async (tx) => {
    const all = await listCollections(tx, caller.user);
    if (all.length >= collectionLimits.collections)
      throw new HttpError(
        409,
        `Подборок может быть не больше ${collectionLimits.collections}: сначала удалите лишнюю.`,
      );
    await giveTitle(tx, caller.user, title);
    const id = await nextNumber(tx, 'case part');
    const created_at = caller.now().toISOString();
    await tx
      .insertInto('case_collections')
      .values({ id, user_id: caller.user.id, title, created_at })
      .execute();
    if (first !== undefined) await keepCase(tx, caller, { collection: id, case: first });
    return await listCollections(tx, caller.user);
  });
}

async function giveTitle(tx: WriteTransaction, user: Owner, title: string, own?: number): Promise<void> {
  refusePersonalData({ title });
  const all = await listCollections(tx, user);
  const isSame = (other: string) => other.toLocaleLowerCase('ru') === title.toLocaleLowerCase('ru');
  if (all.some((other) => other.id !== own && isSame(other.title)))
    throw new HttpError(409, 'Подборка с таким названием у вас уже есть.', 'title');
}

interface Kept {
  collection: number;
  case: number;
  note?: string | undefined;
}

/** Adds a case; an existing one keeps its place, and its note unless a new one is given. */
async function keepCase(tx: WriteTransaction, caller: Caller, kept: Kept): Promise<void> {
  const { collection, case: id, note } = kept;
  if (note) refusePersonalData({ note });
  const entries = await tx
    .selectFrom('case_collected')
    .select('case_id')
    .where('collection_id', '=', collection)
    .execute();
  if (entries.some(({ case_id }) => case_id === id)) {
    if (note !== undefined)
      await tx
        .updateTable('case_collected')
        .set({ note })
        .where('collection_id', '=', collection)
        .where('case_id', '=', id)
        .execute();
    return;
  }
  await getPublished(tx, id);
  if (entries.length >= collectionLimits.cases)
    throw new HttpError(
      409,
      `В подборке может быть не больше ${collectionLimits.cases} случаев: начните ещё одну.`,
    );
  await tx
    .insertInto('case_collected')
    .values({
      collection_id: collection,
      case_id: id,
      user_id: caller.user.id,
      note: note ?? '',
      created_at: caller.now().toISOString(),
    })
    .execute();
}
