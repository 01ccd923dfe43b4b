import { concerns, type EntitlementRule, type Mark } from '#domain/entitlements.ts';
import { namedRecords } from '../catalogue/names.ts';
import { chunks } from '../database/chunks.ts';
import type { ReadDatabase } from '../database/database.ts';
import type { ChangedRecord, Following } from './changed-records.ts';

/** Payer rules for diseases named, in its list, or any; and for drugs of such diseases. */
export async function findPayers(
  db: ReadDatabase,
  followings: readonly Following[],
  changed: readonly ChangedRecord[],
): Promise<{ following: Pick<Following, 'kind' | 'object'>; rule: ChangedRecord }[]> {
  if (changed.length === 0) return [];
  const numbered = followings
    .filter(({ kind }) => kind === 'disease' || kind === 'drug')
    .map(({ kind, object }) => ({ kind, id: Number(object) }));
  const records = await namedRecords(
    db,
    numbered.map(({ id }) => id),
  );
  const published = new Set(records.flatMap(({ id, state }) => (state === 'published' ? [id] : [])));
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
  const found: ChangedRule[] = [];
  for (const some of chunks(changed, 500)) {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'data'])
      .where(
        'id',
        'in',
        some.map(({ id }) => id),
      )
      .execute();
    const data = new Map(rows.map((row) => [row.id, row.data]));
    for (const subject of some)
      found.push({ subject, fields: JSON.parse(data.get(subject.id) ?? '{}') as EntitlementRule });
  }
  return found;
}

async function diseasesOfDrugs(db: ReadDatabase, drugs: readonly number[]): Promise<Map<number, number[]>> {
  const found = new Map<number, number[]>();
  for (const ids of chunks(drugs, 500)) {
    const rows = await db
      .selectFrom('links')
      .select(['from_id', 'to_id'])
      .where('field', '=', 'diseases')
      .where('from_id', 'in', ids)
      .execute();
    for (const { from_id: drug, to_id: disease } of rows)
      found.set(drug, [...(found.get(drug) ?? []), disease]);
  }
  return found;
}

/** Diseases in these lists. */
async function marksOf(
  db: ReadDatabase,
  diseases: readonly number[],
  lists: readonly string[],
): Promise<Map<number, Mark[]>> {
  const found = new Map<number, Mark[]>();
  if (lists.length === 0) return found;
  for (const ids of chunks(diseases, 500)) {
    const rows = await db
      .selectFrom('records')
      .select(['id', 'data'])
      .where('id', 'in', ids)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('facets')
          .select('record_id')
          .where('kind', '=', 'disease')
          .where('field', '=', 'lists.name')
          .where('value', 'in', lists),
      )
      .execute();
    for (const { id, data } of rows) found.set(id, (JSON.parse(data) as { lists?: Mark[] }).lists ?? []);
  }
  return found;
}
