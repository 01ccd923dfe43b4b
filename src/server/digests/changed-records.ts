import { concerns, type Mark } from '#domain/entitlements.ts';
import { isOfPublicKind } from '../catalogue/changes.ts';
import { narrow } from '../catalogue/list.ts';
import type { PublishedLists } from '../catalogue/lists.ts';
import { chunks, idsOf, readInChunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { parseTopic, topicOf } from '../notifications/preferences.ts';
import { readFilter, type Filter } from '../subscriptions/filter.ts';
import { publishedRecords } from '../catalogue/names.ts';
import { publicRecords } from '../catalogue/rules.ts';

/** A subscription; later changes are not sent yet. */
export interface Following {
  user_id: number;
  topic: string;
  notified_seq: number;
}

/** A changed published record with its last change number. */
export interface ChangedRecord {
  id: number;
  seq: number;
}

/**
 * Finds all changes after the lowest position, for all subscriptions at once. Those of a subscription: its object
 * first, then linked ones.
 */
export async function findChangedRecords(
  db: ReadDatabase,
  followings: readonly Following[],
  lists: PublishedLists,
): Promise<(following: Following) => ChangedRecord[]> {
  const found = new Map(followings.map(({ topic }) => [topic, new Set<number>()]));
  const changes = new Map<number, number>();
  const put = (topic: string, id: number) => found.get(topic)?.add(id);
  if (followings.length > 0) await look();
  return ({ topic, notified_seq: notified }) =>
    [...(found.get(topic) ?? [])]
      .map((id) => ({ id, seq: changes.get(id) ?? 0 }))
      .filter(({ seq }) => seq > notified);

  async function look(): Promise<void> {
    const since = followings.reduce((least, { notified_seq: seq }) => Math.min(least, seq), Infinity);
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
      put(topicOf(kind, id), id);
    }
    const rules = idsOf(rows.filter(({ kind }) => kind === 'entitlement'));
    for (const { topic, rule } of await findPayers(db, [...found.keys()], rules)) put(topic, rule);
    const filters = [...found.keys()].filter((topic) => parseTopic(topic).kind === 'filter');
    for (const ids of chunks(idsOf(rows), 500)) {
      const links = await db
        .selectFrom('links')
        .innerJoin('records', 'records.id', 'links.to_id')
        .select(['links.from_id', 'links.to_id', 'records.kind'])
        .where('links.from_id', 'in', ids)
        .where('records.state', '=', 'published')
        .execute();
      for (const { from_id: from, to_id: to, kind } of links) put(topicOf(kind, to), from);
      for (const { record, area } of await areasOf(db, ids)) put(topicOf('area', area), record);
      for (const topic of filters) for (const id of await listedIn(db, lists, topic, ids)) put(topic, id);
    }
  }
}

/** Changed records in a followed list, or behind its derived facets. */
async function listedIn(
  db: ReadDatabase,
  lists: PublishedLists,
  topic: string,
  ids: readonly number[],
): Promise<number[]> {
  const filter = readFilter(parseTopic(topic).object);
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
  topics: readonly string[],
  changed: readonly number[],
): Promise<{ topic: string; rule: number }[]> {
  if (changed.length === 0) return [];
  const ids = topics
    .map(parseTopic)
    .flatMap(({ kind, object }) => (kind === 'disease' || kind === 'drug' ? Number(object) : []));
  const published = [...(await publishedRecords(db, ids)).values()];
  const drugs = idsOf(published.filter(({ kind }) => kind === 'drug'));
  const links = db.selectFrom('links').select(['from_id', 'to_id']).where('field', '=', 'diseases');
  const treated = await readInChunks(drugs, (some) => links.where('from_id', 'in', some).execute());
  const diseases = [
    ...published.flatMap(({ kind, id }) => (kind === 'disease' ? { topic: topicOf(kind, id), id } : [])),
    ...treated.map(({ from_id: drug, to_id: id }) => ({ topic: topicOf('drug', drug), id })),
  ];
  const rules = await publicRecords(db, 'entitlement', changed);
  const marks = await marksOf(
    db,
    idsOf(diseases),
    rules.flatMap(({ list }) => list ?? []),
  );
  return rules.flatMap((rule) =>
    diseases
      .filter(({ id }) => concerns({ id, lists: marks.get(id) ?? [] }, rule))
      .map(({ topic }) => ({ topic, rule: rule.id })),
  );
}

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
