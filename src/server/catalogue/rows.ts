import type { WriteTransaction } from '../database/database.ts';
import { excluded } from '../database/page.ts';
import { tables, type ChangeRow, type FacetRow, type LinkRow, type RecordRow } from '../database/tables.ts';
import { chunks } from '../database/chunks.ts';

/** A stored record keeps the others. */
const writtenColumns = Object.keys(tables.records).filter(
  (column) => !['id', 'kind', 'created_at'].includes(column),
);

export async function saveRecords(tx: WriteTransaction, rows: RecordRow[]): Promise<void> {
  for (const some of chunks(rows, 100)) {
    await tx
      .insertInto('records')
      .values(some)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(excluded(writtenColumns)))
      .execute();
  }
}

/** Derived rows in other tables. */
export interface RowsBeside {
  links: LinkRow[];
  facets: FacetRow[];
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
