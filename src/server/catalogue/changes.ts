import { sql } from 'kysely';
import type { Changes } from '#contract/portal.ts';
import { addressOf, getKind, publicKinds } from '#domain/kinds/index.ts';
import type { ReadDatabase } from '../database/database.ts';
import { historiesOf } from './history.ts';
import type { RecordRow } from '../database/tables.ts';
import { publicRecordOf } from './stored.ts';
import { findSuccessors } from './successors.ts';

/**
 * Public kinds, in a form that keeps SQLite on the index of `changed_seq`: with the bare column it would scan
 * the catalogue for one change.
 */
export const isOfPublicKind = sql<boolean>`(kind || '') in (${sql.join(publicKinds.map(({ name }) => name))})`;

/** Changes after a number: each record once, in its current state. */
export async function listChanges(
  db: ReadDatabase,
  { since, page_size }: { since: number; page_size: number },
): Promise<Changes> {
  // Read first: a concurrent change is left to the next call, not lost.
  const { change: last, terms: terms_version } = await numbers(db);
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('changed_seq', '>', since)
    .where('changed_seq', '<=', last)
    .where(isOfPublicKind)
    .orderBy('changed_seq')
    .limit(page_size)
    .execute();
  const published = rows.filter(({ state }) => state === 'published');
  const histories = await historiesOf(db, published);
  const successorOf = await findSuccessors(db, rows);
  const items = rows.map((row) => {
    const change = { seq: row.changed_seq ?? 0, kind: row.kind, id: row.id };
    if (row.state !== 'published') {
      const successor = successorOf(row);
      return {
        ...change,
        action: 'remove' as const,
        ...homeOf(row),
        ...(successor && { successor: addressOf(getKind(successor.kind), successor) }),
      };
    }
    const history = histories.get(row.id);
    const record = { ...publicRecordOf(row), ...(history?.length ? { history } : {}) };
    return { ...change, action: 'put' as const, record };
  });
  // The last page continues from the last number, which may be of a doctors' record.
  const next = items.length < page_size ? Math.max(last, since) : (items.at(-1)?.seq ?? since);
  return { items, next, last, terms_version };
}

/** Former address of the record; some kinds have no pages. */
function homeOf({ id, kind: name, code }: RecordRow): { address?: string } {
  const kind = getKind(name);
  return kind.keyedBy === null ? {} : { address: addressOf(kind, { id, code }) };
}

/** Last change number, dictionary edition, and version of derived data. */
export async function numbers(db: ReadDatabase): Promise<{ change: number; terms: number; derived: number }> {
  const rows = await db
    .selectFrom('meta')
    .select(['name', 'value'])
    .where('name', 'in', ['change', 'terms', 'derived'])
    .execute();
  const value = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { change: value('change'), terms: value('terms'), derived: value('derived') };
}
