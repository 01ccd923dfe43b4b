import { publicKinds, valuesAt, type Kind } from '#domain/kinds/index.ts';
import { ListOfKind } from './narrow.ts';
import type { MeantRecords } from '#domain/search/index.ts';
import { idsOf, readInChunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { followChanges, type ChangedRow } from './follower.ts';

/** Finds the records that certainly match the words. */
export type FindByWords = (kind: Kind, words: string) => Promise<MeantRecords>;

const lending = new Set(publicKinds.flatMap(({ facets }) => facets.flatMap(({ from }) => from?.kind ?? [])));

export type PublishedLists = Awaited<ReturnType<ReturnType<typeof createLists>>>;

/** Gives the current lists: filtering reads only the cards of a page. */
export function createLists(db: ReadDatabase, find: FindByWords) {
  const lists = new Map(publicKinds.map((kind) => [kind.name, new ListOfKind(kind)]));
  const catchUp = followChanges(db, { portion: 500, take });

  async function take(rows: readonly ChangedRow[]): Promise<void> {
    const published = rows.filter(({ state }) => state === 'published');
    const facets = await facetsOf(db, idsOf(published));
    const links = await linksOf(db, idsOf(published.filter(({ kind }) => lending.has(kind))));
    for (const { id, kind, state, letter, ...row } of rows) {
      const list = lists.get(kind);
      if (state !== 'published') list?.remove(id);
      else
        list?.put({
          id,
          letter,
          titleKey: row.title_key,
          newestKey: row.newest_key,
          updatedAt: row.updated_at,
          facets: facets.get(id) ?? [],
          links: (links.get(id) ?? []).map(({ to_id }) => to_id),
        });
    }
  }

  const of = ({ name }: Kind): ListOfKind => {
    const list = lists.get(name);
    if (!list) throw new Error(`No list has records of the kind "${name}"`);
    list.borrow((lender) => lists.get(lender));
    return list;
  };
  /** Records that have a code of `kind.codes`. */
  const findByCode = async (kind: Kind, parameter: string, value: string): Promise<ReadonlySet<number>> => {
    const field = kind.codes?.[parameter]?.field ?? '';
    const { coded } = await find(kind, /^\d+$/.test(value) ? `${parameter}:${value}` : value);
    // Registers may share a code: the index does not know of which it is.
    const rows = await readInChunks([...coded], (ids) =>
      db.selectFrom('records').select(['id', 'data']).where('id', 'in', ids).execute(),
    );
    const hasCode = ({ data }: { data: string }) =>
      valuesAt(JSON.parse(data), field).some((one) => isSameCode(String(one), value));
    return new Set(idsOf(rows.filter(hasCode)));
  };
  return async () => {
    await catchUp();
    return { of, find, findByCode };
  };
}

const isSameCode = (one: string, other: string) => one.toUpperCase() === other.toUpperCase();

async function facetsOf(db: ReadDatabase, ids: readonly number[]) {
  const facets = db.selectFrom('facets').select(['record_id', 'field', 'value']);
  const rows = await readInChunks(ids, (some) => facets.where('record_id', 'in', some).execute());
  return Map.groupBy(rows, ({ record_id }) => record_id);
}

async function linksOf(db: ReadDatabase, ids: readonly number[]) {
  const links = db.selectFrom('links').select(['from_id', 'to_id']).distinct();
  const rows = await readInChunks(ids, (some) => links.where('from_id', 'in', some).execute());
  return Map.groupBy(rows, ({ from_id }) => from_id);
}
