import { concerns, type Mark } from '#domain/entitlements.ts';
import { isOfPublicKind } from '../catalogue/changes.ts';
import { narrow } from '../catalogue/list.ts';
import type { PublishedLists } from '../catalogue/lists.ts';
import { chunks, idsOf, readInChunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { parseTopic, type Followable } from '../notifications/preferences.ts';
import { readFilter, type Filter } from '../subscriptions/filter.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { publicRecords } from '../catalogue/rules.ts';

export interface Following extends Followable {
  user_id: number;
  notified_seq: number;
}

export const followingColumns = ['user_id', 'topic', 'notified_seq'] as const;
export const followingOf = ({
  user_id,
  topic,
  notified_seq: seq,
}: {
  user_id: number;
  topic: string;
  notified_seq: number | null;
}): Following => ({ user_id, ...parseTopic(topic), notified_seq: seq ?? 0 });

/** A changed published record with its last change number. */
export interface ChangedRecord {
  id: number;
  seq: number;
}

const keyOf = (kind: string, object: string | number) => `${kind}:${object}`;

/**
 * Finds all changes after the lowest position, for all subscriptions at once. Those of a subscription: its object
 * first, then linked ones.
 */
export async function findChangedRecords(
  db: ReadDatabase,
  followings: readonly Following[],
  lists: PublishedLists,
): Promise<(following: Following) => ChangedRecord[]> {
  const since = followings.reduce((least, { notified_seq: seq }) => Math.min(least, seq), Infinity);
  const wanted = new Set(followings.map(({ kind, object }) => keyOf(kind, object)));
  const changes = new Map<number, number>();
  const found = new Map<string, Set<number>>();
  const put = (key: string, id: number) => {
    if (wanted.has(key)) found.set(key, (found.get(key) ?? new Set<number>()).add(id));
  };
  if (Number.isFinite(since)) await look();
  return ({ kind, object, notified_seq: notifiedSeq }) =>
    [...(found.get(keyOf(kind, object)) ?? [])]
      .map((id) => ({ id, seq: changes.get(id) ?? 0 }))
      .filter(({ seq }) => seq > notifiedSeq);

  async function look(): Promise<void> {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'kind', 'changed_seq'])
      .where('changed_seq', '>', since)
      .where('state', '=', 'published')
      .where(isOfPublicKind)
      .orderBy('changed_seq', 'desc')
      .execute();
    for (const { id, kind, changed_seq: seq } of rows) {
      changes.set(id, seq ?? 0);
      put(keyOf(kind, id), id);
    }
    const rules = idsOf(rows.filter(({ kind }) => kind === 'entitlement'));
    for (const { following, rule } of await findPayers(db, followings, rules))
      put(keyOf(following.kind, following.object), rule);
    const filters = [
      ...new Set(followings.filter(({ kind }) => kind === 'filter').map(({ object }) => object)),
    ];
    for (const ids of chunks(idsOf(rows), 500)) {
      const links = await db
        .selectFrom('links')
        .innerJoin('records', 'records.id', 'links.to_id')
        .select(['links.from_id', 'links.to_id', 'records.kind'])
        .where('links.from_id', 'in', ids)
        .where('records.state', '=', 'published')
        .execute();
      for (const { from_id: from, to_id: to, kind } of links) put(keyOf(kind, to), from);
      for (const { record, area } of await areasOf(db, ids)) put(keyOf('area', area), record);
      for (const address of filters)
        for (const id of await listedIn(db, lists, address, ids)) put(keyOf('filter', address), id);
    }
  }
}

/** Changed records in a followed list, or behind its derived facets. */
async function listedIn(
  db: ReadDatabase,
  lists: PublishedLists,
  address: string,
  ids: readonly number[],
): Promise<number[]> {
  const filter = readFilter(address);
  if (!filter) return [];
  const listed = new Set((await narrow(lists, filter.kind, filter.query)).ids);
  return [...ids.filter((id) => listed.has(id)), ...(await lendersOf(db, filter, ids, listed))];
}

/**
 * Changed records that give others a derived facet: «диагнозы с открытым набором» includes a study that
 * opens, although no disease has changed.
 */
async function lendersOf(
  db: ReadDatabase,
  { kind, query }: Filter,
  ids: readonly number[],
  listed: ReadonlySet<number>,
): Promise<number[]> {
  const found: number[] = [];
  for (const { field, from } of kind.facets) {
    const values = query[field] as string[] | undefined;
    if (!from || !values?.length) continue;
    const lent = await db
      .selectFrom('facets')
      .innerJoin('links', 'links.from_id', 'facets.record_id')
      .select(['facets.record_id as id', 'links.to_id'])
      .distinct()
      .where('facets.kind', '=', from.kind)
      .where('facets.field', '=', from.facet)
      .where('facets.value', 'in', values)
      .where('facets.record_id', 'in', ids)
      .execute();
    found.push(...lent.filter(({ to_id }) => listed.has(to_id)).map(({ id }) => id));
  }
  return found;
}

/** Areas of a record: its own, or of its diseases. */
async function areasOf(db: ReadDatabase, ids: number[]): Promise<{ record: number; area: string }[]> {
  const own = await db
    .selectFrom('facets')
    .select(['record_id as record', 'value as area'])
    .where('field', '=', 'areas')
    .where('record_id', 'in', ids)
    .execute();
  const byDisease = await db
    .selectFrom('links')
    .innerJoin('facets', 'facets.record_id', 'links.to_id')
    .select(['links.from_id as record', 'facets.value as area'])
    .where('facets.field', '=', 'areas')
    .where('links.field', '=', 'diseases')
    .where('links.from_id', 'in', ids)
    .execute();
  return [...own, ...byDisease];
}

/** Payer rules for diseases named, in its list, or any; and for drugs of such diseases. */
async function findPayers(
  db: ReadDatabase,
  followings: readonly Following[],
  changed: readonly number[],
): Promise<{ following: Followable; rule: number }[]> {
  if (changed.length === 0) return [];
  const numbered = followings
    .filter(({ kind }) => kind === 'disease' || kind === 'drug')
    .map(({ kind, object }) => ({ kind, id: Number(object) }));
  const published = await publishedRecords(db, idsOf(numbered));
  const followedOf = (kind: string) => [
    ...new Set(numbered.filter((one) => one.kind === kind && published.has(one.id)).map(({ id }) => id)),
  ];
  const drugs = await diseasesOfDrugs(db, followedOf('drug'));
  const diseases = [...new Set([...followedOf('disease'), ...[...drugs.values()].flat()])];
  const rules = await publicRecords(db, 'entitlement', changed);
  const lists = rules.flatMap(({ list }) => list ?? []);
  const marks = await marksOf(db, diseases, lists);
  return rules.flatMap((rule) => {
    const concerned = new Set(diseases.filter((id) => concerns({ id, lists: marks.get(id) ?? [] }, rule)));
    const places = [
      ...followedOf('disease')
        .filter((id) => concerned.has(id))
        .map((id) => ({ kind: 'disease' as const, object: String(id) })),
      ...[...drugs]
        .filter(([, treated]) => treated.some((id) => concerned.has(id)))
        .map(([id]) => ({ kind: 'drug' as const, object: String(id) })),
    ];
    return places.map((following) => ({ following, rule: rule.id }));
  });
}

async function diseasesOfDrugs(db: ReadDatabase, drugs: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  const links = db.selectFrom('links').select(['from_id', 'to_id']).where('field', '=', 'diseases');
  const rows = await readInChunks(drugs, (ids) => links.where('from_id', 'in', ids).execute());
  for (const { from_id: drug, to_id: disease } of rows)
    found.set(drug, [...(found.get(drug) ?? []), disease]);
  return found;
}

/** Diseases in these lists. */
async function marksOf(
  db: ReadDatabase,
  diseases: readonly number[],
  lists: readonly string[],
): Promise<Map<number, Mark[]>> {
  if (lists.length === 0) return new Map();
  const marked = db
    .selectFrom('records')
    .select(['id', 'data'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('facets')
        .select('record_id')
        .where('kind', '=', 'disease')
        .where('field', '=', 'lists.name')
        .where('value', 'in', lists),
    );
  const rows = await readInChunks(diseases, (ids) => marked.where('id', 'in', ids).execute());
  return new Map(rows.map(({ id, data }) => [id, (JSON.parse(data) as { lists?: Mark[] }).lists ?? []]));
}
