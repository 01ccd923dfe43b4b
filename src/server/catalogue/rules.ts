import { concerns } from '#domain/entitlements.ts';
import type { kindsByName, KindName, RecordOf } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { publicRecordOf } from './stored.ts';

/** Published records of a kind by title, or those of them with these ids. */
export async function publicRecords<K extends KindName>(
  db: ReadDatabase,
  kind: K,
  ids?: readonly number[],
): Promise<(RecordOf<(typeof kindsByName)[K]> & { id: number })[]> {
  if (ids?.length === 0) return [];
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('kind', '=', kind)
    .where('state', '=', 'published')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as number[]))
    .orderBy('title_key')
    .orderBy('id')
    .execute();
  // Published records were validated when written.
  return rows.map(
    (row) => publicRecordOf(row) as unknown as RecordOf<(typeof kindsByName)[K]> & { id: number },
  );
}

/** More diseases are no question about one of them. */
const maxDiseases = 20;

/** Ids of the rules that the pages of these diseases list as their own: by name, by list or by region. */
export async function rulesFor(db: ReadDatabase, diseases: Iterable<number>): Promise<number[]> {
  const found = await publicRecords(db, 'disease', [...diseases].slice(0, maxDiseases));
  if (found.length === 0) return [];
  const rules = await publicRecords(db, 'entitlement');
  return rules
    .filter((rule) => !rule.everyone && found.some((disease) => concerns(disease, rule)))
    .map(({ id }) => id);
}
