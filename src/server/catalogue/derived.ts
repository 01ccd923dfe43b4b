import { portalDay } from '#domain/dates.ts';
import { derive, growsOld } from '#domain/derived.ts';
import { completenessOf } from './completeness.ts';
import { getKind, kinds } from '#domain/kinds/index.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { derivedForm } from '../database/derived.ts';
import { chunks, readInChunks } from '../database/chunks.ts';
import { nextNumber } from '../database/number.ts';
import type { ChangeRow, FacetRow, LinkRow, RecordRow } from '../database/tables.ts';
import { recordOf } from './stored.ts';

type Columns = Pick<RecordRow, 'card' | 'title_key' | 'letter' | 'newest_key' | 'completeness'>;

interface RowsBeside {
  links: LinkRow[];
  facets: FacetRow[];
}

/** For rows without final fields. */
export const recordsWithoutDerived: Columns = {
  card: '',
  title_key: '',
  letter: '',
  newest_key: '',
  completeness: null,
};

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
    // Only published records are filtered.
    facets: row.state === 'published' ? facets.map((facet) => ({ record_id: id, kind: name, ...facet })) : [],
  };
}

const batchSize = 200;

/**
 * Recomputes derived data of an older program: a new facet gets values for all records, not only edited ones.
 * No versions are created and nothing is published.
 */
export async function recomputeDerived(database: Database, now: Date): Promise<void> {
  const form = database.kysely.selectFrom('meta').select('value').where('name', '=', 'derived');
  if ((await form.executeTakeFirstOrThrow()).value === derivedForm) return;
  for (let last: number | undefined = 0; last !== undefined;) {
    const from: number = last;
    last = await database.transaction((tx) => deriveSome(tx, from, portalDay(now)));
  }
  await database.transaction((tx) =>
    tx.updateTable('meta').set({ value: derivedForm }).where('name', '=', 'derived').execute(),
  );
}

/** Records after this id; returns the last id if more follow. */
async function deriveSome(tx: WriteTransaction, last: number, today: string): Promise<number | undefined> {
  const rows = await tx
    .selectFrom('records')
    .selectAll()
    .where('id', '>', last)
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  const derived = rows.map((row) => derivedOf(row, today));
  for (const [index, { columns }] of derived.entries())
    await tx.updateTable('records').set(columns).where('id', '=', ids[index]!).execute();
  await replaceDerived(tx, ids, derived);
  return rows.length < batchSize ? undefined : ids.at(-1);
}

/**
 * Recomputes derived data that depend on the day, such as the status of a study after a year without a check.
 * Lists and pages follow like any change; no version is created, so no letters are sent.
 */
export async function ageRecords(database: Database, now: Date): Promise<void> {
  const names = kinds.filter(growsOld).map(({ name }) => name);
  const [today, created_at] = [portalDay(now), now.toISOString()];
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
    let seq = await nextNumber(tx, 'change', aged.length);
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

async function agedAmong(tx: WriteTransaction, rows: readonly RecordRow[], today: string) {
  const ids = rows.map(({ id }) => id);
  const stored = await readInChunks(ids, (some) =>
    tx.selectFrom('facets').selectAll().where('record_id', 'in', some).execute(),
  );
  const kept = Map.groupBy(stored, ({ record_id: id }) => id);
  const textOf = (facets: readonly FacetRow[] = []) =>
    facets
      .map(({ field, value }) => `${field} ${value}`)
      .toSorted()
      .join('\n');
  return rows.flatMap((row) => {
    const derived = derivedOf(row, today);
    return textOf(derived.facets) === textOf(kept.get(row.id)) ? [] : [{ row, derived }];
  });
}

/** `owners`: records that may already have such rows. */
export async function replaceDerived(
  tx: WriteTransaction,
  owners: readonly number[],
  rows: readonly RowsBeside[],
): Promise<void> {
  for (const some of chunks(owners, 500)) {
    await tx.deleteFrom('links').where('from_id', 'in', some).execute();
    await tx.deleteFrom('facets').where('record_id', 'in', some).execute();
  }
  const links = rows.flatMap((one) => one.links);
  for (const some of chunks(links, 200)) await tx.insertInto('links').values(some).execute();
  const facets = rows.flatMap((one) => one.facets);
  for (const some of chunks(facets, 200)) await tx.insertInto('facets').values(some).execute();
}

export async function insertChanges(tx: WriteTransaction, rows: ChangeRow[]): Promise<void> {
  for (const some of chunks(rows, 200)) await tx.insertInto('changes').values(some).execute();
}
