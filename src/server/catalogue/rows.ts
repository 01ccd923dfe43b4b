import type { WriteTransaction } from '../database/database.ts';
import type { ChangeRow, FacetRow, LinkRow, RecordRow, RevisionRow } from '../database/tables.ts';
import { chunks } from '../database/chunks.ts';

/** Next numbers of a `meta` row; writers are serialised, so each is unique. */
export async function takeNumbers(
  tx: WriteTransaction,
  name: 'record' | 'change',
  count: number,
): Promise<number> {
  const { value } = await tx
    .updateTable('meta')
    .set((eb) => ({ value: eb('value', '+', count) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow();
  return value - count + 1;
}

export async function saveRecords(tx: WriteTransaction, rows: RecordRow[]): Promise<void> {
  for (const some of chunks(rows, 100)) {
    await tx
      .insertInto('records')
      .values(some)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          external: eb.ref('excluded.external'),
          code: eb.ref('excluded.code'),
          state: eb.ref('excluded.state'),
          version: eb.ref('excluded.version'),
          data: eb.ref('excluded.data'),
          card: eb.ref('excluded.card'),
          sources: eb.ref('excluded.sources'),
          origins: eb.ref('excluded.origins'),
          title_key: eb.ref('excluded.title_key'),
          letter: eb.ref('excluded.letter'),
          newest_key: eb.ref('excluded.newest_key'),
          reviewed_at: eb.ref('excluded.reviewed_at'),
          reviewer: eb.ref('excluded.reviewer'),
          review_due: eb.ref('excluded.review_due'),
          updated_at: eb.ref('excluded.updated_at'),
          changed_seq: eb.ref('excluded.changed_seq'),
          completeness: eb.ref('excluded.completeness'),
          owner_id: eb.ref('excluded.owner_id'),
          successor_id: eb.ref('excluded.successor_id'),
        })),
      )
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

export async function insertRevisions(tx: WriteTransaction, rows: RevisionRow[]): Promise<void> {
  for (const some of chunks(rows, 100)) await tx.insertInto('revisions').values(some).execute();
}

export async function insertChanges(tx: WriteTransaction, rows: ChangeRow[]): Promise<void> {
  for (const some of chunks(rows, 200)) await tx.insertInto('changes').values(some).execute();
}
