import { concerns, type EntitlementRule, type Mark } from '#domain/entitlements.ts';
import { isOfPublicKind } from '../catalogue/changes.ts';
import { narrow } from '../catalogue/list.ts';
import type { PublishedLists } from '../catalogue/lists.ts';
import { chunks, idsOf, readInChunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import { parseTopic, type Followable } from '../notifications/preferences.ts';
import { readFilter, type Filter } from '../subscriptions/filter.ts';
import { publishedRecords } from '../catalogue/names.ts';

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

/** Changed records by subscription: the object itself first, then linked ones. */
export interface ChangedRecords {
  of(following: Following): ChangedRecord[];
}

const keyOf = (kind: string, object: string | number) => `${kind}:${object}`;

/** Finds all changes after the lowest position, for all subscriptions at once. */
export async function findChangedRecords(
  db: ReadDatabase,
  followings: readonly Following[],
  lists: PublishedLists,
): Promise<ChangedRecords> {
  const since = followings.reduce((least, { notified_seq: seq }) => Math.min(least, seq), Infinity);
  const wanted = new Set(followings.map(({ kind, object }) => keyOf(kind, object)));
  const found = new Map<string, Map<number, ChangedRecord>>();
  const put = (key: string, record: ChangedRecord) => {
    if (!wanted.has(key)) return;
    const records = found.get(key) ?? new Map<number, ChangedRecord>();
    records.set(record.id, record);
    found.set(key, records);
  };
  if (Number.isFinite(since)) await look();
  return {
    of: ({ kind, object, notified_seq: notifiedSeq }) =>
      [...(found.get(keyOf(kind, object))?.values() ?? [])].filter(({ seq }) => seq > notifiedSeq),
  };

  async function look(): Promise<void> {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'kind', 'changed_seq'])
      .where('changed_seq', '>', since)
      .where('state', '=', 'published')
      .where(isOfPublicKind)
      .orderBy('changed_seq', 'desc')
      .execute();
    const records = rows.map(({ id, kind, changed_seq: seq }) => ({ id, kind, seq: seq ?? 0 }));
    for (const { id, kind, seq } of records) put(keyOf(kind, id), { id, seq });
    const rules = records.filter(({ kind }) => kind === 'entitlement').map(({ id, seq }) => ({ id, seq }));
    for (const { following, rule } of await findPayers(db, followings, rules))
      put(keyOf(following.kind, following.object), rule);
    const filters = [
      ...new Set(followings.filter(({ kind }) => kind === 'filter').map(({ object }) => object)),
    ];
    for (const some of chunks(records, 500)) {
      const ids = some.map(({ id }) => id);
      const changed = new Map(some.map(({ id, seq }) => [id, { id, seq }]));
      const links = await db
        .selectFrom('links')
        .innerJoin('records', 'records.id', 'links.to_id')
        .select(['links.from_id', 'links.to_id', 'records.kind'])
        .where('links.from_id', 'in', ids)
        .where('records.state', '=', 'published')
        .execute();
      for (const { from_id: from, to_id: to, kind } of links)
        put(keyOf(kind, to), changed.get(from) ?? { id: from, seq: 0 });
      for (const { record, area } of await areasOf(db, ids))
        put(keyOf('area', area), changed.get(record) ?? { id: record, seq: 0 });
      for (const address of filters)
        for (const id of await listedIn(db, lists, address, ids))
          put(keyOf('filter', address), changed.get(id) ?? { id, seq: 0 });
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
  changed: readonly ChangedRecord[],
): Promise<{ following: Pick<Following, 'kind' | 'object'>; rule: ChangedRecord }[]> {
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
  const rules = await rulesOf(db, changed);
  const lists = rules.flatMap(({ fields: { list } }) => list ?? []);
  const marks = await marksOf(db, diseases, lists);
  const isOf = (id: number, { fields }: ChangedRule) => concerns({ id, lists: marks.get(id) ?? [] }, fields);
  return rules.flatMap((rule) => {
    const concerned = new Set(diseases.filter((id) => isOf(id, rule)));
    const places = [
      ...followedOf('disease')
        .filter((id) => concerned.has(id))
        .map((id) => ({ kind: 'disease' as const, object: String(id) })),
      ...[...drugs]
        .filter(([, treated]) => treated.some((id) => concerned.has(id)))
        .map(([id]) => ({ kind: 'drug' as const, object: String(id) })),
    ];
    return places.map((following) => ({ following, rule: rule.subject }));
  });
}

interface ChangedRule {
  subject: ChangedRecord;
  fields: EntitlementRule;
}

async function rulesOf(db: ReadDatabase, changed: readonly ChangedRecord[]): Promise<ChangedRule[]> {
  const rows = await readInChunks(idsOf(changed), (ids) =>
    db.selectFrom('records').select(['id', 'data']).where('id', 'in', ids).execute(),
  );
  const data = new Map(rows.map((row) => [row.id, row.data]));
  return changed.map((subject) => ({
    subject,
    fields: JSON.parse(data.get(subject.id) ?? '{}') as EntitlementRule,
  }));
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
