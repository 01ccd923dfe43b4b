import { derive } from '#domain/derived.ts';
import { completenessOf } from '#domain/kinds/completeness.ts';
import { getKind } from '#domain/kinds/index.ts';
import type { Database, WriteTransaction } from '../database/database.ts';
import { derivedForm } from '../database/derived.ts';
import type { RecordRow } from '../database/tables.ts';
import { replaceDerived, type RowsBeside } from './rows.ts';
import { recordOf } from './stored.ts';

type Columns = Pick<RecordRow, 'card' | 'title_key' | 'letter' | 'newest_key' | 'completeness'>;

/** Of a row whose fields are still to be decided. */
export const underived: Columns = { card: '', title_key: '', letter: '', newest_key: '', completeness: null };

/** What the tables keep of a record beside what was written: columns of its row, and rows beside it. */
export function derivedOf(row: RecordRow): RowsBeside & { columns: Columns } {
  const { id, kind: name } = row;
  const [kind, record] = [getKind(name), recordOf(row)];
  const { card, titleKey, letter, newestKey, links, facets } = derive(kind, record);
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

/** Records looked at together. */
const some = 200;

/**
 * Works out anew what an older program has: with a new facet of a kind all its records have their values, and not only
 * those that somebody edits. No version of a record changes, and nothing is published by it.
 */
export async function deriveAnew(database: Database): Promise<void> {
  const form = database.kysely.selectFrom('meta').select('value').where('name', '=', 'derived');
  if ((await form.executeTakeFirstOrThrow()).value === derivedForm) return;
  for (let last = 0; ;) {
    const from = last;
    const next = await database.transaction((tx) => deriveSome(tx, from));
    if (next === undefined) break;
    last = next;
  }
  await database.transaction((tx) =>
    tx.updateTable('meta').set({ value: derivedForm }).where('name', '=', 'derived').execute(),
  );
}

/** The records after this one; gives the last of them, if more may follow. */
async function deriveSome(tx: WriteTransaction, last: number): Promise<number | undefined> {
  const rows = await tx
    .selectFrom('records')
    .selectAll()
    .where('id', '>', last)
    .orderBy('id')
    .limit(some)
    .execute();
  const ids = rows.map(({ id }) => id);
  const derived = rows.map(derivedOf);
  for (const [index, { columns }] of derived.entries())
    await tx.updateTable('records').set(columns).where('id', '=', ids[index]!).execute();
  await replaceDerived(tx, ids, derived);
  return rows.length < some ? undefined : ids.at(-1);
}
