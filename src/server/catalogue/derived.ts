import { derive, growsOld } from '#domain/derived.ts';
import { completenessOf } from '#domain/kinds/completeness.ts';
import { getKind, kinds } from '#domain/kinds/index.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { derivedForm } from '../database/derived.ts';
import { chunks } from '../database/chunks.ts';
import type { RecordRow } from '../database/tables.ts';
import { insertChanges, replaceDerived, takeNumbers, type RowsBeside } from './rows.ts';
import { recordOf } from './stored.ts';

type Columns = Pick<RecordRow, 'card' | 'title_key' | 'letter' | 'newest_key' | 'completeness'>;

/** Of a row whose fields are still to be decided. */
export const recordsWithoutDerived: Columns = {
  card: '',
  title_key: '',
  letter: '',
  newest_key: '',
  completeness: null,
};

/** What the tables keep of a record beside what was written: columns of its row, and rows beside it. */
export function derivedOf(row: RecordRow, today: string): RowsBeside & { columns: Columns } {
  const { id, kind: name } = row;
  const [kind, record] = [getKind(name), recordOf(row)];
  const { card, titleKey, letter, newestKey, links, facets } = derive(kind, record, today);
  return {
    columns: {
      card: JSON.stringify(card),
      title_key: titleKey,
      letter: letter.slug,
      newest_key: newestKey,
      completeness: completenessOf(kind, record, record.sources).score,
    },
    links: links.map(({ field, to }) => ({ from_id: id, field, to_id: to })),
    // Lists are narrowed among the published ones only.
    facets: row.state === 'published' ? facets.map((facet) => ({ record_id: id, kind: name, ...facet })) : [],
  };
}

/** The day of a moment, in the time of the world. */
export const isoDay = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Records looked at together. */
const some = 200;

/**
 * Works out again what an older program has: with a new facet of a kind all its records have their values, and not only
 * those that somebody edits. No version of a record changes, and nothing is published by it.
 */
export async function deriveAgain(database: Database, now: Date): Promise<void> {
  const form = database.kysely.selectFrom('meta').select('value').where('name', '=', 'derived');
  if ((await form.executeTakeFirstOrThrow()).value === derivedForm) return;
  for (let last = 0; ;) {
    const from = last;
    const next = await database.transaction((tx) => deriveSome(tx, from, isoDay(now)));
    if (next === undefined) break;
    last = next;
  }
  await database.transaction((tx) =>
    tx.updateTable('meta').set({ value: derivedForm }).where('name', '=', 'derived').execute(),
  );
}

/** The records after this one; gives the last of them, if more may follow. */
async function deriveSome(tx: WriteTransaction, last: number, today: string): Promise<number | undefined> {
  const rows = await tx
    .selectFrom('records')
    .selectAll()
    .where('id', '>', last)
    .orderBy('id')
    .limit(some)
    .execute();
  const ids = rows.map(({ id }) => id);
  const derived = rows.map((row) => derivedOf(row, today));
  for (const [index, { columns }] of derived.entries())
    await tx.updateTable('records').set(columns).where('id', '=', ids[index]!).execute();
  await replaceDerived(tx, ids, derived);
  return rows.length < some ? undefined : ids.at(-1);
}

/**
 * Works out again what has grown old since it was worked out, as the state of a study that nobody has looked at for a
 * year: lists and pages take it in like any other change, and nobody gets a letter, for no version changes.
 */
export async function ageRecords(database: Database, now: Date): Promise<void> {
  const names = kinds.filter(growsOld).map(({ name }) => name);
  const [today, created_at] = [isoDay(now), now.toISOString()];
  await database.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('records')
      .selectAll()
      .where('kind', 'in', names)
      .where('state', '=', 'published')
      .orderBy('id')
      .execute();
    const aged = await agedAmong(tx, rows, today);
    if (aged.length === 0) return;
    let seq = await takeNumbers(tx, 'change', aged.length);
    const changes = [];
    for (const { row, derived } of aged) {
      const { id, kind, version } = row;
      const changed_seq = seq++;
      await tx
        .updateTable('records')
        .set({ ...derived.columns, changed_seq })
        .where('id', '=', id)
        .execute();
      changes.push({ seq: changed_seq, record_id: id, kind, action: 'put', version, created_at });
    }
    await replaceDerived(
      tx,
      aged.map(({ row }) => row.id),
      aged.map(({ derived }) => derived),
    );
    await insertChanges(tx, changes);
  });
}

/** Those of the records whose facets are others than the tables have. */
async function agedAmong(tx: WriteTransaction, rows: readonly RecordRow[], today: string) {
  const ids = rows.map(({ id }) => id);
  const kept = new Map<number, string[]>();
  for (const part of chunks(ids, 500))
    for (const { record_id: id, field, value } of await tx
      .selectFrom('facets')
      .selectAll()
      .where('record_id', 'in', part)
      .execute())
      kept.set(id, [...(kept.get(id) ?? []), `${field} ${value}`]);
  return rows.flatMap((row) => {
    const derived = derivedOf(row, today);
    const now = derived.facets.map(({ field, value }) => `${field} ${value}`);
    const before = kept.get(row.id) ?? [];
    return now.toSorted().join('\n') === before.toSorted().join('\n') ? [] : [{ row, derived }];
  });
}
